"""Candidates of the variant `network`: single units, whole lines, and up to three lines in one font size."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from rubricator.page.model import Page
from rubricator.segment.rubric.columns import Ints
from rubricator.segment.title.columns import Columns, unit_columns
from rubricator.segment.title.texts import unit_texts
from rubricator.segment.title.units import Units

_LEAST, _MOST = 2, 300
"""Characters of a candidate."""
_LINES = 3
_PROSE = 80
"""Characters of an unlinked unit that is taken to be prose."""
_FIELD = 500
"""Characters of a title field that are read."""
_AROUND = 30
"""Units on either side that a font is compared with."""
_READ = 4
"""Units of prose that a title's words are looked for in."""
_WORD = re.compile(r"\w+")
_PARTING = re.compile(r"\s[-|–—:»·>]+\s|\s*[|»]\s*|: ")
_NAMED_TITLES = {"og:title", "twitter:title", "dc.title", "headline", "title"}


class Candidate(NamedTuple):
    """Units `first` .. `stop`: 0 a part of a line, else how many lines."""

    first: int
    stop: int
    lines: int


def find_candidates(units: Units) -> list[Candidate]:
    """List the candidates in order; each span once."""
    page, nodes = units.page, units.node
    sizes = font_sizes(units)
    starts = [number for number in range(len(nodes)) if not number or units.line[number] != units.line[number - 1]]
    lines = list(pairwise([*starts, len(nodes)]))
    found = dict.fromkeys(lines, 1)
    for number in range(len(nodes)):
        found.setdefault((number, number + 1), 0)
    for place, (first, _) in enumerate(lines):
        for count in range(2, _LINES + 1):
            if place + count <= len(lines):
                stop = lines[place + count - 1][1]
                if len(set(sizes[first:stop])) == 1:
                    found.setdefault((first, stop), count)
    return [
        Candidate(first, stop, count)
        for (first, stop), count in sorted(found.items())
        if _LEAST <= page.end[nodes[stop - 1]] - page.start[nodes[first]] <= _MOST
    ]


def font_sizes(units: Units) -> list[float]:
    """Return the font size of each unit, to half a pixel."""
    page = units.page
    return [round(page.styles[page.style[node]].font_size * 2) / 2 for node in units.node]


def run_text(units: Units, first: int, stop: int) -> str:
    """Return the text from one unit to another."""
    page = units.page
    return page.text[page.start[units.node[first]] : page.end[units.node[stop - 1]]]


def candidate_columns(units: Units, candidates: list[Candidate]) -> Columns:
    """Return the columns of the table at the first unit of each candidate, and what only a whole candidate shows."""
    columns = unit_columns(units)
    first = np.array([one.first for one in candidates], dtype=np.int64)
    evidence = np.array(_evidence(units, candidates, columns), dtype=np.float64).reshape(len(candidates), len(EVIDENCE))
    found = {name: column[first] for name, column in columns.items()}
    return found | {name: evidence[:, number] for number, name in enumerate(EVIDENCE)}


def candidate_groups(units: Units, candidates: list[Candidate]) -> dict[str, Ints]:
    """Number the candidates by page, by the style of their first unit, and by the line where they begin."""
    keys = {"style": [units.page.style[node] for node in units.node], "line": units.line}
    found = {
        name: np.unique([key[one.first] for one in candidates], return_inverse=True)[1] for name, key in keys.items()
    }
    return found | {"page": np.zeros(len(candidates), dtype=np.int64)}


EVIDENCE = (
    "lines", "units", "length", "words", "words in field", "field's words", "part of field", "in field", "field in it",
    "words in named title", "words in prose after", "words said again", "units to prose", "characters to prose",
    "prose after", "share of prose before", "characters before", "units before", "share of units before", "same text",
    "linked", "bold part", "smallest font", "larger font after", "larger font before", "next length",
    "next two lengths", "line begins", "line ends", "has field", "no prose", "date after", "by after", "date before",
    "capital letters", "units in its style", "first in its style", "larger fonts before prose",
)  # fmt: skip
"""Beside the paper's information: the title field and named titles of the head, and the prose that follows."""


def _evidence(units: Units, candidates: list[Candidate], columns: Columns) -> list[tuple[float, ...]]:
    page, count = units.page, len(units.node)
    texts = unit_texts(units)
    field = page.title[:_FIELD].casefold()
    field_words = _WORD.findall(field)
    field_known = frozenset(field_words)
    parts = [frozenset(_WORD.findall(part)) for part in _PARTING.split(field) if part and part.strip()]
    named = frozenset(_WORD.findall(named_title(page)[:_FIELD].casefold()))
    length = np.array([len(text) for text in texts], dtype=np.float64)
    link, size = columns["in link"], columns["font size to body text"]
    prose = (length >= _PROSE) & (link == 0)
    ahead = _next_prose(prose.tolist())
    sums = np.concatenate([[0.0], np.cumsum(length)]).tolist()
    prose_sums = np.concatenate([[0.0], np.cumsum(length * prose)]).tolist()
    all_words = Counter(word for text in texts for word in set(_WORD.findall(text.casefold())))
    largest_after = np.maximum.accumulate(np.append(size, 0.0)[::-1])[::-1].tolist()
    largest_before = np.maximum.accumulate(np.insert(size, 0, 0.0)).tolist()
    said = [run_text(units, one.first, one.stop) for one in candidates]
    folded = [" ".join(text.casefold().split()) for text in said]
    same = Counter(folded)
    style = [page.style[node] for node in units.node]
    styled = Counter(style)
    first_styled = {one: number for number, one in reversed(list(enumerate(style)))}
    sizes = size.tolist()
    read: dict[int, set[str]] = {}
    rows: list[tuple[float, ...]] = []
    for (first, stop, lines), text, plain in zip(candidates, said, folded, strict=True):
        words = _WORD.findall(plain)
        known = frozenset(words)
        long = [word for word in known if len(word) > 3]
        near = int(ahead[stop])
        if near not in read:
            read[near] = set(_WORD.findall(" ".join(texts[near : near + _READ]).casefold()))
        after, before, part = min(stop, count - 1), max(first - 1, 0), slice(first, stop)
        rows.append(
            (
                lines,
                stop - first,
                len(text),
                len(words),
                _share(sum(word in field_known for word in words), len(words)),
                _share(sum(word in known for word in field_words), len(field_words)),
                max((_dice(known, one) for one in parts), default=0.0),
                float(plain in field),
                float(bool(field) and field in plain),
                _dice(known, named) if named else -1.0,
                _share(sum(word in read[near] for word in long), len(long)),
                _share(sum(all_words[word] > 1 for word in long), len(long)),
                near - stop,
                sums[min(near, count)] - sums[stop],
                prose_sums[-1] - prose_sums[stop],
                _share(prose_sums[first], prose_sums[-1]),
                sums[first],
                first,
                first / count,
                same[plain],
                float(link[part].mean()),
                float(columns["bold"][part].mean()),
                float(size[part].min()),
                largest_after[stop] - float(size[first]),
                largest_before[first] - float(size[first]),
                sums[min(stop + 1, count)] - sums[stop],
                sums[min(stop + 2, count)] - sums[stop],
                float(columns["begins line"][first]),
                float(columns["ends line"][stop - 1]),
                float(bool(field)),
                float(near == count),
                float(columns["names a date"][after]),
                float(columns["begins with by"][after]),
                float(columns["names a date"][before]),
                _share(sum(map(str.isupper, text)), len(text)),
                styled[style[first]],
                float(first_styled[style[first]] == first),
                sum(one > sizes[first] for one in sizes[max(first - _AROUND, 0) : min(near, first + _AROUND)]),
            )
        )
    return rows


def _share(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


def _dice(left: frozenset[str], right: frozenset[str]) -> float:
    return _share(2 * len(left & right), len(left) + len(right))


def _next_prose(prose: list[bool]) -> list[int]:
    """Return for each place the next unit of prose at or after it; the number of units when there is none."""
    found = [len(prose)] * (len(prose) + 1)
    for number in range(len(prose) - 1, -1, -1):
        found[number] = number if prose[number] else found[number + 1]
    return found


def named_title(page: Page) -> str:
    """Return the title that a `meta` element of the head names for others to show; empty when none does."""
    for node in range(1, page.body):
        if page.tag[node] == "meta":
            values = dict(page.attributes[node])
            if (values.get("property") or values.get("name") or "").lower() in _NAMED_TITLES:
                return values.get("content") or ""
    return ""
