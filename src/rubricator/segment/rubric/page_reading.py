"""The way of a page through the method, in one function."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from operator import attrgetter, itemgetter
from typing import NamedTuple

import numpy as np

from rubricator.errors import UsageError
from rubricator.limits import Budget, Notice
from rubricator.page.lookup import element_around
from rubricator.page.model import Page
from rubricator.segment.registry import Segmentation, Task
from rubricator.segment.rubric.blocks import make_blocks, make_headings, make_root
from rubricator.segment.rubric.body import choose_body
from rubricator.segment.rubric.boilerplate import find_boilerplate
from rubricator.segment.rubric.candidates import JOINED, WHOLE, Candidates, find_candidates
from rubricator.segment.rubric.choice import (
    LEAST,
    best_above,
    choose_headings,
    drop_outside_body,
    drop_screen_reader_only,
    heading_confidence,
    outside_span,
    title_confidence,
    units_until,
    with_group,
)
from rubricator.segment.rubric.columns import Floats, probabilities
from rubricator.segment.rubric.edges import edge_features
from rubricator.segment.rubric.ends import nest_headings
from rubricator.segment.rubric.features import Seen, candidate_features
from rubricator.segment.rubric.groups import numbered
from rubricator.segment.rubric.learned_model import Model, load_model
from rubricator.segment.rubric.levels import COPIED, find_levels, heading_columns
from rubricator.segment.rubric.rules import drop_code_lines, drop_table_entries, judge_plain_text
from rubricator.segment.rubric.tagged import FEATURES, add_tagged
from rubricator.segment.rubric.texts import read_texts
from rubricator.segment.rubric.view import PageView, build_view
from rubricator.structure.model import JsonValue, Title

_PART = 20_000
"""Units that are judged together: a longer page is judged in parts, which bounds the memory that features take."""
_NO_EDGE = -6.0
"""Log odds after a third of the trees from which on it is given up that a body begins or ends at a place."""
_FEW = 2
"""Headings of one look; where there are more and they have numbers, none of them is the title."""
_LIKELY = 0.5
"""Headings in the content body that are as likely as this have some text under them, and it does not end before it."""
_STRAY = 0.35
"""Headings outside of the content body that less likely belong to it than this are left out."""
_OPENS, _HALF = 2.5, 0.5
"""What a `summary` in the content body adds to the log odds: it heads what it opens, and few marked pages have one.
As few are written as plain text."""
_WORD = re.compile(r"\w+")
_SPAN = attrgetter("start", "end")
_KEPT = tuple(dict.fromkeys((*COPIED, *FEATURES, "numbering", "in nav", "in h1", "title share")))
"""Features that are needed after the choice."""
_FAR = 400
"""Characters from the title to the content body, from which on it is not part of it."""


def segment(task: Task) -> Segmentation:
    """Segment a page."""
    within = None if task.find_body else task.span or (task.page.start[task.body], task.page.end[task.body])
    reading = read_page(task.page, find_model(task.options.params), within, task.options.budget)
    task.options.budget.check()
    return _segmentation(task, reading)


def find_model(params: Mapping[str, JsonValue]) -> Model:
    """Return the model that comes with the package, or the one that `model` names; `like` has it keep to some marks."""
    unknown = [name for name in params if name not in {"model", "like"}]
    path, like = params.get("model"), params.get("like")
    if unknown:
        raise UsageError(f"rubric has no parameter {unknown[0]!r}; it has: model, like")
    if path is not None and not isinstance(path, str):
        raise UsageError(f"rubric: model is the path of a model file, not {path!r}")
    if like is not None and not isinstance(like, str):
        raise UsageError(f"rubric: like is the name of a corpus, not {like!r}")
    model = load_model(path)
    return model if like is None else model.marked_like(like)


class Reading(NamedTuple):
    """What the model makes of a page, before the blocks are built."""

    view: PageView
    candidates: Candidates
    seen: Seen | None
    in_body: Floats
    """Per unit."""
    is_heading: Floats
    """Per candidate."""
    is_title: Floats
    body: tuple[int, int]
    """The span of the content body in the page's text."""
    title: int | None
    """The candidate that is the title."""
    chosen: list[int]
    """The candidates that are headings, the title left out unless it is counted as one."""
    levels: list[int]


def read_page(
    page: Page,
    model: Model,
    given: tuple[int, int] | None = None,
    budget: Budget | None = None,
    every_feature: bool = False,
) -> Reading:
    """Find body, title, headings and levels. `given` is the content body, where the caller knows it.

    Of a page too long for one part the features that the levels do not need are forgotten, unless asked for.
    """
    budget = budget or Budget()
    view = build_view(page)
    budget.check()
    whole = page.start[page.body], page.end[page.body]
    within = given or whole
    lows = range(0, len(view.units), _PART)
    parts = [(low, view.part(low, low + _PART) if len(lows) > 1 else view) for low in lows]
    if given is None:
        found = [model.in_body(part) for _, part in parts]
        in_body = found[0] if len(found) == 1 else np.concatenate([np.zeros(0), *found])
    else:
        starts = view.units["start"]
        in_body = ((starts >= within[0]) & (starts < within[1])).astype(np.float64)
    judged = []
    for low, part in parts:
        budget.check()
        candidates = find_candidates(part)
        if within != whole:
            table = candidates.table
            candidates = Candidates(table[(table["start"] >= within[0]) & (table["end"] <= within[1])])
        if candidates:
            one = _judge(part, candidates, in_body[low : low + _PART], model)
            judged.append(one if len(parts) == 1 else _likely(one, low, model, () if every_feature else _KEPT))
    if not judged:
        if given is None and parts:
            within = _find_body(view, in_body, model) or within
        none = np.zeros(0)
        return Reading(view, Candidates.of([]), None, in_body, none, none, within, None, [], [])
    seen, is_heading, is_title = judged[0] if len(judged) == 1 else _merged(judged)
    budget.check()
    candidates, thresholds = seen.candidates, model.thresholds
    chosen = choose_headings(candidates, is_heading, thresholds["share"], thresholds["floor"], thresholds["sum"])
    if not model.only_prose:
        chosen = add_tagged(page.text, seen, chosen, is_heading)
    visible = view.units["visible"]
    chosen = drop_screen_reader_only(visible, candidates, chosen, _HALF)
    title = find_title(candidates, is_title, thresholds["title"])
    if title is not None and drop_screen_reader_only(visible, candidates, [title], _HALF):
        title = None if _is_counted(title, chosen, seen) else _outside_menus(page.text, title, seen)
    else:
        title = None
    last = int(view.units["end"][-1])
    chosen = drop_title_overlaps(candidates, chosen, None if model.only_prose else title, last)
    chosen = drop_code_lines(view, candidates, drop_table_entries(view, candidates, chosen))
    if given is None:
        least = units_until(view.units["end"], candidates, chosen, is_heading, in_body, _LIKELY)
        within = _find_body(view, in_body, model, least) or within
        above = 0 if title is None else candidates.start[title]
        chosen = drop_outside_body(candidates, chosen, in_body, *within, above, _STRAY)
    levels = find_levels(heading_columns(view, chosen, seen), model.forests["deeper"], model.forests["same"])
    return Reading(view, candidates, seen, in_body, is_heading, is_title, within, title, chosen, levels)


def _is_counted(title: int, chosen: list[int], seen: Seen) -> bool:
    """Say whether a title is the first of several numbered headings of one look."""
    look = seen.looks["path"]
    return bool(seen.columns["numbering"][title] and np.count_nonzero(look[chosen] == look[title]) > _FEW)


def _outside_menus(text: str, title: int, seen: Seen) -> int | None:
    """Return a title; for one in a menu (a trail of where the page is) the `h1` with its words, if there is one.

    Other words of a menu, which the document's title does not have, are no title.
    """
    if not seen.columns["in nav"][title]:
        return title
    words = _words(text, seen.candidates, title)
    heads = np.flatnonzero((seen.columns["in h1"] > 0) & (seen.columns["in nav"] == 0)).tolist()
    named = seen.columns["title share"][title] >= _HALF
    return next(
        (number for number in heads if _words(text, seen.candidates, number) == words), title if named else None
    )


def _words(text: str, candidates: Candidates, number: int) -> list[str]:
    """Return the words of a candidate, without signs."""
    return _WORD.findall(text[candidates.start[number] : candidates.end[number]].casefold())


def _find_body(view: PageView, in_body: Floats, model: Model, least: int = 0) -> tuple[int, int] | None:
    """Return the span of the content body, if there is one."""
    edges = edge_features(view, in_body)
    begins, ends = (model.forests[name].log_probabilities(edges, _NO_EDGE) for name in ("begins", "ends"))
    first, stop = choose_body(view, in_body, begins, ends, model.thresholds["body"], least)
    return (int(view.units["start"][first]), int(view.units["end"][stop - 1])) if first < stop else None


class _Judged(NamedTuple):
    """Candidates of one part of a page: their features, and how likely each is a heading or the title."""

    seen: Seen
    is_heading: Floats
    is_title: Floats


def _judge(part: PageView, candidates: Candidates, in_body: Floats, model: Model) -> _Judged:
    seen = candidate_features(part, candidates, read_texts(part, candidates), in_body)
    heading, title = model.judge(seen)
    opens = seen.columns["in summary"]
    if np.count_nonzero(opens):
        heading = heading + _OPENS * opens * (seen.columns["body"] >= _HALF)
    if part.page.breaks:
        heads = judge_plain_text(seen)
        heading, title = heading + _OPENS * heads, title + _OPENS * np.minimum(heads, 0)
    keys = numbered(seen.looks["path"]) if seen.groups is None else seen.groups[0]
    return _Judged(seen, with_group(probabilities(heading), keys), probabilities(title))


def _likely(judged: _Judged, low: int, model: Model, names: Collection[str]) -> _Judged:
    """Keep what may be chosen of a part whose first unit is `low`, with these features, or all."""
    seen, is_heading, is_title = judged
    kept = np.flatnonzero((is_heading >= LEAST) | (is_title >= model.thresholds["title"]))
    table = seen.candidates.table[kept]
    table["unit"] += low
    table["last"] += low
    columns = {name: seen.columns[name][kept] for name in names or seen.columns}
    looks = {name: look[kept] for name, look in seen.looks.items()}
    return _Judged(Seen(Candidates(table), columns, looks), is_heading[kept], is_title[kept])


def _merged(judged: list[_Judged]) -> _Judged:
    """Put the parts of a page together."""
    seen = [one.seen for one in judged]
    return _Judged(
        Seen(
            Candidates(np.concatenate([one.candidates.table for one in seen])),
            {name: np.concatenate([one.columns[name] for one in seen]) for name in seen[0].columns},
            {name: np.concatenate([one.looks[name] for one in seen]) for name in seen[0].looks},
        ),
        np.concatenate([one.is_heading for one in judged]),
        np.concatenate([one.is_title for one in judged]),
    )


def find_title(candidates: Candidates, is_title: Floats, threshold: float) -> int | None:
    """Return the candidate that is most likely the title, if one is likely enough."""
    return best_above(candidates.table["kind"], is_title, threshold, (WHOLE, JOINED))


def drop_title_overlaps(candidates: Candidates, chosen: list[int], title: int | None, last: int) -> list[int]:
    """Keep the title apart; and what nothing follows, as the page's text ends at `last`, heads nothing."""
    start, end = (last, last) if title is None else (candidates.start[title], candidates.end[title])
    return outside_span(candidates, chosen, start, end, last)


def _segmentation(task: Task, reading: Reading) -> Segmentation:
    """Build blocks: each lasts until the next heading of its level or a higher one, the last until the body's end."""
    page, candidates = task.page, reading.candidates
    start, end = reading.body
    sure = heading_confidence(reading.is_heading[reading.chosen])
    headings = make_headings(page.text, candidates, reading.chosen, sure)
    title = head = None
    if reading.title is not None:
        sure = title_confidence(reading.is_title[reading.title : reading.title + 1])
        (title,) = make_headings(page.text, candidates, [reading.title], sure)
        # A title far above the body, in the site's header, is no reason to take in all that stands between.
        head = title if start - _FAR <= title.start and title.end <= end else None
    spans = list(map(_SPAN, headings))
    if head and any(low < head.end and head.start < high for low, high in spans):
        head = None  # It heads a section, not the page.
    kept = [*spans, _SPAN(head)] if head else spans
    start, end = min([start, *map(itemgetter(0), kept)]), max([end, *map(itemgetter(1), kept)])
    above = head.start if head else start
    nested = nest_headings(reading.view, spans, reading.levels, above, end, task.options.limits.block_depth)
    warnings = []
    if len(nested) < len(headings):
        left_out = len(headings) - len(nested)
        warnings.append(Notice("depth-limit", f"{left_out} headings nest too deep and were left out"))
    ends = [stop for _, _, stop in nested]
    boilerplate = find_boilerplate(reading.view, reading.in_body, kept, ends) if task.find_body else []
    node = element_around(page, start, end) if task.find_body else None
    root = make_root(start, end, head, node, make_blocks(headings, nested, boilerplate), boilerplate)
    titles = (Title(title.text, title.start, title.end, score=title.confidence),) if title else ()
    return Segmentation(
        root,
        title.text if title else page.title or None,
        titles,
        params=dict(task.options.params),
        warnings=tuple(warnings),
        body=(root.start, root.end) if task.find_body else None,
    )
