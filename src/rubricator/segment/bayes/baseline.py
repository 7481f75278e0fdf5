"""`rows`: the heuristic baseline of the paper (section 6.2), by header tags and numbers of blocks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rubricator.errors import UsageError
from rubricator.limits import Notice
from rubricator.segment.bayes.bases_file import load_model
from rubricator.segment.bayes.blocks import Link, build
from rubricator.segment.bayes.rows import Row, read_rows
from rubricator.segment.bayes.sentences import find_sentences, read_openings
from rubricator.segment.bayes.state import NULL
from rubricator.segment.parameters import as_json, choose
from rubricator.segment.registry import Segmentation, Task
from rubricator.structure.model import JsonValue

_SINGLE, _SEVERAL = 7, 8
"""The levels of the tags `<h7>` and `<h8>` that the block number heuristics makes up."""
SINGLES = ("next", "always", "never")


@dataclass(frozen=True, slots=True)
class Parameters:
    """What the paper's authors tried: which header tags are used, and whether rows of one block are headings."""

    tags: float = 4.0
    """Header tags up to this level. Paper: `<h1>` to `<h4>`."""
    single: str = "next"
    """A row of one block is a heading: only when the `next` row has several (paper), `always`, or `never`."""
    several: bool = True
    """A row of several blocks is a heading. Paper."""
    sentence_ratio: float = 0.3
    """As in `bayes`. Paper."""
    model: str = ""
    """As in `bayes`: the file has what is known of prefixes."""


PRESETS = {"paper": Parameters()}


def read_parameters(given: Mapping[str, JsonValue]) -> Parameters:
    """Make Parameters from single values."""
    parameters = choose(PRESETS, given, "rows")
    if parameters.single not in SINGLES:
        raise UsageError(f"rows: single is one of {', '.join(SINGLES)}, not {parameters.single!r}")
    if parameters.tags > 6:
        raise UsageError(f"rows: tags is a level from 0 to 6, not {parameters.tags:g}")
    return parameters


def segment_rows(task: Task) -> Segmentation:
    """Segment a page by header tags and numbers of blocks."""
    parameters = read_parameters(task.options.params)
    page = task.page
    rows = read_rows(page, task.body, task.options.budget)
    task.options.budget.check()
    sentences = find_sentences(
        read_openings(page, rows), load_model(parameters.model).prefixes, parameters.sentence_ratio
    )
    links = find_links(rows, sentences, parameters)
    root, too_deep, details = build(page, task.body, rows, links, task.options.limits.block_depth)
    warnings = (Notice("depth-limit", f"{too_deep} headings nest too deep and were left out"),) if too_deep else ()
    return Segmentation(root, page.title or None, params=as_json(parameters), details=details, warnings=warnings)


def find_links(rows: Sequence[Row], sentences: Sequence[bool], parameters: Parameters) -> list[Link]:
    """Return the heading rows, each depending on the last one of a higher level before it."""
    open_rows: list[tuple[int, int]] = []
    links = []
    for number, row in enumerate(rows):
        level = 0 if sentences[number] else _level(rows, number, parameters)
        if level:
            while open_rows and open_rows[-1][0] >= level:
                open_rows.pop()
            whole = level < _SEVERAL
            links.append(Link(number, open_rows[-1][1] if open_rows else NULL, len(row.pieces) if whole else 1))
            open_rows.append((level, number))
    return links


def _level(rows: Sequence[Row], number: int, parameters: Parameters) -> int:
    """Return the level of a row's header tag, real or made up; 0 for a row that is no heading."""
    row = rows[number]
    tag = row.ended_by
    if len(tag) == 2 and tag[0] == "h" and tag[1].isdigit() and 1 <= int(tag[1]) <= parameters.tags:
        return int(tag[1])
    if len(row.pieces) > 1:
        return _SEVERAL if parameters.several else 0
    after = rows[number + 1] if number + 1 < len(rows) else None
    if parameters.single == "always" or (parameters.single == "next" and after and len(after.pieces) > 1):
        return _SINGLE
    return 0
