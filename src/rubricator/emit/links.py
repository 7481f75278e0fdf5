"""Addresses that are emitted: resolved, checked, and made for a place in a page."""

from __future__ import annotations

import re
from urllib.parse import quote, urljoin

_EDGES = "".join(map(chr, range(0x21)))
_BREAKS = str.maketrans("", "", "\t\n\r")
_SCHEME = re.compile(r"[a-z][a-z0-9+.\-]*\Z")
_UNSEEN = re.compile(r"[\x00-\x20\x7f-\xa0\u00ad\u200b-\u200f\u2028-\u202f\u2060-\u206f\ufeff]")

# Addresses that run something, or name a file on the machine the page was saved on.
_LIVE = ("http:", "https:", "mailto:", "tel:", "/", "#", "?")
"""How most others begin."""
_DEAD = frozenset({"javascript", "data", "vbscript", "file"})
_UNRESOLVED = frozenset({"file", "about", "cid"})
LINK_SCHEMES = frozenset({"", "http", "https", "mailto", "tel", "ftp"})
IMAGE_SCHEMES = frozenset({"", "http", "https", "cid"})


def scheme(url: str) -> str:
    """Return the scheme in lower case, "" for a relative address, "?" for what only looks like a scheme.

    Invisible characters are dropped first, because they can hide a scheme from a check.
    """
    head, colon, _ = url.partition(":")
    if not colon or any(mark in head for mark in "/?#"):
        return ""
    name = _UNSEEN.sub("", head).lower()
    return name if _SCHEME.match(name) else "?"


def is_dead(address: str) -> bool:
    """Say whether an address is empty, or one that is not emitted."""
    if address.startswith(_LIVE):
        return False
    return not address.strip(_EDGES) or scheme(address) in _DEAD


def _cleaned(address: str) -> str:
    return address.strip(_EDGES).translate(_BREAKS)


def resolve(address: str, base: str) -> str | None:
    """Return an address as it is emitted: absolute where the base allows it; None for an empty or dead one."""
    if is_dead(address):
        return None
    cleaned = _cleaned(address)
    if scheme(cleaned) or scheme(base) in _UNRESOLVED:
        return cleaned
    try:
        return urljoin(base, cleaned)
    except ValueError:
        return cleaned


def allowed_link(address: str) -> bool:
    return scheme(address) in LINK_SCHEMES


def allowed_image(address: str) -> bool:
    return scheme(address) in IMAGE_SCHEMES


def deep_link(url: str | None, anchor: str | None, fragment: str = "") -> str | None:
    """Return the address of a place in a page: by its id, and by a text fragment, as far as there are such."""
    if url is None:
        return None
    # Not urldefrag: it does not take every address that a page may say it has.
    page = url.partition("#")[0]
    target = quote(anchor, safe="", errors="replace") if anchor else ""
    return f"{page}#{target}{fragment}" if target or fragment else page
