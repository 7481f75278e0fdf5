"""Reads many broken pages and reports what breaks: `python fuzz/run.py --pages 20000 --seed 1`.

Each page goes all the way: load, style, every method, the invariants, every output. Only a LoadError is an answer (the
page is no web page at all); any other exception, and a page that takes too long, is a failure. Page number N of a seed
is always the same page: `--only N` runs it alone, and `--write FILE` saves it.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import NamedTuple

from mutate import make_page

from rubricator.emit import chunks, from_json, hidden_notice, outline, to_html, to_json, to_jsonl, to_markdown
from rubricator.emit.view import to_view
from rubricator.errors import LoadError
from rubricator.load import load
from rubricator.options import Options
from rubricator.page.render import render_static
from rubricator.pipeline import structure_of
from rubricator.segment import static_methods
from rubricator.structure.invariants import check
from rubricator.structure.model import JsonValue, Structure

BATCH = 25
RUNS: list[tuple[str, dict[str, JsonValue]]] = [
    *((method, {}) for method in static_methods()),
    ("heps", {"preset": "reference"}),
    ("heps", {"including_upper": 9, "empty": 9, "no_sibling": 9, "non_unique": 9, "too_long": 9}),
]
"""Every method, and HEPS with the other preset and with thresholds that let every list pass."""


class PageTooSlowError(Exception):
    """A page took more CPU time than it may."""


class WrongOutputError(Exception):
    """An output is not what it must be."""


class Outcome(NamedTuple):
    """How one page ended: `ok`, or the class of its error; and what failed, if something did."""

    number: int
    result: str
    seconds: float
    failure: str


@dataclass(slots=True)
class Summary:
    """What happened to all pages."""

    pages: int = 0
    results: Counter[str] = field(default_factory=Counter)
    slowest: Outcome | None = None
    failures: list[Outcome] = field(default_factory=list)

    def add(self, outcome: Outcome) -> None:
        self.pages += 1
        self.results[outcome.result] += 1
        if self.slowest is None or outcome.seconds > self.slowest.seconds:
            self.slowest = outcome
        if outcome.failure:
            self.failures.append(outcome)


def follow(data: bytes, seconds: float) -> None:
    """Take a page all the way; whatever is wrong is raised. Styling and each method have the same time."""
    with cpu_limit(seconds):
        source = load(data, url="http://example.org/page")
        page = render_static(source)
    found = []
    for method, params in RUNS:
        with cpu_limit(seconds):
            structure = structure_of(page, Options(method, params))
            check(structure)
            write(structure)
            found.append(structure)
    with cpu_limit(seconds):
        to_view(source, found)


def write(structure: Structure) -> None:
    """Write a structure in every form."""
    outline(structure)
    if from_json(to_json(structure)) != structure:
        raise WrongOutputError("the structure read from its JSON is another one")
    for hidden in ("auto", "keep", "drop"):
        to_markdown(structure, hidden=hidden)
        to_html(structure, hidden=hidden)
        hidden_notice(structure, hidden)
    to_jsonl(chunks(structure))
    for chunk in chunks(structure, max_chars=80, overlap=20):
        if not 0 < len(chunk.text) <= 80 or not 0 <= chunk.start <= chunk.end <= len(structure.text):
            raise WrongOutputError(f"a chunk breaks its limit or lies outside of the page: {chunk}")


@contextmanager
def cpu_limit(seconds: float) -> Iterator[None]:
    """Raise PageTooSlowError in what uses more CPU time; where there is no such timer, do nothing."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def stop(_signal: int, _frame: FrameType | None) -> None:
        raise PageTooSlowError(f"more than {seconds:g} s of CPU time")

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def run_page(seed: int, number: int, seconds: float) -> Outcome:
    """Make and follow one page."""
    data = make_page(seed, number)
    started = time.process_time()
    result, failure = "ok", ""
    try:
        follow(data, seconds)
    except LoadError as error:
        result = type(error).__name__
    except (Exception, RecursionError) as error:
        result, failure = type(error).__name__, traceback.format_exc(limit=-6)
    return Outcome(number, result, time.process_time() - started, failure)


def run_batch(seed: int, first: int, last: int, seconds: float) -> list[Outcome]:
    return [run_page(seed, number, seconds) for number in range(first, last)]


def run_all(pages: int, seed: int, workers: int, seconds: float) -> Summary:
    """Run all pages in worker processes. A process that dies takes its batch with it, which is reported."""
    summary = Summary()
    with ProcessPoolExecutor(workers) as pool:
        batches: dict[Future[list[Outcome]], int] = {
            pool.submit(run_batch, seed, first, min(first + BATCH, pages), seconds): first
            for first in range(0, pages, BATCH)
        }
        for future in as_completed(batches):
            try:
                outcomes = future.result()
            except BrokenProcessPool as error:
                first = batches[future]
                outcomes = [Outcome(first, "crash", 0.0, f"{error} (one of pages {first} to {first + BATCH - 1})")]
            for outcome in outcomes:
                summary.add(outcome)
            show_progress(summary, pages)
    return summary


def show_progress(summary: Summary, pages: int) -> None:
    if sys.stderr.isatty():
        end = "\n" if summary.pages >= pages else ""
        print(
            f"\r{summary.pages} of {pages} pages, {len(summary.failures)} failures",
            end=end,
            file=sys.stderr,
            flush=True,
        )


def report(summary: Summary, seed: int) -> str:
    """Return the summary as text."""
    results = ", ".join(f"{count} {result}" for result, count in summary.results.most_common())
    lines = [
        f"pages: {summary.pages} (seed {seed})",
        f"results: {results}",
        f"failures: {len(summary.failures)}",
    ]
    if summary.slowest is not None:
        lines.insert(2, f"slowest: page {summary.slowest.number}, {summary.slowest.seconds:.2f} s of CPU time")
    for failure in sorted(summary.failures)[:20]:
        lines.append(
            f"\npage {failure.number}: {failure.result}; python fuzz/run.py --seed {seed} --only {failure.number}"
        )
        lines.append(failure.failure.rstrip())
    return "\n".join(lines)


def parse(arguments: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Read many broken pages and report what breaks.")
    parser.add_argument("--pages", type=int, default=20_000, help="how many pages (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="which pages (default: %(default)s)")
    parser.add_argument(
        "--workers", type=int, default=min(2, os.cpu_count() or 1), help="processes (default: %(default)s)"
    )
    parser.add_argument(
        "--seconds",
        type=float,
        default=20.0,
        help="CPU time that each step may take: styling, each method (default: %(default)s)",
    )
    parser.add_argument("--only", type=int, metavar="N", help="run page N alone")
    parser.add_argument("--write", type=Path, metavar="FILE", help="with --only: save the page, do not run it")
    return parser.parse_args(arguments)


def main() -> int:
    options = parse()
    if options.only is not None and options.write is not None:
        options.write.write_bytes(make_page(options.seed, options.only))
        return 0
    if options.only is not None:
        summary = Summary()
        summary.add(run_page(options.seed, options.only, options.seconds))
    else:
        summary = run_all(options.pages, options.seed, options.workers, options.seconds)
    print(report(summary, options.seed))
    return 1 if summary.failures else 0


if __name__ == "__main__":
    sys.exit(main())
