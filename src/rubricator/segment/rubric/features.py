"""Features of candidates as columns: text, style, what stands around, the elements, and the groups of one look."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from rubricator.segment.asdus.language import language_of
from rubricator.segment.asdus.texts import SKIPPED_TAGS
from rubricator.segment.rubric import echo, groups, texts
from rubricator.segment.rubric._echo import fill_echo
from rubricator.segment.rubric._features import fill_own
from rubricator.segment.rubric._groups import fill_groups
from rubricator.segment.rubric._view import write_bits
from rubricator.segment.rubric.candidates import Candidates
from rubricator.segment.rubric.columns import Columns, Floats, Ints, as_ints
from rubricator.segment.rubric.context import BITS
from rubricator.segment.rubric.groups import tag_code
from rubricator.segment.rubric.texts import Texts
from rubricator.segment.rubric.view import PageView

_REGIONS = sorted(BITS)
_OWN = (
    "kind",
    "size", "ratio", "bold", "bolder", "weight", "italic", "underlined", "caps", "centered", "other color", "light",
    "background", "other family", "body style", "link", "strong", "runs", "body size", "looks",
    "after", "second after", "before", "times longer after", "rest of unit", "rest linked", "stands in unit",
    "size to next", "size to last", "weight to next", "weight to last", "same as next", "same as last", "color to next",
    "until prominent", "units until prominent", "same container after", "same container before",
    "body", "body after", "body before", "links after", "body so far",
    "at", "text", "visible", "next visible",
    *(f"in {name}" for name in _REGIONS),
    "tagged level", "tagged in page", "near headed", "container headed", "depth", "depth in container",
    "text in container", "text in parent", "text in grandparent", "share of parent",
    "lead repeated", "rest repeated", "part repeated", "in sequence", "named before", "target", "in-page links",
    "same words",
)  # fmt: skip
_LOGS = (
    "after", "second after", "before", "rest of unit", "until prominent", "units until prominent", "tagged in page",
    "text in container", "text in parent", "text in grandparent",
)  # fmt: skip
"""Those of which the logarithm is taken, of one more than the value."""
NAMES = (*texts.NAMES, *_OWN, *echo.NAMES, *groups.NAMES)
"""The features of candidates, in the order of the table's lines."""
ROW = {name: row for row, name in enumerate(NAMES)}
_LOGARITHMS = as_ints([ROW[name] for name in _LOGS])
_GROUP_ROWS = [
    {"means": ROW[f"{look}: {groups.MEANS[0]}"], **{name: ROW[f"{look}: {name}"] for name in groups.OF_GROUP}}
    for look in groups.LOOKS
]
"""Where the features of groups are; means follow each other."""
_AVERAGED = as_ints([ROW[name] for name in groups.MEANS])
_IN_REGIONS = slice(ROW[f"in {_REGIONS[0]}"], ROW[f"in {_REGIONS[-1]}"] + 1)
_REGION_BITS = as_ints([BITS[name] for name in _REGIONS])


class Seen(NamedTuple):
    """Candidates, their features, and codes for their looks."""

    candidates: Candidates
    columns: Mapping[str, Floats]
    looks: dict[str, Ints]
    groups: Ints | None = None
    """Their looks as numbers from 0, a line for each, where these are known."""


def candidate_features(view: PageView, candidates: Candidates, read: Texts, body: Floats) -> Seen:
    """Return one column per feature. `body` is each unit's probability of being part of the content body."""
    table = candidates.table
    values = np.empty((len(NAMES), len(candidates)))
    values[: len(texts.NAMES)] = read.columns.table
    first_run, looks = fill_own(values, ROW, view, table, read, body, BITS, tag_code)
    values[ROW["kind"]] = table["kind"]
    write_bits(values[_IN_REGIONS], _REGION_BITS, view.runs["bits"][first_run])
    values[_LOGARITHMS] = np.log1p(values[_LOGARITHMS])
    values[ROW["times longer after"]] = values[ROW["after"]] - values[ROW["characters"]]
    fill_echo(values, ROW, view, table, language_of(view.page), SKIPPED_TAGS)
    by_start = np.argsort(table["start"], kind="stable")
    numbers = fill_groups(values, _GROUP_ROWS, _AVERAGED, looks, table, by_start, read.words, view.scale)
    return Seen(candidates, Columns(NAMES, values), dict(zip(groups.LOOKS, looks, strict=True)), numbers)
