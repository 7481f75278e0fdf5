"""Query: the best blocks or pages of an index for some words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from rubricator.emit.fragments import opening_fragment
from rubricator.emit.links import deep_link
from rubricator.errors import UsageError
from rubricator.limits import Notice
from rubricator.search.analysis import query_terms, terms
from rubricator.search.entries import Span
from rubricator.search.index import BlockIndex, Ints
from rubricator.search.languages import NONE, check_language
from rubricator.search.ranking import DEFAULT, Floats, Ranking, expansion, new_terms, selection_value
from rubricator.search.snippet import Snippet, snippet
from rubricator.structure.model import JsonValue

MOST_TERMS = 128
"""Distinct terms of a query that are looked up."""
FEEDBACK_PAGES, FEEDBACK_BLOCKS = 80, 20
"""As section 5.2 of Cai and others, APWeb 2003."""
_KEPT_BLOCKS = 5000
"""Blocks whose terms are kept for the next feedback."""

Level = Literal["block", "page"]


@dataclass(frozen=True, slots=True)
class Result:
    """A block that was found, or at page level the best block of a page."""

    score: float
    page: str
    url: str | None
    title: str | None
    headings: tuple[str, ...]
    """From the title down to the block's own heading."""
    level: int
    start: int
    end: int
    xpath: str | None
    anchor: str | None
    link: str | None
    snippet: Snippet | None

    def to_dict(self) -> dict[str, JsonValue]:
        """Return the result as a JSON object."""
        found = self.snippet
        return {
            "score": round(self.score, 6),
            "page": self.page,
            "url": self.url,
            "title": self.title,
            "headings": list(self.headings),
            "level": self.level,
            "start": self.start,
            "end": self.end,
            "xpath": self.xpath,
            "anchor": self.anchor,
            "link": self.link,
            "snippet": None
            if found is None
            else {
                "text": found.text,
                "marks": [list(mark) for mark in found.marks],
                "start": found.start,
                "end": found.end,
            },
        }


@dataclass(frozen=True, slots=True)
class Results:
    """The answer to a query, best first, and warnings."""

    results: tuple[Result, ...]
    terms: tuple[str, ...]
    warnings: tuple[Notice, ...] = ()


@dataclass(frozen=True, slots=True)
class Ranked:
    """The place of a block, or of a page by its best block, in the answer to a query."""

    score: float
    window: int
    block: int
    page: int


def search(
    index: BlockIndex,
    query: str,
    *,
    limit: int = 10,
    level: Level = "block",
    language: str | None = None,
    ranking: Ranking = DEFAULT,
    feedback: int = 0,
) -> Results:
    """Return the best blocks, or pages, for a query; `feedback` is how many terms are added to it from the first ones.

    Without a language, a query's words are read as each language of the index reads them.
    """
    if limit < 1 or feedback < 0:
        raise UsageError("the number of results must be at least 1, that of added terms at least 0")
    if level not in ("block", "page"):
        raise UsageError(f"the level is {level!r}; it must be 'block' or 'page'")
    with index.reading():
        asked, warnings = _terms_asked(index, query, language)
        weights: Mapping[str, float] = dict.fromkeys(asked, 1.0)
        if feedback and asked:
            weights = expansion(weights, feedback_terms(index, weights, ranking)[:feedback])
        found = ranked(index, weights, ranking, limit, level)
        wanted = frozenset(asked)
        return Results(tuple([_result(index, place, wanted) for place in found]), tuple(weights), warnings)


def _terms_asked(index: BlockIndex, query: str, language: str | None) -> tuple[list[str], tuple[Notice, ...]]:
    warnings = []
    if not len(index):
        warnings.append(Notice("index-empty", "the index has no pages"))
    languages = [check_language(language)] if language else index.languages() or [NONE]
    asked = query_terms(query, languages)
    if not asked:
        what = "only stop words" if query_terms(query, [NONE]) else "no words"
        warnings.append(Notice("query-empty", f"the query has {what}; nothing can be found"))
    elif unheard := [name for name in languages if not query_terms(query, [name])]:
        # Other languages read such words as any others.
        message = f"the query has only stop words for pages in {', '.join(unheard)}; these cannot be found by it"
        warnings.append(Notice("query-empty", message))
    if len(asked) > MOST_TERMS:
        warnings.append(Notice("query-cut", f"the query has {len(asked)} terms; the first {MOST_TERMS} were looked up"))
    return asked[:MOST_TERMS], tuple(warnings)


def ranked(
    index: BlockIndex, query: Mapping[str, float], ranking: Ranking, limit: int, level: Level = "block"
) -> list[Ranked]:
    """Return the best blocks, each by its best window, or the best pages, each by its best block.

    Equal scores are ordered by page and place, so that the order does not depend on the index's history.
    """
    scores = index.scores(query, ranking)
    columns = index.columns.rows
    wanted = 4 * limit
    while True:
        windows = _best(scores, wanted)
        # The first window of each block or page is its best.
        _, first = np.unique(columns[level][windows], return_index=True)
        found: dict[int, Ranked] = {}
        for window in windows[np.sort(first)]:
            page, block = int(columns["page"][window]), int(columns["block"][window])
            if level == "block" and ranking.share:
                block = index.shown(block, ranking.share)
            place = Ranked(float(scores[window]), int(window), block, page)
            found.setdefault(block if level == "block" else page, place)
        if len(found) >= limit or len(windows) < wanted:
            return _in_stable_order(index, list(found.values()), limit)
        wanted *= 4


def _best(scores: Floats, count: int) -> Ints:
    """Return the windows of the best scores above 0 in order, with all that are as good as the last of them."""
    hits = np.flatnonzero(scores > 0)
    if len(hits) > count:
        least = np.partition(scores[hits], len(hits) - count)[len(hits) - count]
        hits = hits[scores[hits] >= least]
    ordered: Ints = hits[np.argsort(-scores[hits], kind="stable")]
    return ordered


def _in_stable_order(index: BlockIndex, found: list[Ranked], limit: int) -> list[Ranked]:
    """Return the first ones, equal scores ordered by page and place."""
    least = found[limit - 1].score if len(found) > limit else 0.0
    counts = Counter(place.score for place in found)

    def order(place: Ranked) -> tuple[float, str, int, int]:
        if counts[place.score] == 1:
            return (-place.score, "", 0, 0)
        block = index.block(place.block)
        return (-place.score, index.page(place.page).key, block.start, block.level)

    return sorted((place for place in found if place.score >= least), key=order)[:limit]


def feedback_terms(index: BlockIndex, query: Mapping[str, float], ranking: Ranking) -> list[str]:
    """Return the terms that the best blocks of the best pages share, best first."""
    allowed = {place.page for place in ranked(index, query, ranking, FEEDBACK_PAGES, "page")}
    # Terms are those of the blocks that match, not of what is shown for them: that may have no text of its own.
    alone = replace(ranking, share=0.0)
    places = [place for place in ranked(index, query, alone, FEEDBACK_BLOCKS * 4) if place.page in allowed]
    blocks = [place.block for place in places[:FEEDBACK_BLOCKS]]
    every = Counter(term for block in blocks for term in _terms(index, block))
    # A term of one block of the sample alone says nothing about the others.
    inside = {term: times for term, times in every.items() if times > 1 or len(blocks) == 1}
    count = len(index)
    values = {
        term: selection_value(times, len(blocks), count, len(index.postings(term).window))
        for term, times in inside.items()
    }
    return new_terms(query, inside, values)


def _terms(index: BlockIndex, block: int) -> frozenset[str]:
    """Return the terms of a block's own text, read once as long as few are kept."""
    known = index.columns.terms
    if block in known:
        return known[block]
    if len(known) >= _KEPT_BLOCKS:
        known.clear()
    found: set[str] = set()
    for window in index.windows_of("block", [block]):
        language = index.page(int(index.columns.rows[window]["page"])).language
        found.update(terms(index.window(int(window))[1], language))
    known[block] = frozenset(found)
    return known[block]


def _result(index: BlockIndex, place: Ranked, wanted: frozenset[str]) -> Result:
    page, block = index.page(place.page), index.block(place.block)
    spans, text = _text(index, place.window)
    piece = snippet(text, spans, wanted, page.language)
    return Result(
        score=place.score,
        page=page.key,
        url=page.url,
        title=page.title,
        headings=(*block.path, *([block.heading] if block.heading else [])),
        level=block.level,
        start=block.start,
        end=block.end,
        xpath=block.xpath,
        anchor=block.anchor,
        link=deep_link(page.url, block.anchor, opening_fragment(piece.text) if piece and not block.anchor else ""),
        snippet=piece,
    )


def _text(index: BlockIndex, window: int) -> tuple[tuple[Span, ...], str]:
    """Return the text of a window; of a block that is a heading alone, the first text below it."""
    found = index.window(window)
    if found[0]:
        return found
    below = index.windows_of("block", index.below(int(index.columns.rows["block"][window])))
    return next((text for text in map(index.window, below.tolist()) if text[0]), found)
