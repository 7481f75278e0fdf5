"""From the browser's computed values to ours."""

from __future__ import annotations

from rubricator.page.model import DOCUMENT, TEXT
from rubricator.style.browser.snapshot import Row, Seen
from rubricator.style.computed import ROOT, Computed
from rubricator.style.css.colors import BLACK, TRANSPARENT, parse_color
from rubricator.style.css.properties import PARSERS, parse_family

_STANDARD_FONT = '"Times New Roman"'
"""What Chromium shows pages in that name no font, and gives as their computed family."""
_WHITE_SPACE = {"preserve": "pre", "preserve-breaks": "pre-line", "break-spaces": "break-spaces"}


def computed_styles(seen: Seen) -> tuple[list[int], list[Computed]]:
    """Return the number of each node's style, and the styles. A text has its parent's."""
    numbers: dict[Computed, int] = {ROOT: 0}
    of_row: dict[Row, Computed] = {}
    styles: list[Computed] = []
    style_of: list[int] = []
    around = _laid_out_inside(seen)
    for node, tag in enumerate(seen.tag):
        row = seen.rows[node]
        if tag == DOCUMENT:
            styles.append(ROOT)
        elif tag == TEXT:
            styles.append(styles[seen.parent[node]])
        elif row:
            known = of_row.get(row)
            if known is None:
                known = of_row[row] = _computed(row)
            styles.append(known)
            if tag == "noscript":
                # A block, as without a browser, so that its text stands apart; nobody sees it where scripts run.
                styles[node] = known._replace(display="block")
        else:
            styles.append(_without_box(seen, styles[seen.parent[node]], around[node]))
        style_of.append(numbers.setdefault(styles[node], len(numbers)))
    return style_of, list(numbers)


def _laid_out_inside(seen: Seen) -> list[int]:
    """Return, for each node without a box of its own, the first of its children that has one, or whose children do."""
    inside = [0] * len(seen.tag)
    for node in range(len(seen.tag) - 1, 0, -1):
        if seen.rows[node] or inside[node]:
            inside[seen.parent[node]] = node
    return inside


def _without_box(seen: Seen, parent: Computed, child: int) -> Computed:
    """Return the style of an element that is not laid out: it is hidden, or only its children are shown."""
    if not child:
        return parent._replace(display="none", shown=False, background=TRANSPARENT, decoration="none", height="")
    row = seen.rows[child]
    # A text gives away the style of the element it stands in.
    style = _computed(row) if row and seen.tag[child] == TEXT else parent
    return style._replace(display="contents", background=TRANSPARENT, decoration="none", height="")


def _computed(row: Row) -> Computed:
    (size, weight, style, lines, color, background, align, display, transform, family, visibility, space, height) = row
    quirks = False
    shown = parse_color(color)
    behind = parse_color(background)
    return Computed(
        font_size=round(float(size.removesuffix("px")), 4),
        weight=round(float(weight)),
        italic=style != "normal",
        decoration=str(PARSERS["text-decoration-line"](lines, quirks) or "none"),
        color=BLACK if shown is None else shown,
        background=TRANSPARENT if behind is None else behind,
        align=align,
        display=str(PARSERS["display"](display, quirks) or display),
        transform=transform,
        family="serif" if family == _STANDARD_FONT else str(parse_family(family) or family),
        visible=visibility == "visible",
        white_space=_WHITE_SPACE.get(space, "normal"),
        height=f"{round(float(height[:-2]), 2):g}px" if height.endswith("px") else "",
    )
