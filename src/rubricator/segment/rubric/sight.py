"""What a reader sees, as numpy columns: runs, units and the page's own body text."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import chain

import numpy as np

from rubricator.page.model import VISIBLE, Page
from rubricator.page.units import Unit, units
from rubricator.segment.rubric.columns import Floats, Ints, as_ints, as_table
from rubricator.segment.rubric.context import BITS, Context, find_context

_IDEOGRAPH = 2.5
"""A text in Chinese or Japanese has about this many times fewer characters than the same in English."""
_FIRST_IDEOGRAPH, _AFTER_IDEOGRAPHS = 0x2E80, 0xD7A4
_TAGGED = frozenset(f"h{level}" for level in range(1, 7))
BOLD = 600
"""From this weight on text counts as bold."""


@dataclass(frozen=True, slots=True)
class Sight:
    """Columns of one page. `node_*` has an entry per node, `run_*` per run, `unit_*` per unit, `style_*` per style."""

    page: Page
    units: list[Unit]
    context: Context
    node_parent: Ints
    node_start: Ints
    node_end: Ints
    node_depth: Ints
    node_near: Ints
    run_start: Ints
    run_end: Ints
    run_node: Ints
    run_style: Ints
    run_bits: Ints
    run_near: Ints
    run_path: Ints
    """Numbers of distinct tag paths."""
    unit_start: Ints
    unit_end: Ints
    unit_run: Ints
    """The first run of each unit, and one past the last run of all."""
    unit_container: Ints
    unit_visible: Floats
    unit_link: Floats
    """Share of linked characters."""
    unit_ends: Floats
    """1 where it ends as sentences do."""
    style_size: Floats
    style_weight: Floats
    style_italic: Floats
    style_underline: Floats
    style_color: Ints
    style_background: Ints
    style_center: Floats
    style_caps: Floats
    style_family: Ints
    body_style: int
    """The style that most of the visible text has."""
    link_before: Floats
    """Linked characters before each run, and in all."""
    scale: float
    """How many letters of an alphabet a character stands for: more than one where most are ideographs."""
    tagged: int
    """How many elements h1-h6 have text."""


def _scale(text: str) -> float:
    """Weigh a text by its share of ideographs, kana and syllables of Hangul."""
    if text.isascii() or not text:
        return 1.0
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    # What is less than the first wraps around.
    ideographs = np.count_nonzero(codes - np.uint32(_FIRST_IDEOGRAPH) < _AFTER_IDEOGRAPHS - _FIRST_IDEOGRAPH)
    return 1 + (_IDEOGRAPH - 1) * ideographs / len(text)


def look(page: Page) -> Sight:
    """Lay out a page's columns."""
    found = units(page)
    context = find_context(page)
    unit_start, unit_end, container, seen, runs = zip(*found, strict=True) if found else ((),) * 5
    start, end, node = as_table(list(chain.from_iterable(runs)), 3).T
    run_style = as_ints(page.style)[node]
    bits = context.bits[node]
    firsts, afters = as_ints(unit_start), as_ints(unit_end)
    length = (end - start).astype(np.float64)
    visible = (np.frombuffer(page.flags, dtype=np.uint8)[node] & VISIBLE) > 0
    weights = np.bincount(run_style, weights=length * visible, minlength=len(page.styles))
    if not weights.any():
        weights = np.bincount(run_style, weights=length, minlength=len(page.styles))
    families: dict[str, int] = {}
    size, weight, italic, decoration, color, background, align, _, transform, family = zip(*page.styles, strict=True)
    linked = np.where(bits & BITS["link"], length, 0.0)
    link_before = np.concatenate([[0.0], np.cumsum(linked)])
    unit_run = np.concatenate([[0], np.cumsum(list(map(len, runs)))]).astype(np.int64)
    text = page.text
    starts, ends = as_ints(page.start), as_ints(page.end)
    return Sight(
        page=page,
        units=found,
        context=context,
        node_parent=context.parent,
        node_start=starts,
        node_end=ends,
        node_depth=context.depth,
        node_near=context.near,
        run_start=start,
        run_end=end,
        run_node=node,
        run_style=run_style,
        run_bits=bits,
        run_near=context.near[node],
        run_path=np.unique(context.path[node], return_inverse=True)[1],
        unit_start=firsts,
        unit_end=afters,
        unit_run=unit_run,
        unit_container=as_ints(container),
        unit_visible=np.array(seen, dtype=np.float64),
        unit_link=(link_before[unit_run[1:]] - link_before[unit_run[:-1]]) / np.maximum(afters - firsts, 1),
        unit_ends=np.array([text[end - 1] in ".!?。！？" for end in unit_end], dtype=np.float64),
        style_size=np.array(size, dtype=np.float64),
        style_weight=np.array(weight, dtype=np.float64),
        style_italic=np.array(italic, dtype=np.float64),
        style_underline=np.array(["underline" in one for one in decoration], dtype=np.float64),
        style_color=np.array(color, dtype=np.int64),
        style_background=np.array(background, dtype=np.int64),
        style_center=np.array([one == "center" for one in align], dtype=np.float64),
        style_caps=np.array([one == "uppercase" for one in transform], dtype=np.float64),
        style_family=np.array([families.setdefault(one, len(families)) for one in family], dtype=np.int64),
        body_style=int(np.argmax(weights)) if len(weights) else 0,
        link_before=link_before,
        scale=_scale(page.text),
        tagged=int((ends > starts)[np.fromiter(map(_TAGGED.__contains__, page.tag), np.bool_, len(page.tag))].sum()),
    )


def part_of(sight: Sight, low: int, high: int) -> Sight:
    """Return what is seen of the units `low` .. `high` alone; their numbers then count from `low`."""
    runs = slice(int(sight.unit_run[low]), int(sight.unit_run[min(high, len(sight.units))]))
    names = ("run_start", "run_end", "run_node", "run_style", "run_bits", "run_near", "run_path")
    some = slice(low, high)
    return replace(
        sight,
        units=sight.units[some],
        unit_start=sight.unit_start[some],
        unit_end=sight.unit_end[some],
        unit_run=sight.unit_run[low : high + 1] - sight.unit_run[low],
        unit_container=sight.unit_container[some],
        unit_visible=sight.unit_visible[some],
        unit_link=sight.unit_link[some],
        unit_ends=sight.unit_ends[some],
        link_before=sight.link_before[runs.start : runs.stop + 1],
        **{name: getattr(sight, name)[runs] for name in names},
    )
