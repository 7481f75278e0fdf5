"""Bytes to text, as browsers do it: HTML standard for pages, CSS syntax for stylesheets. Decoding never fails."""

from __future__ import annotations

import codecs
import re
from contextlib import suppress
from dataclasses import dataclass

import webencodings

from rubricator.limits import Notice
from rubricator.load.labels import UNSUPPORTED, declared_in_text, encoding_name
from rubricator.load.prescan import declared_label, prescan

DEFAULT = "windows-1252"

# Up to 3 damaged characters are met on sound pages (one cut comment, one pasted line); 0.1 % lets long pages have more.
DOUBTFUL_COUNT = 3
DOUBTFUL_SHARE = 0.001

_BOMS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xfe\xff", "utf-16be"), (b"\xff\xfe", "utf-16le"))
_UTF32_BOMS = (b"\xff\xfe\0\0", b"\0\0\xfe\xff")
_UTF32 = "the page seems to be UTF-32, which browsers do not read; save it as UTF-8"
_AT_CHARSET = re.compile(rb'@charset "([^"]*)";')
_AT_CHARSET_BYTES = 1024
# Enough for the longest heads.
_LATE_BYTES = 1 << 16
_LONGEST_LABEL = 40
_LANGUAGE = re.compile(rb"[^>]{0,1000}?\slang\s*=\s*[\"']?([a-z]{2,3})(?:[-_](hant|tw|hk|mo)\b)?", re.IGNORECASE)
_CYRILLIC = "ba be bg kk ky mk ru sah sr tg tt uk"
_DEFAULTS = {
    **dict.fromkeys(_CYRILLIC.split(), ("windows-1251",)),
    **dict.fromkeys("cs hr sk".split(), ("windows-1250",)),
    **dict.fromkeys("hu pl sl".split(), ("iso-8859-2",)),
    **dict.fromkeys("et lt lv".split(), ("windows-1257",)),
    **dict.fromkeys("az ku tr".split(), ("windows-1254",)),
    **dict.fromkeys("ar fa".split(), ("windows-1256",)),
    "el": ("iso-8859-7",), "he": ("windows-1255",), "th": ("windows-874",), "vi": ("windows-1258",),
    "ja": ("shift_jis", "euc-jp"), "ko": ("euc-kr",), "zh": ("gbk",), "zh-hant": ("big5",),
}  # fmt: skip
"""The standard's defaults for readers of a language, taken by the language of the page; EUC-JP is our own addition."""
_C1 = "rubricator.c1"
_ERRORS = {"gb18030": "rubricator.euro", "euc-jp": "rubricator.vendor"}
# Six signs of JIS X 0208 are wide ones in the standard.
_WIDE = str.maketrans("\u301c\u2016\u2212\u00a2\u00a3\u00ac", "\uff5e\u2225\uff0d\uffe0\uffe1\uffe2")


@dataclass(frozen=True, slots=True)
class Decoded:
    """A page's text, the standard's name of its encoding, and warnings about it."""

    text: str
    encoding: str
    notices: tuple[Notice, ...] = ()


def decode_page(data: bytes, transport: str | None = None) -> Decoded:
    """Decode a page by its byte order mark, the charset it was sent with, its own declaration, or windows-1252.

    A declaration after the prescan's bytes counts too, as browsers change the encoding when they meet one. Without any,
    bytes that are valid UTF-8 are read as such, and others by the `lang` of the page, if they fit: the standard leaves
    room for a guess before its default.
    """
    declared = _bom(data) or encoding_name(transport) or prescan(data) or prescan(data, _LATE_BYTES)
    encoding = _undeclared(data) if declared is None else DEFAULT if declared in UNSUPPORTED else declared
    text, damaged = _decode(data, encoding)
    if data.startswith(_UTF32_BOMS):
        notices: tuple[Notice, ...] = (Notice("charset-unsupported", _UTF32),)
    elif declared is None:
        notices = _guess(data, encoding, transport)
    else:
        notices = _damage(data, text, damaged, declared)
    return Decoded(text, encoding, notices)


def decode_sheet(data: bytes, transport: str | None, fallback: str) -> str:
    """Decode a stylesheet by its byte order mark, the charset it was sent with, its @charset, or that of its page."""
    declared = _bom(data) or encoding_name(transport) or _at_charset(data) or encoding_name(fallback) or "utf-8"
    return _decode(data, DEFAULT if declared in UNSUPPORTED else declared)[0]


def without_surrogates(text: str) -> str:
    """Return the text fit for UTF-8: surrogate pairs joined, lone ones replaced by U+FFFD."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def _bom(data: bytes) -> str | None:
    return next((name for mark, name in _BOMS if data.startswith(mark)), None)


def _at_charset(data: bytes) -> str | None:
    found = _AT_CHARSET.match(data[:_AT_CHARSET_BYTES])
    return declared_in_text(found.group(1).decode("latin-1")) if found else None


def _decode(data: bytes, encoding: str) -> tuple[str, bool]:
    """Return the text, and whether bytes of it may have been wrong."""
    if encoding == "utf-8":
        sound = _utf8(data.removeprefix(_BOMS[0][0]))
        if sound is not None:
            return sound, False
    # The standard decodes GBK with the decoder of gb18030, its superset; Python's own GBK lacks the additions.
    codec = "gb18030" if encoding == "gbk" else encoding
    errors = _C1 if encoding.startswith("windows-") else _ERRORS.get(codec, "replace")
    text: str = webencodings.decode(data, codec, errors)[0]
    if encoding == "euc-jp":
        text = text.translate(_WIDE)
    # Only UTF-16 can spell a surrogate; Python's other decoders never give one.
    return without_surrogates(text) if encoding.startswith("utf-16") else text, True


def _utf8(data: bytes) -> str | None:
    """Return the text of bytes that are UTF-8, None for others."""
    with suppress(UnicodeDecodeError):
        return data.decode("utf-8")
    return None


def _c1_or_replacement(error: UnicodeError) -> tuple[str, int]:
    """Give the bytes 80-9F that Python's windows-125x tables leave out the meaning they have in the standard's."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    wrong = error.object[error.start : error.end]
    return "".join(chr(byte) if 0x80 <= byte <= 0x9F else "\ufffd" for byte in wrong), error.end


def _euro_or_replacement(error: UnicodeError) -> tuple[str, int]:
    """Give the byte 80 the meaning that it has in the standard's gb18030."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return "\u20ac" if error.object[error.start] == 0x80 else "\ufffd", error.end


def _vendor_character(error: UnicodeError) -> tuple[str, int]:
    """Read the rows that NEC and IBM added to JIS X 0208: the standard knows them, of Python's codecs only cp932."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    pair = error.object[error.start : error.start + 2]
    if len(pair) < 2 or not all(0xA1 <= byte <= 0xFE for byte in pair):
        return "\ufffd", error.end
    row, cell = pair[0] - 0xA1, pair[1] - 0xA1
    lead, trail = row // 2 + (0x81 if row < 62 else 0xC1), cell + (0x9F if row % 2 else 0x40 + (cell >= 63))
    try:
        return bytes((lead, trail)).decode("cp932"), error.start + 2
    except UnicodeDecodeError:
        return "\ufffd", error.start + 2


codecs.register_error(_C1, _c1_or_replacement)
codecs.register_error(_ERRORS["gb18030"], _euro_or_replacement)
codecs.register_error(_ERRORS["euc-jp"], _vendor_character)


def _damage(data: bytes, text: str, may_be_damaged: bool, declared: str) -> tuple[Notice, ...]:
    """Tell what does not fit the encoding that was declared."""
    if declared in UNSUPPORTED:
        return (Notice("charset-unsupported", f"browsers do not read the declared encoding; {DEFAULT} was taken"),)
    damaged = text.count("\ufffd") if may_be_damaged else 0
    if damaged and declared == "utf-8":
        damaged -= data.count(b"\xef\xbf\xbd")
    if damaged <= max(DOUBTFUL_COUNT, DOUBTFUL_SHARE * len(text)):
        return ()
    message = f"the page says it is {declared}, but {damaged} characters of it are not; its text may be damaged"
    return (Notice("charset-doubtful", message),)


def _guess(data: bytes, encoding: str, transport: str | None) -> tuple[Notice, ...]:
    """Tell what was taken where nothing that is known was declared."""
    if data.isascii():
        return ()
    whose = {"utf-8": "", DEFAULT: ", the default of the web"}.get(encoding, ", the default for its language")
    read_as = f"it was read as {encoding}{whose}"
    label = transport or declared_label(data, _LATE_BYTES)
    if label:
        message = f"the declared encoding {label[:_LONGEST_LABEL]!r} is unknown; {read_as}"
        return (Notice("charset-unsupported", message),)
    return (Notice("charset-guess", f"the page does not declare its encoding; {read_as}"),)


def _undeclared(data: bytes) -> str:
    if _is_utf8(data):
        return "utf-8"
    return next((encoding for encoding in _of_language(data) if "\ufffd" not in _decode(data, encoding)[0]), DEFAULT)


def _of_language(data: bytes) -> tuple[str, ...]:
    """Return the encodings that are usual for the language which the page says it is in."""
    head = data[:_LATE_BYTES]
    place = -1 if data.isascii() else head.lower().find(b"<html")
    found = _LANGUAGE.match(head, place + len(b"<html")) if place >= 0 else None
    if found is None:
        return ()
    language = found.group(1).decode("ascii").lower()
    return _DEFAULTS.get("zh-hant" if language == "zh" and found.group(2) else language, ())


def _is_utf8(data: bytes) -> bool:
    """Whether the bytes are UTF-8 beyond ASCII; a last character cut in two (by a size cap) is allowed."""
    try:
        return not codecs.getincrementaldecoder("utf-8")().decode(data, final=False).isascii()
    except UnicodeDecodeError:
        return False
