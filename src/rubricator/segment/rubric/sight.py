"""What a reader sees, as numpy columns: runs, units and the page's own body text."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import ClassVar

import numpy as np

from rubricator.page.model import Page, Style
from rubricator.page.units import Run, Unit
from rubricator.segment.rubric._sight import ideographs, lay_out
from rubricator.segment.rubric.columns import Floats, Ints, line
from rubricator.segment.rubric.context import BITS, Context, find_context

_IDEOGRAPH = 2.5
"""A text in Chinese or Japanese has about this many times fewer characters than the same in English."""
_FIRST_IDEOGRAPH, _AFTER_IDEOGRAPHS = 0x2E80, 0xD7A4
BOLD = 600
"""From this weight on text counts as bold."""


@dataclass(frozen=True, slots=True)
class Sight:
    """Columns of one page. `node_*` has an entry per node, `run_*` per run, `unit_*` per unit, `style_*` per style.

    What is compiled takes columns as tables, a line for each: to take one table takes as long as to take one column.
    Lines of them have names, too.
    """

    page: Page
    context: Context
    run_table: Ints
    """Start, end, node, style, bits, near, path."""
    unit_run: Ints
    """The first run of each unit, and one past the last run of all."""
    unit_table: Ints
    """Start, end, container."""
    unit_floats: Floats
    """Visible, link, ends."""
    link_before: Floats
    """Linked characters before each run, and in all."""
    style_floats: Floats
    """Size, weight, italic, underline, center, caps."""
    style_table: Ints
    """Colour, background, family."""
    body_style: int
    """The style that most of the visible text has."""
    scale: float
    """How many letters of an alphabet a character stands for: more than one where most are ideographs."""

    node_parent: ClassVar[Ints] = line("context.table", 0)
    node_near: ClassVar[Ints] = line("context.table", 2)
    node_depth: ClassVar[Ints] = line("context.table", 3)
    node_start: ClassVar[Ints] = line("context.table", 4)
    node_end: ClassVar[Ints] = line("context.table", 5)
    run_start: ClassVar[Ints] = line("run_table", 0)
    run_end: ClassVar[Ints] = line("run_table", 1)
    run_node: ClassVar[Ints] = line("run_table", 2)
    run_style: ClassVar[Ints] = line("run_table", 3)
    run_bits: ClassVar[Ints] = line("run_table", 4)
    run_near: ClassVar[Ints] = line("run_table", 5)
    run_path: ClassVar[Ints] = line("run_table", 6)
    """Numbers of distinct tag paths."""
    unit_start: ClassVar[Ints] = line("unit_table", 0)
    unit_end: ClassVar[Ints] = line("unit_table", 1)
    unit_container: ClassVar[Ints] = line("unit_table", 2)
    unit_visible: ClassVar[Floats] = line("unit_floats", 0)
    unit_link: ClassVar[Floats] = line("unit_floats", 1)
    """Share of linked characters."""
    unit_ends: ClassVar[Floats] = line("unit_floats", 2)
    """1 where it ends as sentences do."""
    style_size: ClassVar[Floats] = line("style_floats", 0)
    style_weight: ClassVar[Floats] = line("style_floats", 1)
    style_italic: ClassVar[Floats] = line("style_floats", 2)
    style_underline: ClassVar[Floats] = line("style_floats", 3)
    style_center: ClassVar[Floats] = line("style_floats", 4)
    style_caps: ClassVar[Floats] = line("style_floats", 5)
    style_color: ClassVar[Ints] = line("style_table", 0)
    style_background: ClassVar[Ints] = line("style_table", 1)
    style_family: ClassVar[Ints] = line("style_table", 2)

    @property
    def units(self) -> list[Unit]:
        """The units themselves, made anew."""
        runs = list(map(Run, self.run_start.tolist(), self.run_end.tolist(), self.run_node.tolist()))
        firsts = self.unit_run.tolist()
        whole = zip(self.unit_start.tolist(), self.unit_end.tolist(), self.unit_container.tolist(), strict=True)
        return [
            Unit(*one, visible > 0, tuple(runs[first:stop]))
            for one, visible, (first, stop) in zip(whole, self.unit_visible.tolist(), pairwise(firsts), strict=True)
        ]


def look(page: Page) -> Sight:
    """Lay out a page's columns."""
    context = find_context(page)
    runs, unit_run, whole, parts, link_before, body_style = lay_out(page, context, BITS["link"])
    floats, ints = _style_columns(page.styles)
    return Sight(page, context, runs, unit_run, whole, parts, link_before, floats, ints, body_style, _scale(page.text))


def _scale(text: str) -> float:
    """Weigh a text by its share of ideographs, kana and syllables of Hangul."""
    if text.isascii() or not text:
        return 1.0
    return 1 + (_IDEOGRAPH - 1) * ideographs(text, _FIRST_IDEOGRAPH, _AFTER_IDEOGRAPHS) / len(text)


def _style_columns(styles: tuple[Style, ...]) -> tuple[Floats, Ints]:
    """Return size, weight, italic, underline, center and caps of each style; and colour, background, family."""
    if not styles:
        return np.empty((6, 0)), np.empty((3, 0), dtype=np.int64)
    size, weight, italic, decoration, color, background, align, _, transform, family = zip(*styles, strict=True)
    underline = ["underline" in one for one in decoration]
    center, caps = [one == "center" for one in align], [one == "uppercase" for one in transform]
    families = {name: number for number, name in enumerate(dict.fromkeys(family))}
    return (
        np.array([size, weight, italic, underline, center, caps], dtype=np.float64),
        np.array([color, background, [families[one] for one in family]], dtype=np.int64),
    )


def part_of(sight: Sight, low: int, high: int) -> Sight:
    """Return what is seen of the units `low` .. `high` alone; their numbers then count from `low`."""
    count = len(sight.unit_start)
    if not low and high >= count:
        return sight
    first, after = int(sight.unit_run[low]), int(sight.unit_run[min(high, count)])
    runs = sight.run_table[:, first:after].copy()
    units, floats = sight.unit_table[:, low:high].copy(), sight.unit_floats[:, low:high].copy()
    return replace(
        sight,
        run_table=runs,
        unit_run=sight.unit_run[low : high + 1] - sight.unit_run[low],
        unit_table=units,
        unit_floats=floats,
        link_before=sight.link_before[first : after + 1],
    )
