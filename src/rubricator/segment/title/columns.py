"""The columns that the features of the table are bands of, one value a unit (section 4.3)."""

from __future__ import annotations

from bisect import bisect_left

import numpy as np
from numpy.typing import NDArray

from rubricator.page.model import Page, Style
from rubricator.segment.rubric.context import BITS
from rubricator.segment.title.table import ALIGNMENTS, BETWEEN
from rubricator.segment.title.texts import text_columns
from rubricator.segment.title.units import BETWEEN_BITS, CLASSES, Units

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Columns = dict[str, Floats]

WINDOW = 1280.0
"""Width of the window, in pixels, that widths are shares of when the page has no boxes."""
_LETTER = 0.5
"""Width of a letter, in font sizes, for the same."""
_TOP = 0.25
"""The top region of a page (section 3, 2a)."""
_LEVELS = (10.0, 13.0, 16.0, 18.0, 24.0, 32.0)
"""The largest pixels of HTML's font sizes 1 to 6."""
BOLD = 600


def unit_columns(units: Units) -> Columns:
    """Compute every column of the table."""
    if not units.node:
        return {}
    looks = _Looks(units)
    return {
        **_position(units, looks),
        **_tags(units, looks),
        **_sizes(looks),
        **_weights(looks),
        **_colors(looks),
        **_families(looks),
        **_alignments(looks),
        **_relatives(units, looks),
        **_beside(units, looks),
        **_brothers(units, looks),
        **text_columns(units),
        **_others(units),
    }


class _Looks:
    """The look of each unit, as arrays, and that of the page's body text: most characters are in it."""

    def __init__(self, units: Units) -> None:
        page, nodes = units.page, units.node
        self.page = page
        self.node = np.array(nodes, dtype=np.int64)
        self.style = np.array([page.style[node] for node in nodes], dtype=np.int64)
        self.length = np.array([page.end[node] - page.start[node] for node in nodes], dtype=np.float64)
        weights = np.bincount(self.style, weights=self.length, minlength=len(page.styles))
        self.body = int(np.argmax(weights))
        self.sizes = np.round(np.array([max(style.font_size, 0.0) for style in page.styles]) * 2) / 2
        self.bold = np.array([style.weight >= BOLD for style in page.styles], dtype=np.float64)
        self.italic = np.array([style.italic for style in page.styles], dtype=np.float64)
        self.color = np.array([style.color for style in page.styles], dtype=np.int64)
        self.family = _codes([style.family for style in page.styles])
        self.align = np.array([_alignment(style) for style in page.styles], dtype=np.int64)
        self.size = self.sizes[self.style]
        self.background = np.array([units.background[node] for node in nodes], dtype=np.int64)
        self.underlined = np.array([units.underlined[node] for node in nodes], dtype=np.float64)
        body_unit = int(np.argmax(np.where(self.style == self.body, self.length, -1)))
        self.body_background = int(self.background[body_unit])
        self.link = _region(units, "link")
        self.item = _region(units, "item")
        self.level = _heading_level(units)
        self.top = _top(units, page)


def _codes(values: list[str]) -> Ints:
    known: dict[str, int] = {}
    return np.array([known.setdefault(value, len(known)) for value in values], dtype=np.int64)


def _alignment(style: Style) -> int:
    align = {"start": "left", "end": "right", "-webkit-center": "center", "-webkit-right": "right"}.get(
        style.align, style.align
    )
    return ALIGNMENTS.index(align) if align in ALIGNMENTS else 0


def _region(units: Units, *names: str) -> Floats:
    bits = 0
    for name in names:
        bits |= BITS[name]
    return np.array([bool(units.regions[node] & bits) for node in units.node], dtype=np.float64)


def _heading_level(units: Units) -> Floats:
    """Return the level of the outermost heading tag around each unit; 0 where there is none."""
    level = np.zeros(len(units.node))
    for number in range(6, 0, -1):
        level = np.where(_region(units, f"h{number}") > 0, number, level)
    return level


def _share(values: NDArray[np.int64] | Floats) -> Floats:
    """Return the share of units that have the same value."""
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    return (counts[inverse] / len(values)).astype(np.float64)


def _is(values: NDArray[np.bool_]) -> Floats:
    return values.astype(np.float64)


def _top(units: Units, page: Page) -> Floats:
    """Return how far down the page each unit begins, as a share of the page: by boxes, else by document order."""
    if page.boxes is not None:
        bottom = max((box.y + box.height for box in page.boxes if box), default=0.0)
        places = [page.boxes[node] for node in units.node]
        if bottom > 0:
            return np.array([min(max(box.y / bottom, 0.0), 1.0) if box else 1.0 for box in places])
    return np.array([page.start[node] for node in units.node]) / max(len(page.text), 1)


def _width(units: Units, looks: _Looks) -> Floats:
    """Return the width of each unit as a share of the page's: by boxes, else estimated from its letters."""
    page = units.page
    if page.boxes is not None:
        whole = page.boxes[page.body]
        across = whole.width if whole and whole.width > 0 else WINDOW
        return np.array([box.width / across if (box := page.boxes[node]) else 0.0 for node in units.node])
    return np.minimum(looks.length * looks.size * _LETTER / WINDOW, 1.0)


def _position(units: Units, looks: _Looks) -> Columns:
    first = np.zeros(len(units.node))
    first[0] = 1
    return {"top": looks.top, "width": _width(units, looks), "first unit": first}


def _tags(units: Units, looks: _Looks) -> Columns:
    level = looks.level
    tagged = level > 0
    order = _nth_element(units, tagged)
    levels = np.unique(level[tagged])
    top, second = (levels[0] if len(levels) else 0), (levels[1] if len(levels) > 1 else 0)
    line = np.array(units.line)
    return {
        "heading level": level,
        "first tagged": _is(order == 1),
        "second tagged": _is(order == 2),
        "third tagged": _is(order == 3),
        "top level tagged": _is(tagged & (level == top)),
        "second level tagged": _is(tagged & (level == second)),
        "only tagged": _is(tagged & (order.max() == 1)),
        "in item": looks.item,
        "in directory": np.array([_in_directory(units.page, node) for node in units.node]),
        "in link": looks.link,
        "begins line": _is(np.concatenate([[True], line[1:] != line[:-1]])),
        "ends line": _is(np.concatenate([line[1:] != line[:-1], [True]])),
    }


def _nth_element(units: Units, tagged: NDArray[np.bool_]) -> Ints:
    """Number the lines with a heading tag from 1; 0 for units without one."""
    numbers: dict[int, int] = {}
    return np.array(
        [
            numbers.setdefault(line, len(numbers) + 1) if flag else 0
            for line, flag in zip(units.line, tagged.tolist(), strict=True)
        ],
        dtype=np.int64,
    )


_NEAR = 3
"""Parents that are looked at for a directory: an item stands right under its list."""


def _in_directory(page: Page, node: int) -> float:
    for _ in range(_NEAR):
        node = page.parent[node]
        if node <= 0:
            return 0.0
        if page.tag[node] in {"dir", "menu"}:
            return 1.0
    return 0.0


def _sizes(looks: _Looks) -> Columns:
    size, top = looks.size, looks.top <= _TOP
    order = np.unique(size)[::-1]
    on_top = np.unique(size[top])[::-1]
    tagged = looks.level > 0
    body = max(float(looks.sizes[looks.body]), 1.0)

    def ranked(sizes: Floats, place: int) -> NDArray[np.bool_]:
        return size == sizes[place] if len(sizes) > place else np.zeros(len(size), dtype=bool)

    largest = ranked(order, 0)
    larger = 1 - np.searchsorted(np.sort(size), size, side="right") / len(size)
    return {
        "font size level": np.array([bisect_left(_LEVELS, one) + 1 for one in size.tolist()], dtype=np.float64),
        "largest font": _is(largest),
        "second largest font": _is(ranked(order, 1)),
        "third largest font": _is(ranked(order, 2)),
        "largest font on top": _is(top & ranked(on_top, 0)),
        "second largest font on top": _is(top & ranked(on_top, 1)),
        "share of font size": _share(size),
        "share of larger fonts": larger,
        "font size to body text": size / body,
        "only unit in largest font": _is(largest & (largest.sum() == 1)),
        "largest font of tagged units": _is(tagged & (size == (size[tagged].max() if tagged.any() else -1))),
    }


def _weights(looks: _Looks) -> Columns:
    bold = looks.bold[looks.style]
    largest = looks.size == looks.size.max()
    italic = looks.italic[looks.style]
    return {
        "bold": bold,
        "not bold": 1 - bold,
        "bold and largest font": bold * largest,
        "bold unlike body text": bold * (1 - looks.bold[looks.body]),
        "share of font weight": _share(bold),
        "italic": italic,
        "underlined": looks.underlined,
        "share of font style": _share(italic),
    }


def _channels(colors: Ints) -> Ints:
    return np.stack([colors >> shift & 255 for shift in (24, 16, 8)])


def _colors(looks: _Looks) -> Columns:
    color, behind = looks.color[looks.style], looks.background
    channels, ground = _channels(color), _channels(behind)
    same, same_ground = _share(color), _share(behind)
    alone = 1.5 / len(color)
    return {
        "share of color": same,
        "black": _is(channels.max(axis=0) < 0x30),
        "white": _is(channels.min(axis=0) > 0xE0),
        "colorful": _is(channels.max(axis=0) - channels.min(axis=0) > 0x40),
        "color unlike body text": _is(color != looks.color[looks.body]),
        "only unit in color": _is(same < alone),
        "share of background": same_ground,
        "on white": _is(ground.min(axis=0) > 0xE0),
        "on dark": _is(ground.max(axis=0) < 0x80),
        "background unlike body text": _is(behind != looks.body_background),
        "only unit on background": _is(same_ground < alone),
    }


_MONO = ("mono", "courier", "consolas", "menlo")
_SERIF = ("times", "georgia", "garamond", "palatino", "cambria", "roman", "bookman")


def _kind_of_family(family: str) -> str:
    name = family.lower()
    if any(word in name for word in _MONO):
        return "monospace"
    first = name.split(",")[0]
    return "serif" if any(word in first for word in _SERIF) or first.strip("'\" ") == "serif" else "sans-serif"


def _families(looks: _Looks) -> Columns:
    kinds = [_kind_of_family(style.family) for style in looks.page.styles]
    family = looks.family[looks.style]
    same = _share(family)
    return {
        "share of font family": same,
        **{
            name: np.array([kinds[style] == name for style in looks.style.tolist()], dtype=np.float64)
            for name in ("serif", "sans-serif", "monospace")
        },
        "family unlike body text": _is(family != looks.family[looks.body]),
        "only unit in family": _is(same < 1.5 / len(family)),
    }


def _alignments(looks: _Looks) -> Columns:
    align = looks.align[looks.style]
    return {
        **{name: _is(align == code) for code, name in enumerate(ALIGNMENTS)},
        "share of alignment": _share(align),
        "alignment unlike body text": _is(align != looks.align[looks.body]),
    }


def _relatives(units: Units, looks: _Looks) -> Columns:
    """Compare each unit with the root, its parent, the units beside it, and its brothers in the tree."""
    page, count = units.page, len(units.node)
    style = np.array(page.style, dtype=np.int64)
    behind = np.array(units.background, dtype=np.int64)
    before, after = _siblings(units)
    numbers = np.arange(count)
    others = {
        "root": np.full(count, page.body),
        "parent": np.array([page.parent[node] for node in units.own], dtype=np.int64),
        "previous": looks.node[np.maximum(numbers - 1, 0)],
        "next": looks.node[np.minimum(numbers + 1, count - 1)],
        "brother before": np.array(before, dtype=np.int64),
        "brother after": np.array(after, dtype=np.int64),
    }
    columns: Columns = {}
    for name, other in others.items():
        there = style[other]
        columns[f"font size to {name}"] = np.maximum(looks.size, 1) / np.maximum(looks.sizes[there], 1)
        if not name.startswith("brother"):
            columns |= {
                f"font weight to {name}": looks.bold[looks.style] - looks.bold[there],
                f"color unlike {name}": _is(looks.color[looks.style] != looks.color[there]),
                f"background unlike {name}": _is(looks.background != behind[other]),
                f"family unlike {name}": _is(looks.family[looks.style] != looks.family[there]),
                f"style unlike {name}": _is(looks.italic[looks.style] != looks.italic[there]),
            }
    return columns


def _siblings(units: Units) -> tuple[list[int], list[int]]:
    """Return for each unit the node with text before its own under the same parent, and the one after; else itself."""
    page = units.page
    latest: dict[int, int] = {}
    before = list(units.own)
    after = list(units.own)
    for number, node in enumerate(units.own):
        above = page.parent[node]
        last = latest.get(above)
        if last is not None:
            before[number], after[last] = units.own[last], node
        latest[above] = number
    return before, after


def _beside(units: Units, looks: _Looks) -> Columns:
    """Say what the units before and after are, and what stands between."""
    count = len(units.node)
    numbers = np.arange(count)
    align = looks.align[looks.style]
    left, center, right = (ALIGNMENTS.index(name) for name in ("left", "center", "right"))
    between = np.array(units.between, dtype=np.int64)
    line = np.array(units.line)
    columns: Columns = {}
    for side, step in (("previous", -1), ("next", 1)):
        place = numbers + step
        there = (place >= 0) & (place < count)
        other = np.clip(place, 0, count - 1)
        gap = between[numbers if step < 0 else numbers + 1]
        columns |= {f"{what} between {side}": _is(gap & BETWEEN_BITS[what] > 0) for what in BETWEEN}
        columns |= {
            f"{side} left, this center": _is(there & (align[other] == left) & (align == center)),
            f"{side} center, this left": _is(there & (align[other] == center) & (align == left)),
            f"aligned as {side}": _is(there & (align[other] == align)),
            f"{side} right": _is(there & (align[other] == right)),
            f"{side} tagged the same": _is(there & (looks.level > 0) & (looks.level[other] == looks.level)),
            f"{side} tagged": _is(there & (looks.level[other] > 0)),
            f"{side} in link": there * looks.link[other],
            f"{side} in item": there * looks.item[other],
            f"length of {side}": there * looks.length[other],
            f"no {side}": _is(~there),
            f"{side} on the same line": _is(there & (line[other] == line)),
        }
    return columns


def _brothers(units: Units, looks: _Looks) -> Columns:
    """Say whether the units under the same parent look alike."""
    page = units.page
    above = np.array([page.parent[node] for node in units.own], dtype=np.int64)
    _, group, counts = np.unique(above, return_inverse=True, return_counts=True)
    kind = _codes([page.tag[node] for node in units.own])

    def alike(values: Floats | Ints) -> Floats:
        low, high = np.full(len(counts), np.inf), np.full(len(counts), -np.inf)
        np.minimum.at(low, group, values)
        np.maximum.at(high, group, values)
        return _is((low == high)[group] & (counts[group] > 1))

    return {
        "brothers in one font size": alike(looks.size),
        "brothers in one weight": alike(looks.bold[looks.style]),
        "brothers in one color": alike(looks.color[looks.style]),
        "brothers in one kind of element": alike(kind),
        "brothers": (counts[group] - 1).astype(np.float64),
    }


def _others(units: Units) -> Columns:
    classes = np.array([units.classes[node] for node in units.node], dtype=np.int64)
    return {
        **{f"class {name}": _is(classes & bit > 0) for name, bit in CLASSES.items()},
        **{f"inside {name}": _region(units, name, f".{name}") for name in ("nav", "foot", "aside", "head", "main")},
        "inside social": _region(units, ".social"),
        "depth": np.array([units.depth[node] for node in units.node], dtype=np.float64),
        "in cell": _region(units, "cell"),
        "in form": _region(units, "form", "control"),
    }
