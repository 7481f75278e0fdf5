"""Block search: build time, size and latency by the number of blocks, beside other engines on the same texts.

`python benchmarks/search.py [--blocks N ...] [--copies N] [--engines]`. Pages are generated: words by Zipf's law,
ten blocks a page of about 100 words each. Queries are two or three words, of all frequencies; times are CPU times.
`--copies` adds an index of so many copies of the largest. `--engines` adds SQLite's FTS5, and bm25s and tantivy where
they are installed (pip install bm25s tantivy): what they take, and whether scores after a deletion are those of a
fresh build.
"""

from __future__ import annotations

import argparse
import resource
import shutil
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import numpy as np
from progress import tell

from rubricator.search import open_index, search, write_index
from rubricator.search.entries import BlockEntry, PageEntry, Window
from rubricator.search.postings import COLUMNS, pack, unpack

VOCABULARY = 50_000
BLOCKS_A_PAGE = 10
WORDS = 100
QUERIES = 200


class Texts:
    """Generated words: `w0` is the most frequent."""

    def __init__(self, seed: int) -> None:
        self.chance = np.random.default_rng(seed)
        self.words = np.array([f"w{number}" for number in range(VOCABULARY)], object)
        sums = np.cumsum(1 / (np.arange(VOCABULARY) + 10))
        self.chances = sums / sums[-1]

    def text(self, words: int) -> str:
        return " ".join(self.words[np.searchsorted(self.chances, self.chance.random(words))])

    def queries(self) -> list[str]:
        return [self.text(int(self.chance.integers(2, 4))) for _ in range(QUERIES)]


def pages(blocks: int) -> Iterator[PageEntry]:
    """Yield generated pages."""
    texts = Texts(1)
    for number in range(blocks // BLOCKS_A_PAGE):
        title = texts.text(4)
        found = []
        for place in range(BLOCKS_A_PAGE):
            text = texts.text(int(texts.chance.integers(WORDS // 2, WORDS * 3 // 2)))
            window = Window(((0, len(text)),), text)
            found.append(BlockEntry(texts.text(4), (title,), 1, place, place + 1, None, None, (window,), None, WORDS))
        yield PageEntry(f"page {number}", None, title, "none", "", tuple(found))


def latency(ask: Callable[[str], object], queries: list[str]) -> tuple[float, float]:
    """Return the median and the 95th percentile of the CPU milliseconds of queries, each asked once."""
    found = []
    for query in queries:
        started = time.process_time()
        ask(query)
        found.append(1e3 * (time.process_time() - started))
    found.sort()
    return statistics.median(found), found[int(0.95 * len(found))]


def alone(step: Callable[..., tuple[float, ...]], *given: object) -> tuple[tuple[float, ...], float]:
    """Return what a step returns in a process of its own, and the most memory in MB that this process had."""
    with ProcessPoolExecutor(1, get_context("spawn")) as process:
        found = process.submit(step, *given).result()
        return found, process.submit(peak).result()


def peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3


def build(path: Path, blocks: int) -> tuple[float, ...]:
    """Return the CPU seconds of building, without those of making the texts up."""
    making = 0.0
    started = time.process_time()
    with write_index(path) as writer:
        source = pages(blocks)
        for number in range(blocks // BLOCKS_A_PAGE):
            if not number % 500:
                tell(f"{number * BLOCKS_A_PAGE} of {blocks} blocks")
            before = time.process_time()
            page = next(source)
            making += time.process_time() - before
            writer.add(page)
    tell("")
    return (time.process_time() - started - making,)


def ask(path: Path) -> tuple[float, ...]:
    with open_index(path) as index:
        started = time.process_time()
        search(index, "w1000")
        first = 1e3 * (time.process_time() - started)
        return first, *latency(lambda query: search(index, query), queries())


def replace(path: Path) -> tuple[float, ...]:
    started = time.process_time()
    with write_index(path) as writer:
        writer.add(next(pages(BLOCKS_A_PAGE)))
    return (1e3 * (time.process_time() - started),)


def ours(blocks: int, folder: Path) -> None:
    path = folder / f"{blocks}.idx"
    (built,), building = alone(build, path, blocks)
    (first, *times), asking = alone(ask, path)
    report(f"rubricator, {blocks:,} blocks", built, path.stat().st_size, times)
    (replaced,), _ = alone(replace, path)
    print(f"  memory {building:.0f} MB to build, {asking:.0f} MB to search", end="; ")
    print(f"first query {first:.1f} ms; one page replaced in {replaced:.0f} ms", flush=True)


def copied(path: Path, times: int) -> Path:
    """Make an index of copies of a built one, each a segment: latency at a size that would take long to build."""
    larger = path.with_name(f"{times} x {path.name}")
    shutil.copy(path, larger)
    with write_index(larger) as writer:
        writer._rewrite(writer._segments())
    with sqlite3.connect(larger) as sql:
        segment, columns = sql.execute("SELECT id, columns FROM segments").fetchone()
        pages, blocks = (sql.execute(f"SELECT MAX(id) FROM {table}").fetchone()[0] for table in ("pages", "blocks"))
        for copy in range(1, times):
            tell(f"copy {copy + 1} of {times}")
            moved = unpack(columns, COLUMNS).copy()
            moved["page"] += copy * pages
            moved["block"] += copy * blocks
            new = sql.execute("INSERT INTO segments (columns) VALUES (?)", (pack(moved),)).lastrowid
            sql.execute(
                f"INSERT INTO pages SELECT id + {copy * pages}, key || ' {copy}', url, title, language, sha256"
                f" FROM pages WHERE id <= {pages}"
            )
            sql.execute(
                f"INSERT INTO blocks SELECT id + {copy * blocks}, page + {copy * pages}, parent + {copy * blocks},"
                f" size, heading, path, level, start, stop, xpath, anchor FROM blocks WHERE id <= {blocks}"
            )
            sql.execute(
                "INSERT INTO windows SELECT ?, number, spans, text FROM windows WHERE segment = ?", (new, segment)
            )
            sql.execute("INSERT INTO postings SELECT ?, term, rows FROM postings WHERE segment = ?", (new, segment))
    sql.close()
    tell("")
    return larger


def ours_copied(path: Path, blocks: int, times: int) -> None:
    larger = copied(path, times)
    (first, *latencies), asking = alone(ask, larger)
    report(f"rubricator, {times} x {blocks:,} blocks", None, larger.stat().st_size, latencies)
    print(f"  memory {asking:.0f} MB to search; first query {first:.1f} ms", flush=True)


def queries() -> list[str]:
    return Texts(2).queries()


def report(name: str, built: float | None, size: int, times: Sequence[float]) -> None:
    building = "copied" if built is None else f"built in {built:6.1f} s CPU"
    latencies = f"p50 {times[0]:7.2f} ms  p95 {times[1]:7.2f} ms"
    print(f"{name:34} {building:22}  {size / 1e6:7.1f} MB  {latencies}", flush=True)


def rows(blocks: int) -> Iterator[tuple[str, str, str]]:
    for page in pages(blocks):
        for block in page.blocks:
            yield block.heading, block.path[0], block.windows[0].text


def fts5(blocks: int, folder: Path) -> None:
    path = folder / "fts5.db"
    with sqlite3.connect(path) as connection:
        started = time.process_time()
        connection.execute("CREATE VIRTUAL TABLE blocks USING fts5(heading, path, text)")
        connection.executemany("INSERT INTO blocks VALUES (?, ?, ?)", rows(blocks))
        connection.commit()
        built = time.process_time() - started
        order = "SELECT rowid, bm25(blocks, .1, .1, 1) FROM blocks WHERE blocks MATCH ? ORDER BY 2 LIMIT 10"

        def ask(query: str) -> object:
            return connection.execute(order, (" OR ".join(query.split()),)).fetchall()

        report(f"SQLite FTS5, {blocks:,} blocks", built, path.stat().st_size, latency(ask, queries()))


def bm25s(blocks: int, folder: Path) -> None:
    try:
        import bm25s as library
    except ImportError:
        print("bm25s is not installed")
        return
    started = time.process_time()
    texts = [" ".join(row) for row in rows(blocks)]
    retriever = library.BM25(k1=0.6, b=0.1)
    retriever.index(library.tokenize(texts, stopwords=None, show_progress=False), show_progress=False)
    retriever.save(folder / "bm25s")
    built = time.process_time() - started

    def ask(query: str) -> object:
        asked = library.tokenize([query], stopwords=None, show_progress=False)
        return retriever.retrieve(asked, k=10, show_progress=False)

    size = sum(file.stat().st_size for file in (folder / "bm25s").iterdir())
    report(f"bm25s, {blocks:,} blocks", built, size, latency(ask, queries()))
    print("  scores are fixed when it is built: one page more or less needs a new build")


def tantivy(blocks: int, folder: Path) -> None:
    try:
        import tantivy as library
    except ImportError:
        print("tantivy is not installed")
        return
    place = folder / "tantivy"
    place.mkdir()
    builder = library.SchemaBuilder()
    for name in ("heading", "path", "text"):
        builder.add_text_field(name, stored=name == "text")
    builder.add_text_field("key", tokenizer_name="raw")
    schema = builder.build()
    index = library.Index(schema, path=str(place))
    writer = index.writer()
    started = time.process_time()
    for number, (heading, path, text) in enumerate(rows(blocks)):
        writer.add_document(library.Document(heading=heading, path=path, text=text, key=str(number)))
    writer.commit()
    writer.wait_merging_threads()
    index.reload()
    built = time.process_time() - started
    searcher = index.searcher()

    def ask(query: str) -> object:
        return searcher.search(index.parse_query(query, ["heading", "path", "text"]), 10)

    size = sum(file.stat().st_size for file in place.iterdir())
    report(f"tantivy, {blocks:,} blocks", built, size, latency(ask, queries()))
    deleted_scores(library, schema)


def deleted_scores(library, schema) -> None:  # type: ignore[no-untyped-def]
    """Print whether scores after a deletion are those of a fresh build."""
    found = []
    for fresh in (False, True):
        index = library.Index(schema)
        writer = index.writer(num_threads=1)
        for number in range(10):
            if not fresh or number < 5:
                writer.add_document(library.Document(text="clay" if number % 2 else "clay pot", key=str(number)))
        writer.commit()
        for number in range(5, 10):
            writer.delete_documents_by_term("key", str(number))
        writer.commit()
        index.reload()
        found.append([score for score, _ in index.searcher().search(index.parse_query("pot", ["text"]), 10).hits])
    print(f"  scores after deleting half of ten texts {found[0][:1]}, of a fresh build {found[1][:1]}")


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--blocks", type=int, nargs="+", default=[1_000, 10_000, 100_000])
    parser.add_argument("--engines", action="store_true", help="other engines at the largest number of blocks, too")
    parser.add_argument(
        "--copies", type=int, metavar="N", help="an index of N copies of the largest, too: latency only"
    )
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        for blocks in given.blocks:
            ours(blocks, Path(folder))
        if given.copies:
            ours_copied(Path(folder) / f"{max(given.blocks)}.idx", max(given.blocks), given.copies)
        if given.engines:
            for engine in (fts5, bm25s, tantivy):
                engine(max(given.blocks), Path(folder))


if __name__ == "__main__":
    main()
