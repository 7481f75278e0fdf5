"""How far a page can be parsed before formatting elements that are left open fill the memory.

The parser opens them again in every paragraph: 1,000 distinct `<b>` before 8,000 paragraphs are 8 million elements. It
builds its tree before anyone is asked, so the number is estimated from the tags.
"""

from __future__ import annotations

import re

from turbohtml import TokenType, tokenize

from rubricator.limits import Budget

_FORMATTING = frozenset("b big code em font i s small strike strong tt u".split())
"""Without `a` and `nobr`, of which only one can be open."""
_START_TAG = re.compile(rf"<(?:{'|'.join(sorted(_FORMATTING))})[\s/>]", re.IGNORECASE)
_BARRIERS = frozenset("applet caption marquee math object select svg table td template th".split())
"""Behind the start tag of one of these, end tags need not reach what was opened before."""
_MOST_ALIKE = 3
"""Of equal elements the parser opens no more again."""
_CHECK_EVERY = 1 << 16


def parsable(html: str, most: int, budget: Budget) -> str:
    """Return the page up to where elements that are opened again may be more than `most`."""
    tags = html.count("<")
    if tags * tags <= 4 * most or tags * len(_START_TAG.findall(html)) <= most:
        return html
    kept: dict[tuple[object, ...], int] = {}
    opened: list[tuple[object, ...]] = []
    """Formatting elements since the last barrier, which end tags close; all that are open are counted in `kept`."""
    count = made = 0
    for number, token in enumerate(tokenize(html)):
        if not number % _CHECK_EVERY:
            budget.check()
        tag = token.tag
        if tag is None:
            continue
        if tag in _FORMATTING:
            if token.type == TokenType.START_TAG:
                element = (tag, *(token.attrs or ()))
                alike = kept.get(element, 0)
                if alike < _MOST_ALIKE:
                    kept[element] = alike + 1
                    opened.append(element)
                    count += 1
                continue
            place = next((at for at in range(len(opened) - 1, -1, -1) if opened[at][0] == tag), -1)
            if place >= 0:
                kept[opened.pop(place)] -= 1
                count -= 1
        elif tag in _BARRIERS and opened:
            opened.clear()
        made += count
        if made > most:
            return _before(html, token.line, token.col)
    return html


def _before(html: str, line: int, column: int) -> str:
    lines = html.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return "\n".join([*lines[: line - 1], lines[line - 1][:column]])
