"""Plain text written as HTML, as browsers show it."""

from __future__ import annotations

from html import escape

TEXT_SUFFIXES = (".txt", ".text")
TEXT_TYPE = "text/plain"


def html_of_text(text: str) -> str:
    """Write plain text as HTML."""
    return f"<!DOCTYPE html><pre>\n{escape(text, quote=False)}</pre>"
