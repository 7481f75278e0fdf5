"""Learning the base distributions of `bayes` from many pages, without gold.

Structures of pages are independent of each other given the base distributions (section 5.3), so each worker sweeps over
some pages; the base distributions are drawn in between. Every page has its own random numbers, so that the result does
not depend on the number of workers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np

from rubricator.errors import GoldError, RubricatorError, UsageError
from rubricator.evaluate.gold.corpora import read_corpus
from rubricator.learn.parallel import on_all_cores
from rubricator.load import load
from rubricator.page.render import render_static
from rubricator.segment.bayes.bases import LABELS, WORD_LABELS, Bases, uniform_bases
from rubricator.segment.bayes.bases_file import Model
from rubricator.segment.bayes.document import Blocks, Document, EncodedRow, Numbers, encode
from rubricator.segment.bayes.learning import Average, Tables, add_tables, count_tables, draw_bases
from rubricator.segment.bayes.parameters import Parameters
from rubricator.segment.bayes.rows import read_rows
from rubricator.segment.bayes.sampler import sweep
from rubricator.segment.bayes.segmentation import leave_out, read_blocks
from rubricator.segment.bayes.sentences import Opening, count_prefixes, find_sentences, read_openings
from rubricator.segment.bayes.state import State, Structure, first_structure
from rubricator.structure.model import JsonValue
from rubricator.version import __version__
from rubricator.workers.limits import usable_cores

CORPORA = ("cleaneval", "wcxb", "l3s")
"""Whose pages are learned from when none are named, but for those of `outline`, which are for measuring."""
_LEAST_COUNT = 3
"""Least count of a word, symbol or prefix that the model keeps by name; it does not distinguish the others."""
_SUFFIXES = (".html", ".htm", ".xhtml")
_PARTS = 4
"""In which the pages are sent to the workers."""
Progress = Callable[[str], None]


class Reading(NamedTuple):
    """What is read from a page."""

    sha256: str
    blocks: list[Blocks]
    openings: list[Opening]


def find_pages(paths: Iterable[Path]) -> list[Path]:
    """List the HTML files among paths and in folders."""
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            found.extend(sorted(one for one in path.rglob("*") if one.suffix.lower() in _SUFFIXES and one.is_file()))
        elif path.is_file():
            found.append(path)
        else:
            raise UsageError(f"--pages {path}: there is no such file or folder")
    return found


def corpus_pages(folder: Path) -> list[Path]:
    """List the pages of the corpora that are not for measuring."""
    measured = {gold.page.resolve() for gold in read_corpus(folder, "outline")}
    pages = [gold.page for name in CORPORA for gold in read_corpus(folder, name)]
    return [page for page in pages if page.resolve() not in measured]


def read_pages(paths: Sequence[Path], progress: Progress) -> list[Reading]:
    """Read the rows of pages on all cores; a page that cannot be read, or has no rows, is left out."""
    read = on_all_cores(_read, paths, lambda done: progress(f"{done} of {len(paths)} pages"))
    found = [reading for reading in read if reading.blocks]
    if not found:
        raise GoldError("there is no page to learn from")
    return found


def _read(path: Path) -> Reading | None:
    try:
        page = render_static(load(path))
    except RubricatorError:
        return None
    rows = read_rows(page, page.body)
    return Reading(page.sha256, read_blocks(page, rows), read_openings(page, rows))


def train(readings: Sequence[Reading], parameters: Parameters, progress: Progress, workers: int | None = None) -> Model:
    """Learn base distributions, rules and prefixes from pages."""
    prefixes = count_prefixes(opening for one in readings for opening in one.openings)
    words, symbols = Numbers(), Numbers()
    pages = []
    for one in readings:
        sentences = find_sentences(one.openings, prefixes, parameters.sentence_ratio)
        leave_out(sentences)
        document = encode(one.blocks, sentences)
        numbers = [words[one] for one in document.words], [symbols[one] for one in document.symbols]
        pages.append(_Page(document, *numbers))
    with ProcessPoolExecutor(workers or usable_cores(), None, _take_pages, (pages, parameters)) as pool:
        bases = _learn(pages, len(words), len(symbols), parameters, pool, progress)
    kept = {opening: counts for opening, counts in sorted(prefixes.items()) if counts[1] >= _LEAST_COUNT}
    word_numbers = _often(page.words[number] for page in pages for row in page.document.rows for number in row.words)
    symbol_numbers = _often(page.symbols[sign] for page in pages for row in page.document.rows for sign in _signs(row))
    known, unknown = _cut(bases, word_numbers, symbol_numbers)
    return Model(
        _names(words, word_numbers), _names(symbols, symbol_numbers), known, unknown, kept,
        frozenset(one.sha256 for one in readings), _card(pages, parameters),
    )  # fmt: skip


class _Page(NamedTuple):
    """A page, and the numbers that its words and symbols have for all pages."""

    document: Document
    words: list[int]
    symbols: list[int]


_PAGES: list[_Page] = []
_PARAMETERS: list[Parameters] = []


def _take_pages(pages: list[_Page], parameters: Parameters) -> None:
    """Keep in a worker process what never changes."""
    _PAGES[:], _PARAMETERS[:] = pages, [parameters]


def _sweep(
    numbers: Sequence[int], structures: Sequence[Structure], bases: Bases, turn: int
) -> tuple[list[Structure], Tables]:
    """Sweep once over some pages; return their structures and what they say about the bases."""
    (parameters,) = _PARAMETERS
    tables = []
    for number, structure in zip(numbers, structures, strict=True):
        page = _PAGES[number]
        chance = Random(f"{parameters.seed:g} {number} {turn}").random
        state = State(page.document, structure, _own(bases, page), parameters)
        sweep(state, chance)
        tables.append(_shared(count_tables(state, chance), page))
    return list(structures), add_tables(tables)


def _own(bases: Bases, page: _Page) -> Bases:
    """Return base distributions in a page's own numbers."""
    own = {}
    for label in LABELS:
        shares: Sequence[float] = getattr(bases, label)
        own[label] = [shares[number] for number in (page.words if label in WORD_LABELS else page.symbols)]
    return Bases(**own, rules=bases.rules)


def _shared(tables: Tables, page: _Page) -> Tables:
    """Return the draws in the numbers that all pages share."""
    draws = {}
    for label, counts in tables.draws.items():
        numbers = page.words if label in WORD_LABELS else page.symbols
        draws[label] = {numbers[own]: count for own, count in counts.items()}
    return tables._replace(draws=draws)


def _learn(
    pages: Sequence[_Page],
    words: int,
    symbols: int,
    parameters: Parameters,
    pool: ProcessPoolExecutor,
    progress: Progress,
) -> Bases:
    """Sample structures and bases in turn; return the mean of the bases in the second half."""
    random = np.random.default_rng(int(parameters.seed))
    bases = uniform_bases(words, symbols, parameters)
    parts = _parts([len(one.document.rows) for one in pages])
    starts = [
        first_structure(one.document, Random(f"{parameters.seed:g} {number}").random)
        for number, one in enumerate(pages)
    ]
    structures = [[starts[number] for number in part] for part in parts]
    average, sweeps = Average(), int(parameters.first_sweeps)
    for turn in range(sweeps):
        done = list(pool.map(_sweep, parts, structures, [bases] * len(parts), [turn] * len(parts)))
        structures = [one for one, _ in done]
        bases = draw_bases(add_tables(tables for _, tables in done), words, symbols, parameters, random)
        if turn >= sweeps // 2:
            average.add(bases)
        progress(f"{turn + 1} of {sweeps} sweeps")
    return average.mean()


def _parts(sizes: Sequence[int]) -> list[list[int]]:
    """Divide pages into parts of about the same number of rows; how, does not depend on the machine."""
    parts: list[list[int]] = [[] for _ in range(_PARTS)]
    rows = [0] * _PARTS
    for number in sorted(range(len(sizes)), key=lambda one: -sizes[one]):
        part = rows.index(min(rows))
        parts[part].append(number)
        rows[part] += sizes[number]
    return [part for part in parts if part]


def _signs(row: EncodedRow) -> Iterator[int]:
    for one in row.inner:
        yield from one.bag
    yield from row.last


def _often(numbers: Iterable[int]) -> list[int]:
    return sorted(number for number, count in Counter(numbers).items() if count >= _LEAST_COUNT)


def _names(numbers: Numbers, kept: Sequence[int]) -> dict[str, int]:
    """Return the names of what is kept, numbered anew."""
    names = list(numbers)
    return {names[number]: place for place, number in enumerate(kept)}


def _cut(bases: Bases, words: Sequence[int], symbols: Sequence[int]) -> tuple[Bases, dict[str, float]]:
    """Return the distributions over what is kept, and the mean probability of what is not."""
    known, unknown = {}, {}
    for label in LABELS:
        all_shares: Sequence[float] = getattr(bases, label)
        kept = words if label in WORD_LABELS else symbols
        known[label] = [all_shares[number] for number in kept]
        others = len(all_shares) - len(kept)
        unknown[label] = max(1 - sum(known[label]), 1e-9) / others if others else min(known[label], default=0.5)
    return Bases(**known, rules=bases.rules), unknown


def _card(pages: Sequence[_Page], parameters: Parameters) -> dict[str, JsonValue]:
    rows = [row for page in pages for row in page.document.rows]
    return {
        "method": "bayes", "version": __version__, "pages": len(pages), "rows": len(rows),
        "sentences": sum(row.sentence for row in rows), "sweeps": int(parameters.first_sweeps),
        "seed": int(parameters.seed),
    }  # fmt: skip
