"""Declarative shadow roots: parsers leave them out of the tree; as elements of their host their text is read.

What a host holds besides comes after it, in a slot or not. Sheets in a shadow root are its own and are left out.
"""

from __future__ import annotations

import re

SHADOW_ROOT = "shadow-root"

_MODE = "shadowrootmode"
_DECLARED = re.compile(rf"\s{_MODE}\s*=\s*[\"']?\s*(?:open|closed)\b", re.IGNORECASE)
_PIECE = re.compile(
    r"""<!--.*?(?:-->|\Z)|<(script|style)(?=[\s/>]).*?(?:</\1|\Z)
    |<(?P<close>/?)template(?=[\s/>])(?P<attributes>(?:"[^"]*+"?|'[^']*+'?|[^"'<>])*+)""",
    re.DOTALL | re.VERBOSE | re.IGNORECASE,
)


def with_shadow_roots(html: str) -> str:
    """Write templates that are shadow roots as plain elements."""
    if not _contains(html, _MODE):
        return html
    inside: list[bool] = []
    """Of each template that is open, whether it is a shadow root."""

    def renamed(found: re.Match[str]) -> str:
        attributes = found["attributes"]
        if attributes is None:
            return found[0]
        if not found["close"]:
            inside.append(_DECLARED.search(attributes) is not None)
            return f"<{SHADOW_ROOT}{attributes}" if inside[-1] else found[0]
        return f"</{SHADOW_ROOT}" if inside and inside.pop() else found[0]

    return _PIECE.sub(renamed, html)


def _contains(text: str, word: str) -> bool:
    """Say whether a word stands in a text."""
    return word in text
