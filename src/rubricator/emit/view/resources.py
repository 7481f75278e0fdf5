"""Stylesheets, images and fonts of a page as `data:` addresses: an open view requests nothing."""

from __future__ import annotations

import base64
import re
from dataclasses import dataclass, field

from rubricator.emit.view.limits import ViewLimits
from rubricator.emit.view.sheets import Sheet
from rubricator.limits import Budget, Limits, Notice
from rubricator.load import Source, decode_sheet
from rubricator.load.data_url import decode_data_url, is_data_url
from rubricator.style.sheets import urljoin_safe
from rubricator.wording import counted

_MAGIC: tuple[tuple[bytes, str], ...] = (
    (b"\x89PNG", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF8", "image/gif"),
    (b"BM", "image/bmp"),
    (b"\0\0\1\0", "image/x-icon"),
    (b"wOF2", "font/woff2"),
    (b"wOFF", "font/woff"),
    (b"\0\1\0\0", "font/ttf"),
    (b"true", "font/ttf"),
    (b"OTTO", "font/otf"),
)
_NOUNS = ("stylesheet, image or font", "stylesheets, images or fonts")
_SVG = re.compile(rb"(?:<\?xml[^>]*+>|<!--.*?-->|<!DOCTYPE[^>]*+>|\s++)*+<svg[\s>]", re.DOTALL | re.IGNORECASE)
"""Nothing is taken back, or a row of comments would take for ever."""


@dataclass(slots=True)
class DataInliner:
    """Turns addresses into data, and keeps count of what it could not turn."""

    source: Source
    limits: Limits
    view_limits: ViewLimits
    budget: Budget
    _images: dict[str, str | None] = field(default_factory=dict)
    _inlined_bytes: int = 0
    """Characters that stand in the view, those of an image as often as it is used."""
    _sheets: int = 0
    _missing: int = 0
    _too_large: int = 0

    def sheet(self, url: str, base: str) -> Sheet | None:
        """Return the sheet that an address names."""
        self.budget.check()
        address = urljoin_safe(base, url)
        if is_data_url(address):
            held = decode_data_url(address)
            data, charset, at = held.data if held and held.media_type == "text/css" else b"", None, base
        else:
            resource = self.source.resources.get(address)
            if resource is None or not _may_be_shown(resource.url):
                self._missing += 1
                return None
            data, charset, at = resource.data, resource.charset, resource.url
        self._sheets += 1
        if self._sheets > self.limits.sheets or not self._fits(len(data)):
            self._too_large += 1
            return None
        return Sheet(decode_sheet(data, charset, self.source.encoding), at)

    def image(self, url: str, base: str) -> str | None:
        """Return an image or font as data; None when it is missing, too large, or something else."""
        self.budget.check()
        address = urljoin_safe(base, url)
        if address not in self._images:
            self._images[address] = self._image(address)
            self._missing += self._images[address] is None
        data = self._images[address]
        if data is None or self._fits(len(data)):
            return data
        self._too_large += 1
        return None

    def finish(self) -> tuple[Notice, ...]:
        """Return warnings about what is missing or too large."""
        warnings = []
        if self._missing:
            text = f"{counted(self._missing, *_NOUNS)} could not be had and cannot be shown"
            warnings.append(Notice("resources-missing", text))
        if self._too_large:
            text = f"{counted(self._too_large, *_NOUNS)} too large to be shown"
            warnings.append(Notice("resources-left-out", text))
        return tuple(warnings)

    def _image(self, address: str) -> str | None:
        if is_data_url(address):
            held = decode_data_url(address)
            data = held.data if held else b""
        else:
            resource = self.source.resources.get(address)
            data = resource.data if resource else b""
        kind = media_type(data)
        return f"data:{kind};base64,{base64.b64encode(data).decode('ascii')}" if kind else None

    def _fits(self, size: int) -> bool:
        """Count characters against what a view may hold."""
        if size > self.view_limits.resource or self._inlined_bytes + size > self.view_limits.resources:
            return False
        self._inlined_bytes += size
        return True


def _may_be_shown(url: str) -> bool:
    """Say whether a sheet's text may stand in a view: of files, only stylesheets, whatever a page says they are."""
    return not url.startswith("file:") or ".css" in url.rpartition("/")[2].lower()


def media_type(data: bytes) -> str | None:
    """Return the type of an image or font by its first bytes; its name and declared type are ignored."""
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "image/webp"
    if data[4:12] in {b"ftypavif", b"ftypavis"}:
        return "image/avif"
    for magic, kind in _MAGIC:
        if data.startswith(magic):
            return kind
    return "image/svg+xml" if _SVG.match(data[:4096].removeprefix(b"\xef\xbb\xbf")) else None
