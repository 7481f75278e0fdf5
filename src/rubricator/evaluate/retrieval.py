"""Retrieval: how well an index of blocks answers queries whose answers are known.

Parameters are chosen on half of the queries; what is reported is the other half.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from fnmatch import fnmatch
from pathlib import Path
from tempfile import TemporaryDirectory

from rubricator.errors import GoldError
from rubricator.evaluate.compare import Contender
from rubricator.evaluate.gold.queries import Query, Sections, Span, sections
from rubricator.evaluate.metrics.counts import mean
from rubricator.evaluate.metrics.retrieval import average_precision, reciprocal_rank, success_at
from rubricator.learn.detag import detag
from rubricator.options import Options
from rubricator.page.model import Page
from rubricator.pipeline import open_page, render_page, structure_of
from rubricator.search.analysis import query_terms
from rubricator.search.entries import WINDOW, BlockEntry, PageEntry, Window, page_entry
from rubricator.search.index import BlockIndex, open_index
from rubricator.search.query import Ranked, feedback_terms, ranked
from rubricator.search.ranking import DEFAULT, PARTS, Field, Ranking, expansion, paper_ranking
from rubricator.search.writer import write_index
from rubricator.style.sheets import urljoin_safe

PATIENCE = 600.0
"""Seconds for a page: long enough for a busy machine, and longer than the browser's own limit."""
DEPTH = 100
"""Ranks that are looked at."""
MEASURES = ("page MRR", "MAP", "S@1", "S@10", "block MRR", "J")
PLAIN = Ranking((Field(("text",), k1=1.2, b=0.75),))
TRIAL = Ranking((Field(PARTS, k1=1.2, b=0.75), Field(("heading", "path"), 0.1, k1=1.2, b=0.75)))
"""Windows with the heading path as text and as a field, with the usual k1 and b."""

FEEDBACK_TERMS = (3, 5, 10, 20, 30)
SHARES = (0.0, 0.1, 0.2, 0.3)

Maker = Callable[[str, Page], PageEntry]


@dataclass(frozen=True, slots=True)
class Collection:
    """Rendered pages by name, their sections, and queries that ask for them."""

    pages: dict[str, Page]
    sections: dict[str, Sections]
    queries: tuple[Query, ...]


@dataclass(frozen=True, slots=True)
class Scores:
    """The scores of each query, in order; those at block level only where a target has an anchor."""

    values: Mapping[str, tuple[float, ...]]

    def mean(self, measure: str) -> float:
        return mean(self.values[measure])


def read_collection(
    folder: Path,
    queries: Sequence[Query],
    leave_out: Sequence[str],
    progress: Callable[[str], None],
    renderer: str = "static",
) -> Collection:
    """Render the pages of a folder, but those whose names match a pattern; links to other pages count once."""
    pages: dict[str, Page] = {}
    if not folder.is_dir():
        raise GoldError(f"{folder}: there is no such folder of pages")
    for path in sorted(folder.rglob("*.htm*")):
        name = path.relative_to(folder).as_posix()
        if path.is_symlink() or not path.is_file() or any(fnmatch(name, pattern) for pattern in leave_out):
            continue
        progress(f"reading {name}")
        pages[name] = render_page(open_page(path), Options(render=renderer).within(PATIENCE))
    wanted = {target.page for query in queries for target in query.targets}
    if not wanted & pages.keys():
        raise GoldError(f"{folder}: none of the pages that the queries ask for is there, such as {min(wanted)!r}")
    progress("")
    return Collection(pages, {name: sections(page) for name, page in pages.items()}, tuple(queries))


def blocks(method: Contender, name: str, page: Page) -> PageEntry:
    """Return a page as it is indexed by its blocks."""
    return page_entry(structure_of(page, Options(method.method, method.params)), name)


def detagged_blocks(method: Contender, name: str, page: Page) -> PageEntry:
    """Return a page without its heading tags, by its blocks."""
    return blocks(method, name, detag(page))


def whole_pages(name: str, page: Page, fields: Sequence[str] = ()) -> PageEntry:
    """Return a page as one document; `fields` are its titles."""
    text = Window(((0, len(page.text)),), page.text)
    return PageEntry(name, None, None, "en", "", (_plain((text,), (0, len(page.text)), tuple(fields)),))


def windows_only(name: str, page: Page) -> PageEntry:
    """Return a page cut into windows of as many words, without any heading."""
    places = [match.span() for match in re.finditer(r"\S+", page.text)]
    found = []
    for low in range(0, len(places), WINDOW):
        span = places[low][0], places[min(low + WINDOW, len(places)) - 1][1]
        found.append(_plain((Window((span,), page.text[slice(*span)]),), span, ()))
    return PageEntry(name, None, None, "en", "", tuple(found))


def _plain(windows: tuple[Window, ...], span: Span, path: tuple[str, ...]) -> BlockEntry:
    return BlockEntry("", path, 0, span[0], span[1], None, None, windows)


FIELDS: dict[str, tuple[str, ...]] = {
    "Title": ("Title",), "ExtTitle": ("ExtTitle",), "CombTitle": ("Title", "ExtTitle"), "Anchor": ("Anchor",),
    "URL": ("URL",), "CombTitle+Anchor+URL": ("Title", "ExtTitle", "Anchor", "URL"),
}  # fmt: skip
"""The title fields of the paper, by what they hold."""


def titled(kind: str, method: Contender, anchors: Mapping[str, Sequence[str]], name: str, page: Page) -> PageEntry:
    """Return a whole page with one of FIELDS: its `<title>`, the title in its body, links to it, its address."""
    texts = {
        "Title": [page.title],
        "ExtTitle": [structure_of(page, Options(method.method, method.params)).title or ""]
        if "ExtTitle" in FIELDS[kind]
        else [],
        "Anchor": list(anchors.get(name, ())),
        "URL": [" ".join(re.split(r"\W|_", name.rpartition(".")[0]))],
    }
    return whole_pages(name, page, [text for part in FIELDS[kind] for text in texts[part] if text])


def anchor_texts(pages: Mapping[str, Page]) -> dict[str, list[str]]:
    """Return, by page, the texts of the links that other pages of a collection have to it."""
    found: dict[str, list[str]] = {}
    for name, page in pages.items():
        for node, tag in enumerate(page.tag):
            href = dict(page.attributes[node]).get("href") if tag == "a" else None
            target = urljoin_safe(name, href).partition("#")[0] if href else name
            if target != name and target in pages and page.start[node] < page.end[node]:
                found.setdefault(target, []).append(page.text[page.start[node] : page.end[node]])
    return found


@contextmanager
def indexed(collection: Collection, maker: Maker, progress: Callable[[str], None]) -> Iterator[BlockIndex]:
    """Index the pages of a collection for a while."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "index"
        with write_index(path) as writer:
            for name, page in collection.pages.items():
                progress(f"indexing {name}")
                writer.add(maker(name, page))
        progress("")
        with open_index(path) as index:
            yield index


@dataclass(frozen=True, slots=True)
class Feedback:
    """How many terms are added to queries, and whose blocks give them, found by which ranking."""

    terms: int
    source: BlockIndex
    ranking: Ranking
    found: dict[str, list[str]]
    """By query, the best terms, found once for all numbers of them."""

    def expanded(self, text: str, query: Mapping[str, float]) -> dict[str, float]:
        """Return a query with its terms added."""
        if text not in self.found:
            with self.source.reading():
                self.found[text] = feedback_terms(self.source, query, self.ranking)[: FEEDBACK_TERMS[-1]]
        return expansion(query, self.found[text][: self.terms])


def measure(
    index: BlockIndex,
    collection: Collection,
    ranking: Ranking,
    *,
    held_out: bool | None = None,
    feedback: Feedback | None = None,
    measures: Sequence[str] = MEASURES,
) -> Scores:
    """Return the scores of all queries, or of one half of them."""
    values: dict[str, list[float]] = {name: [] for name in MEASURES}
    with index.reading():
        languages = index.languages()
        for query in collection.queries:
            if held_out is not None and query.held_out != held_out:
                continue
            terms: dict[str, float] = dict.fromkeys(query_terms(query.text, languages), 1.0)
            if feedback is not None:
                terms = feedback.expanded(query.text, terms)
            if not set(measures).isdisjoint(MEASURES[:4]):
                _measure_pages(ranked(index, terms, ranking, DEPTH, "page"), index, query, values)
            wanted = list(_wanted(collection, query))
            if wanted and not set(measures).isdisjoint(MEASURES[4:]):
                _measure_blocks(ranked(index, terms, ranking, DEPTH), index, wanted, values)
    return Scores({name: tuple(found) for name, found in values.items()})


def _measure_pages(places: list[Ranked], index: BlockIndex, query: Query, values: dict[str, list[float]]) -> None:
    pages = [index.page(place.page).key for place in places]
    relevant = {target.page for target in query.targets}
    values["page MRR"].append(reciprocal_rank(pages, relevant))
    values["MAP"].append(average_precision(pages, relevant))
    values["S@1"].append(success_at(pages, relevant, 1))
    values["S@10"].append(success_at(pages, relevant, 10))


def _measure_blocks(
    places: list[Ranked], index: BlockIndex, wanted: list[tuple[str, int, Span]], values: dict[str, list[float]]
) -> None:
    found = []
    for place in places:
        block = index.block(place.block)
        found.append((index.page(place.page).key, (block.start, block.end)))
    values["block MRR"].append(strict_reciprocal_rank(found, [(page, place) for page, place, _ in wanted]))
    values["J"].append(ranked_jaccard(found, [(page, span) for page, _, span in wanted]))


def _wanted(collection: Collection, query: Query) -> Iterator[tuple[str, int, Span]]:
    for target in query.targets:
        known = collection.sections.get(target.page)
        if known is not None and target.anchor is not None:
            span = known.of(target.anchor)
            if span is not None:
                yield target.page, known.anchors[target.anchor], span


def strict_reciprocal_rank(found: Sequence[tuple[str, Span]], places: Sequence[tuple[str, int]]) -> float:
    """Return 1 / rank of the first block that one of the places lies in."""
    for rank, (page, (start, end)) in enumerate(found, 1):
        if any(page == other and start <= place < end for other, place in places):
            return 1 / rank
    return 0.0


def ranked_jaccard(found: Sequence[tuple[str, Span]], wanted: Sequence[tuple[str, Span]]) -> float:
    """Return the best over the ranks of how much a block and a wanted section share, divided by the rank."""
    return max(
        (
            jaccard(span, other) / rank
            for rank, (page, span) in enumerate(found, 1)
            for place, other in wanted
            if page == place
        ),
        default=0.0,
    )


def jaccard(one: Span, other: Span) -> float:
    """Return the characters that two spans share as a part of those that either has."""
    shared = max(0, min(one[1], other[1]) - max(one[0], other[0]))
    whole = one[1] - one[0] + other[1] - other[0] - shared
    return shared / whole if whole else 0.0


def candidates() -> list[Ranking]:
    """Return the rankings among which one is chosen: ours with several shares, and the usual k1 and b."""
    return [*(replace(DEFAULT, share=share) for share in SHARES), replace(TRIAL, share=DEFAULT.share)]


def sweep(title: tuple[str, ...]) -> dict[float, Ranking]:
    """Return the paper's combination for alpha from 0 to 1."""
    return {step / 5: replace(paper_ranking(step / 5, title), share=DEFAULT.share) for step in range(6)}


def choose(index: BlockIndex, collection: Collection, rankings: Sequence[Ranking], measured: str) -> Ranking:
    """Return the ranking that is best on the half of the queries that is not reported."""

    def quality(one: Ranking) -> float:
        return measure(index, collection, one, held_out=False, measures=(measured,)).mean(measured)

    return max(rankings, key=quality)
