"""Find the encoding that a page declares in its first bytes.

Names and steps follow "prescan a byte stream to determine its encoding" of the HTML standard
(https://html.spec.whatwg.org/multipage/parsing.html). Where the standard runs out of bytes and aborts, the functions
that read tags raise IndexError.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress

from rubricator.load.labels import declared_in_text

PRESCAN_BYTES = 1024

_META = re.compile(rb"<meta[\t\n\f\r /]", re.IGNORECASE)
_TAG = re.compile(rb"</?[A-Za-z][^\t\n\f\r >]*")
_NAME_AND_VALUE = rb"""(?P<name>[^\t\n\f\r />][^\t\n\f\r />=]*+) [\t\n\f\r\ ]*+
    (?: = [\t\n\f\r\ ]*+
        (?: "(?P<double>[^"]*+)" | '(?P<single>[^']*+)' | (?P<unquoted>(?!["'])[^\t\n\f\r\ >]*+) (?=[\0-\xff]) )
      | (?=[^=]) )"""
"""Nothing in it is taken back, so that where bytes are wanting it does not match."""
_ATTRIBUTE = re.compile(rb"[\t\n\f\r /]*+ (?: (?P<end>>) | " + _NAME_AND_VALUE + rb" )", re.VERBOSE)
_ATTRIBUTES = re.compile(rb"(?: [\t\n\f\r /]*+ " + _NAME_AND_VALUE + rb" )*+ [\t\n\f\r /]*+ >", re.VERBOSE)
"""All attributes of a tag, up to its end."""
_OTHER_MARKUP = re.compile(rb"<[!/?]")
_CHARSET = re.compile(rb"charset[\t\n\f\r ]*=[\t\n\f\r ]*", re.IGNORECASE)
_UNQUOTED = re.compile(rb"[^\t\n\f\r ;]*")
_XML_ENCODING = re.compile(rb"encoding[\0-\x20]*=[\0-\x20]*([\"'])([^\0-\x20]*?)\1")

Attribute = tuple[bytes, bytes]
_Named = Callable[[bytes], str | None]
"""Gives the name of the encoding that a label stands for."""


def prescan(data: bytes, limit: int = PRESCAN_BYTES) -> str | None:
    """Return the name of the encoding that the first bytes declare, or None."""
    head = data[:limit]
    if head.startswith(b"<\0?\0x\0"):
        return "utf-16le"
    if head.startswith(b"\0<\0?\0x"):
        return "utf-16be"
    return _first(head, _name)


def declared_label(data: bytes, limit: int) -> str | None:
    """Return the first label that the first bytes give, whether it is known or not."""
    return _first(data[:limit], lambda label: label.decode("latin-1"))


def _first(head: bytes, named: _Named) -> str | None:
    # Most pages say so early; where the word does not stand at all, tag after tag need not be read for it.
    if b"charset" in head.lower():
        position = 0
        while found := _next_meta(head, position):
            position, attributes = found
            name = _declared(attributes, named)
            if name is not None:
                return name
    return _xml_encoding(head, named)


def _next_meta(head: bytes, position: int) -> tuple[int, dict[bytes, bytes]] | None:
    """Return where the next meta element ends, and its attributes; None when the bytes end before."""
    with suppress(IndexError):
        return _meta(head, _index_of_meta(head, position) + len(b"<meta"))
    return None


def _index_of_meta(head: bytes, position: int) -> int:
    while True:
        if head.startswith(b"<!--", position):
            # The dashes of "-->" may be those of "<!--": "<!-->" is a whole comment.
            position = _index(head, b"-->", position + 2) + 2
        elif _META.match(head, position):
            return position
        elif tag := _TAG.match(head, position):
            position = _after_attributes(head, tag.end())
        elif _OTHER_MARKUP.match(head, position):
            position = _index(head, b">", position)
        position = _index(head, b"<", position + 1)


def _index(head: bytes, wanted: bytes, start: int) -> int:
    found = head.find(wanted, start)
    if found < 0:
        raise IndexError
    return found


def _after_attributes(head: bytes, position: int) -> int:
    found = _ATTRIBUTES.match(head, position)
    if found is None:
        raise IndexError
    return found.end() - 1


def _meta(head: bytes, position: int) -> tuple[int, dict[bytes, bytes]]:
    """Read the attributes of a meta element; return where they end, and them."""
    attributes: dict[bytes, bytes] = {}
    while True:
        position, attribute = _attribute(head, position)
        if attribute is None:
            return position, attributes
        attributes.setdefault(*attribute)


def _declared(attributes: dict[bytes, bytes], named: _Named) -> str | None:
    label = attributes.get(b"charset")
    if label is None and attributes.get(b"http-equiv") == b"content-type":
        label = charset_of_content(attributes.get(b"content", b""))
    return None if label is None else named(label)


def _name(label: bytes) -> str | None:
    name = declared_in_text(label.decode("latin-1"))
    return "windows-1252" if name == "x-user-defined" else name


def _attribute(head: bytes, position: int) -> tuple[int, Attribute | None]:
    """The standard's "get an attribute": name and value in lower case, or None at the end of the tag."""
    found = _ATTRIBUTE.match(head, position)
    if found is None:
        raise IndexError
    if found["end"]:
        return found.start("end"), None
    value = found["double"] or found["single"] or found["unquoted"] or b""
    return found.end(), (found["name"].lower(), value.lower())


def charset_of_content(content: bytes) -> bytes | None:
    """The standard's "extracting a character encoding from a meta element", for `text/html; charset=koi8-r`."""
    found = _CHARSET.search(content)
    if found is None:
        return None
    rest = content[found.end() :]
    if rest[:1] in (b'"', b"'"):
        end = rest.find(rest[:1], 1)
        return rest[1:end] if end > 0 else None
    unquoted = _UNQUOTED.match(rest)
    return unquoted.group() if unquoted else None


def _xml_encoding(head: bytes, named: _Named) -> str | None:
    """The standard's "get an XML encoding", for pages whose only declaration is `<?xml encoding="..."?>`."""
    end = head.find(b">")
    if not head.startswith(b"<?xml") or end < 0:
        return None
    found = _XML_ENCODING.search(head, 0, end)
    return named(found.group(2)) if found else None
