"""Scores of one structure against the gold of its page, by the kind of gold."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence

from rubricator.evaluate.gold.align import fold, place
from rubricator.evaluate.gold.body import body_span
from rubricator.evaluate.gold.gold import Gold, Span
from rubricator.evaluate.metrics.clusters import b_cubed
from rubricator.evaluate.metrics.counts import Counts
from rubricator.evaluate.metrics.headings import compare_headings
from rubricator.evaluate.metrics.outline import Entry, compare_outlines
from rubricator.evaluate.metrics.ranged_structure import NonspaceOffsets, gold_blocks, ranged_blocks
from rubricator.evaluate.metrics.ranges import (
    block_precision_given_headings,
    right_parents,
    score_page,
)
from rubricator.evaluate.metrics.titles import compare_titles, is_accurate
from rubricator.evaluate.metrics.words import (
    Section,
    authors_count,
    compare_sections,
    compare_words,
    coverage,
    snippets_kept,
)
from rubricator.page.model import IMAGE, VISIBLE
from rubricator.page.units import units
from rubricator.structure.model import Block, Structure

PageScores = dict[str, Counts]
_TAIL = 200


def score(structure: Structure, gold: Gold, told: Structure | None = None) -> PageScores:
    """Score one structure against one page's gold; `told` is the method's result when it is given the content body."""
    if gold.kind == "outline":
        return _score_outline(structure, gold, told or structure)
    return _SCORERS[gold.kind](structure, gold)


def _headings(structure: Structure, span: Span | None = None, *, root: bool = False) -> list[str]:
    """List the texts of all headings, or of those that start inside of a span.

    The root block's heading is the page's title: `root` says whether gold counts it as a heading.
    """
    headings = [block.heading for block in structure.root.walk() if block.heading and (root or block.level)]
    return [one.text for one in headings if span is None or span[0] <= one.start < span[1]]


def _titles(structure: Structure) -> list[str]:
    return [structure.title] if structure.title else []


def _score_sections(structure: Structure, gold: Gold) -> PageScores:
    found = own_sections(structure)
    wanted = [Section(section.title, " ".join(section.prose)) for section in gold.sections]
    titles = _headings(structure), [heading.text for heading in gold.headings]
    body = body_span(structure.text, gold)
    return {
        "titles": compare_headings(*titles),
        "titles, body given": compare_headings(_headings(structure, body or (0, 0)), titles[1]),
        "sections at .75": compare_sections(found, wanted),
        "sections at .5": compare_sections(found, wanted, 0.5),
        "prose covered": coverage(found, wanted),
        "titles, authors' count": authors_count(*titles),
    }


def own_sections(structure: Structure) -> list[Section]:
    """Return each block's heading and its own text, without that of the blocks under it."""
    return [
        Section(block.heading.text if block.heading and block.level else None, own_text(structure, block))
        for block in structure.root.walk()
    ]


def own_text(structure: Structure, block: Block) -> str:
    """Return what stands in a block outside of its heading and its children."""
    holes = [span for child in block.children for span in _ranges(child)]
    if block.heading:
        holes.append((block.heading.start, block.heading.end))
    holes.sort()
    parts = [_outside(structure.text, span, holes) for span in _ranges(block)]
    return " ".join(part for part in parts if part)


def _outside(text: str, span: Span, holes: Sequence[Span]) -> str:
    """Return what holes, which are in order, leave of a span."""
    at, end = span
    parts: list[str] = []
    for start, stop in holes:
        if start >= end:
            break
        parts.append(text[at:start])
        at = max(at, stop)
    parts.append(text[at:end])
    return " ".join(part.strip() for part in parts if part.strip())


def _ranges(block: Block) -> Sequence[Span]:
    return block.ranges or ((block.start, block.end),)


def _score_lines(structure: Structure, gold: Gold) -> PageScores:
    """Lines that are headings; people marked the page's title as one too."""
    return {"headings": compare_headings(_headings(structure, root=True), [line.text for line in gold.headings])}


def told_body(text: str, gold: Gold) -> Span | None:
    """Return the content body that a method is given: that of outlines, if it can be placed."""
    return body_span(text, gold) if gold.kind == "outline" else None


def _score_outline(structure: Structure, gold: Gold, told: Structure) -> PageScores:
    wanted = [Entry(heading.text, heading.parent, heading.ends) for heading in gold.headings]
    every = entries(structure)
    scores = {"title": compare_titles(_titles(structure), gold.titles)}
    # A marked body that is not in the page leaves nothing out.
    body = body_span(structure.text, gold) or ((0, len(structure.text)) if gold.body else None)
    readings = {
        "whole page": [entry for entry, _ in every],
        "body told": within(entries(told), body),
        "body given": within(every, body),
        "body given by text": named_in(every, structure.text[slice(*body)] if body else ""),
    }
    for name, found in readings.items():
        counts = compare_outlines(found, wanted, gold.titles)
        scores |= {f"{what}, {name}": one for what, one in zip(("heading", "parent", "block"), counts, strict=True)}
    return scores


def entries(structure: Structure) -> list[tuple[Entry, int]]:
    """List the headings with their parents and ends, and where they start."""
    found: list[tuple[Entry, int]] = []
    pending: list[tuple[Block, int | None]] = [(structure.root, None)]
    visible = _visible_runs(structure)
    while pending:
        block, above = pending.pop()
        if block.heading and block.level:
            entry = Entry(block.heading.text, above, _tail(structure.text, visible, block))
            above = len(found)
            found.append((entry, block.heading.start))
        pending.extend((child, above) for child in reversed(block.children))
    return found


def _visible_runs(structure: Structure) -> list[Span]:
    """Return the spans of text that a reader sees, in order; the whole text for a structure without its page.

    What stands in for a picture is no text: marked blocks end with the last text before it.
    """
    if structure.page is None:
        return [(0, len(structure.text))]
    return [
        (run.start, run.end)
        for unit in units(structure.page)
        for run in unit.runs
        if structure.page.flags[run.node] & (VISIBLE | IMAGE) == VISIBLE
    ]


def _tail(text: str, visible: list[Span], block: Block) -> str:
    """Return the last text of a block that a reader sees."""
    parts: list[str] = []
    number = bisect_left(visible, (block.end, 0)) - 1
    while number >= 0 and visible[number][1] > block.start and sum(map(len, parts)) < _TAIL:
        start, end = visible[number]
        parts.append(text[max(start, block.start) : min(end, block.end)])
        number -= 1
    return " ".join(reversed(parts))


def within(found: list[tuple[Entry, int]], span: Span | None) -> list[Entry]:
    """Keep the headings that start inside of a span."""
    kept = [number for number, (_, start) in enumerate(found) if span and span[0] <= start < span[1]]
    return _kept([entry for entry, _ in found], kept)


def named_in(found: list[tuple[Entry, int]], body: str) -> list[Entry]:
    """Keep the headings whose words occur in the body: all one can do with output that has no positions.

    A line of a menu that repeats a heading of the body stays.
    """
    text = fold(body).text
    kept = [number for number, (entry, _) in enumerate(found) if text and fold(entry.text).text in text]
    return _kept([entry for entry, _ in found], kept)


def _kept(found: list[Entry], kept: list[int]) -> list[Entry]:
    """Return some of the headings; a parent that is not among them is no parent."""
    places: dict[int | None, int] = {number: place for place, number in enumerate(kept)}
    return [found[number]._replace(parent=places.get(found[number].parent)) for number in kept]


def _score_title(structure: Structure, gold: Gold) -> PageScores:
    found = _titles(structure)
    return {
        "title": compare_titles(found, gold.titles),
        "pages with all titles right": Counts(is_accurate(found, gold.titles), 1, 1),
        "content words": compare_words(_body_text(structure), gold.content or ""),
    }


def _score_content(structure: Structure, gold: Gold) -> PageScores:
    body = _body_text(structure)
    kept, required = snippets_kept(body, gold.required)
    foreign, forbidden = snippets_kept(body, gold.forbidden)
    return {
        "content words": compare_words(body, gold.content or ""),
        "snippets kept": Counts(kept, required, required),
        "foreign snippets kept out": Counts(forbidden - foreign, forbidden, forbidden),
        "title": compare_titles(_titles(structure), gold.titles),
    }


def _body_text(structure: Structure) -> str:
    """Return the text of the content body, without what the method says is foreign in it.

    What stands in for a picture is no text here either: gold is what a page says without it.
    """
    root = structure.root
    start, end = structure.body or (root.start, root.end)
    spans = [(max(low, start), min(high, end)) for low, high in root.ranges or ((start, end),)]
    pictures = _pictures(structure)
    return "\n".join(_outside(structure.text, span, pictures) for span in spans)


def _pictures(structure: Structure) -> list[Span]:
    """Return the spans of alternative texts, in order; none for a structure without its page."""
    page = structure.page
    if page is None:
        return []
    nodes = [node for node, flag in enumerate(page.flags) if flag & IMAGE]
    return [(page.start[node], page.end[node]) for node in nodes]


def _score_blocks(structure: Structure, gold: Gold) -> PageScores:
    scores = {}
    for level in (1, 2):
        found, wanted = innermost_blocks(structure, level), marked_blocks(gold, structure.text, level)
        result = b_cubed([found[at] for at in wanted], list(wanted.values()))
        for what, value in zip(("P", "R", "F"), result, strict=True):
            scores[f"B-cubed {what}, level {level}"] = Counts(value, 1, 1) if wanted else Counts()
    return scores


def marked_blocks(gold: Gold, text: str, level: int) -> dict[int, int]:
    """Return for each character that is in a gold block of a level the number of that block; spaces do not count."""
    chosen = [block.text for block in gold.blocks if block.level == level and fold(block.text).text]
    numbers: dict[int, int] = {}
    for number, span in enumerate(place(chosen, text).spans):
        numbers |= dict.fromkeys(range(*span), number) if span else {}
    return {at: numbers[at] for at in sorted(numbers) if text[at] != " "}


def innermost_blocks(structure: Structure, depth: int | None = None) -> list[int]:
    """Return for each character the number of the innermost block around it, blocks below a depth not counted."""
    labels = [0] * len(structure.text)
    pending = [(structure.root, 0)]
    number = 0
    while pending:
        block, level = pending.pop()
        for start, end in _ranges(block):
            labels[start:end] = [number] * (end - start)
        number += 1
        if depth is None or level < depth:
            pending.extend((child, level + 1) for child in block.children)
    return labels


def _score_annotation(structure: Structure, gold: Gold) -> PageScores:
    nonspace = NonspaceOffsets(structure.text)
    wanted = gold_blocks(gold, nonspace)
    scores = {"title": compare_titles(_titles(structure), gold.titles)}
    for name, span in (("whole page", None), ("body given", gold.body_span)):
        found = ranged_blocks(structure, gold.titles, nonspace, span)
        result = score_page(found, wanted)
        scores[f"heading by range, {name}"], scores[f"block by range, {name}"] = result
        scores[f"parent by range, {name}"] = right_parents(found, wanted)
        if name == "body given":
            scores["block under a right heading"] = block_precision_given_headings(found, wanted)
    return scores


_SCORERS: dict[str, Callable[[Structure, Gold], PageScores]] = {
    "sections": _score_sections,
    "lines": _score_lines,
    "title": _score_title,
    "content": _score_content,
    "blocks": _score_blocks,
    "annotation": _score_annotation,
}
