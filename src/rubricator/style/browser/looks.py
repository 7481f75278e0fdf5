"""From the browser's computed values to ours."""

from __future__ import annotations

from array import array

from rubricator.page.model import DOCUMENT, TEXT
from rubricator.style.browser.snapshot import Row, Seen
from rubricator.style.computed import ROOT, Computed, is_clipped
from rubricator.style.css.colors import BLACK, TRANSPARENT, parse_color
from rubricator.style.css.properties import PARSERS, parse_family

_STANDARD_FONT = '"Times New Roman"'
"""What Chromium shows pages in that name no font, and gives as their computed family."""
_NOT_STYLED = frozenset({DOCUMENT, TEXT})
_WHITE_SPACE = {"preserve": "pre", "preserve-breaks": "pre-line", "break-spaces": "break-spaces"}


def computed_styles(seen: Seen) -> tuple[array[int], list[Computed]]:
    """Return the number of each node's style, and the styles. A text has its parent's."""
    numbers: dict[Computed, int] = {ROOT: 0}
    of_row: dict[Row, Computed] = {}
    styles: list[Computed] = []
    style_of = array("i")
    inside = _laid_out_inside(seen)
    clipped: set[int] = set()
    for node, tag in enumerate(seen.tag):
        row = seen.rows[node] or seen.hidden[node]
        if tag == DOCUMENT:
            style = ROOT
        elif tag == TEXT:
            style = styles[seen.parent[node]]
        elif row:
            known = of_row.get(row)
            if known is None:
                known = of_row[row] = _computed(row)
            style = known
        else:
            style = _guessed(seen, styles[seen.parent[node]], inside[node])
        if tag == "noscript":
            # A block, as without a browser, so that its text stands apart; nobody sees it where scripts run.
            style = style._replace(display="block")
        # What is laid out without a display has all of it cut away.
        if seen.parent[node] in clipped or (seen.rows[node] and style.display == "none"):
            clipped.add(node)
        laid_out = bool(seen.rows[node] or inside[node])
        if tag not in _NOT_STYLED and (node in clipped or not laid_out):
            style = style._replace(shown=False, screen_reader_only=laid_out)
        styles.append(style)
        style_of.append(numbers.setdefault(style, len(numbers)))
    return style_of, list(numbers)


def _laid_out_inside(seen: Seen) -> list[int]:
    """Return, for each node, the first of its children that is laid out, or has something inside that is; else 0."""
    inside = [0] * len(seen.tag)
    for node in range(len(seen.tag) - 1, 0, -1):
        if seen.rows[node] or inside[node]:
            inside[seen.parent[node]] = node
    return inside


def _guessed(seen: Seen, parent: Computed, child: int) -> Computed:
    """Return the style of an element of which nothing is known: it is hidden, or only what is in it is shown."""
    row = seen.rows[child]
    # A text gives away the style of the element it stands in.
    style = _computed(row) if child and row and seen.tag[child] == TEXT else parent
    display = "contents" if child else "none"
    return style._replace(display=display, background=TRANSPARENT, decoration="none", height="")


def _computed(row: Row) -> Computed:
    (size, weight, style, lines, color, background, align, display, transform, family, visibility, space, height,
     position, clip, clip_path) = row  # fmt: skip
    quirks = False
    if is_clipped(position, PARSERS["clip"](clip, quirks), PARSERS["clip-path"](clip_path, quirks)):
        display = "none"
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
        # Parts of a formula are boxes to the browser, but one line to a reader.
        display="inline" if "math" in display else str(PARSERS["display"](display, quirks) or display),
        transform=str(PARSERS["text-transform"](transform, quirks) or "none"),
        family="serif" if family == _STANDARD_FONT else str(parse_family(family) or family),
        visible=visibility == "visible",
        white_space=_WHITE_SPACE.get(space, "normal"),
        height=f"{round(float(height[:-2]), 2):g}px" if height.endswith("px") else "",
    )
