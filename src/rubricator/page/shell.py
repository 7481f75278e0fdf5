"""Pages whose content is elsewhere: shells that scripts fill, and sets of frames."""

from __future__ import annotations

from rubricator.limits import Notice
from rubricator.page.text import PageText
from rubricator.style.document import Document
from rubricator.style.styled import Styled

_FEW_CHARACTERS = 100
"""Shells say "Loading" or nothing. Of 1,364 saved pages six have so little: forums whose posts are in `<noscript>`."""
_SHORT_SCRIPT = 200
"""Scripts that count visitors or set a class fit in so many characters."""


def notice_shell(styled: Styled, text: PageText, body: int) -> list[Notice]:
    """Say that a page shows nothing of its content, and what would help."""
    document = styled.document
    if document.tag[body] == "frameset" and not text.text:
        return [
            Notice(
                "frames", "the page is a set of frames without text of its own; read its frames with --render browser"
            )
        ]
    if styled.scripts or text.seen > _FEW_CHARACTERS or not _has_scripts(document):
        return []
    return [
        Notice("needs-scripts", "the page shows almost no text before its scripts run; try --render browser --scripts")
    ]


def _has_scripts(document: Document) -> bool:
    for node in document.nodes("script"):
        kind = (document.attribute(node, "type") or "javascript").lower()
        if "javascript" not in kind and "ecmascript" not in kind and kind != "module":
            continue
        inside = range(node + 1, document.stop[node])
        if document.attribute(node, "src") or sum(len(document.data[n]) for n in inside) > _SHORT_SCRIPT:
            return True
    return False
