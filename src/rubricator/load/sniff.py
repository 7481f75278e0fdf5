"""What bytes are, from how they begin."""

from __future__ import annotations

import re

SNIFFED_BYTES = 4096

# A page has none of these bytes; ESC is left out, ISO-2022-JP writes with it.
CONTROL_BYTES = bytes(byte for byte in range(0x20) if byte not in b"\t\n\f\r\x1b")
# One in 50: stray control characters of sound pages stay far below, formats without a known beginning far above.
CONTROL_SHARE = 0.02

_UNPACK = "unpack it first"
_SAVE = "give the web page itself"
_MAGIC: tuple[tuple[bytes, str, str], ...] = (
    (b"%PDF-", "a PDF document", _SAVE),
    (b"PK\x03\x04", "a ZIP archive (or an office document, an e-book)", _UNPACK),
    (b"PK\x05\x06", "an empty ZIP archive", _SAVE),
    (b"\x1f\x8b", "a gzip file", _UNPACK),
    (b"BZh91AY&SY", "a bzip2 file", _UNPACK),
    (b"\xfd7zXZ\0", "an xz file", _UNPACK),
    (b"\x28\xb5\x2f\xfd", "a Zstandard file", _UNPACK),
    (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive", _UNPACK),
    (b"Rar!\x1a\x07", "a RAR archive", _UNPACK),
    (b"bplist00", "a property list (Safari's .webarchive is one)", "save the page as page source"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old office document", _SAVE),
    (b"\x89PNG\r\n\x1a\n", "a PNG image", _SAVE),
    (b"\xff\xd8\xff", "a JPEG image", _SAVE),
    (b"GIF87a", "a GIF image", _SAVE),
    (b"GIF89a", "a GIF image", _SAVE),
    (b"II*\0", "a TIFF image", _SAVE),
    (b"MM\0*", "a TIFF image", _SAVE),
    (b"\0\0\x01\0", "an icon", _SAVE),
    (b"wOFF", "a font", _SAVE),
    (b"wOF2", "a font", _SAVE),
    (b"OggS", "an Ogg recording", _SAVE),
    (b"ID3\x03", "an MP3 recording", _SAVE),
    (b"\x1aE\xdf\xa3", "a video", _SAVE),
    (b"\x7fELF", "a program", _SAVE),
    (b"\xca\xfe\xba\xbe", "a program", _SAVE),
    (b"\xcf\xfa\xed\xfe", "a program", _SAVE),
    (b"\0asm", "a program", _SAVE),
    (b"SQLite format 3\0", "a SQLite database", _SAVE),
    (b"PAR1\x15", "a Parquet file", _SAVE),
)
_BEGINNINGS = tuple(magic for magic, _, _ in _MAGIC)

_MIME_HEADERS = re.compile(rb"\s*(?:[!-9;-~]+:[^\r\n]*(?:\r?\n|\r)(?:[ \t][^\r\n]*(?:\r?\n|\r))*)+")
_RELATED = re.compile(rb"^content-type:\s*multipart/related\b", re.IGNORECASE | re.MULTILINE)
_SAVED_FROM = re.compile(r"<!--\s*saved from url=\(\d+\)(https?://[^\s<>]+)\s*-->", re.IGNORECASE)
_BOM = b"\xef\xbb\xbf"


def foreign_kind(data: bytes) -> tuple[str, str] | None:
    """Return what a file that is no page seems to be, and what to do about it; None when it may be a page."""
    if data.startswith(_BEGINNINGS):
        return next((kind, advice) for magic, kind, advice in _MAGIC if data.startswith(magic))
    if data[:4] == b"RIFF" and data[8:12] in (b"WEBP", b"WAVE", b"AVI "):
        return "a WebP image, a recording or a video", _SAVE
    if data[4:8] == b"ftyp":
        return "a video or an image", _SAVE
    return None


def looks_binary(data: bytes) -> bool:
    """Whether the first bytes hold more control characters than any text does."""
    head = data[:SNIFFED_BYTES]
    controls = len(head) - len(head.translate(None, CONTROL_BYTES))
    return controls > CONTROL_SHARE * len(head)


def looks_like_mhtml(data: bytes) -> bool:
    """Whether the bytes begin with MIME headers that announce multipart/related."""
    headers = _MIME_HEADERS.match(data[:SNIFFED_BYTES].removeprefix(_BOM))
    return headers is not None and _RELATED.search(headers.group()) is not None


def looks_like_markup(data: bytes) -> bool:
    return data[:SNIFFED_BYTES].removeprefix(_BOM).lstrip().startswith(b"<")


def saved_from(html: str) -> str | None:
    """Return the address in the comment that browsers put on top of the pages they save."""
    found = _SAVED_FROM.search(html, 0, SNIFFED_BYTES)
    return found.group(1) if found else None
