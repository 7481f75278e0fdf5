"""Encoding labels, as the Encoding standard names them."""

from __future__ import annotations

import webencodings

# Spelled out next to "replacement", as older tables of the standard gave them names of their own.
UNSUPPORTED = frozenset({"replacement", "hz-gb-2312", "iso-2022-kr", "iso-2022-cn", "iso-2022-cn-ext"})


def encoding_name(label: str | None) -> str | None:
    """Return the standard's name of the encoding that a label stands for, or None for an unknown label."""
    if label is None or not label.isascii():
        return None
    name: str | None = webencodings.LABELS.get(label.strip("\t\n\f\r ").lower())
    return name


def declared_in_text(label: str | None) -> str | None:
    """The same for a label that was read as ASCII: such a page cannot be UTF-16."""
    name = encoding_name(label)
    return "utf-8" if name in ("utf-16le", "utf-16be") else name
