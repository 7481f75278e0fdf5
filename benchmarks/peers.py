"""Speed and quality beside other tools: `python benchmarks/peers.py --corpora DIR --models DIR [--plot FILE]`.

Every tool reads the pages of `asdus` in an environment of its own, which is made when it is missing
(`--environments DIR`), with the version that the package registry has. CPU time is that of the tool's own call by
default settings; a page that it fails on has no sections. Ours is all the way from bytes to JSON: without linked
stylesheets, and with them once they are known. All tools take turns, `--rounds` times, and the least time of each page
counts, as machines are not equally fast all the time. `--models` are out-of-fold models of `rubric`.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from corpora import add_option, find_corpora
from progress import tell

from rubricator.emit import to_json
from rubricator.evaluate.gold.corpora import read_corpus
from rubricator.evaluate.gold.gold import Gold
from rubricator.evaluate.metrics.counts import Counts, total
from rubricator.evaluate.metrics.headings import compare_headings
from rubricator.evaluate.metrics.words import Section, compare_sections
from rubricator.evaluate.models import fitted, with_models
from rubricator.evaluate.scores import own_sections
from rubricator.load import load
from rubricator.options import Options
from rubricator.page.render import render_static
from rubricator.pipeline import structure_of
from rubricator.version import __version__

NEEDS = {
    "trafilatura": ["lxml_html_clean"], "readability-lxml": ["lxml_html_clean"], "resiliparse": [],
    "langchain-text-splitters": ["lxml", "beautifulsoup4"], "html-to-markdown": [], "unstructured": [], "docling": [],
}  # fmt: skip
"""The tools, and what they need beside what they name themselves."""
RUNS = 3
_READER = Path(__file__).parent / "peer.py"


class Result(NamedTuple):
    """How fast and how good a tool is on all pages, or why it could not run."""

    name: str
    times: Sequence[float] = ()
    titles: Counts = Counts()
    sections: Counts = Counts()
    note: str = ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_option(parser)
    parser.add_argument("--models", type=Path, required=True, metavar="DIR", help="out-of-fold models of rubric")
    parser.add_argument("--environments", type=Path, default=Path(".venv/peers"), metavar="DIR")
    parser.add_argument("--peers", default=",".join(NEEDS), metavar="NAME,...", help=f"default: {','.join(NEEDS)}")
    parser.add_argument("--rounds", type=int, default=3, metavar="N", help="default: 3")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="write quality against speed as SVG")
    given = parser.parse_args()
    peers = [name for name in given.peers.split(",") if name]
    if unknown := set(peers) - set(NEEDS):
        parser.error(f"--peers: unknown {', '.join(sorted(unknown))}; choose from {', '.join(NEEDS)}")
    corpora = find_corpora(given.corpora)
    golds = read_corpus(corpora, "asdus")
    rounds = []
    for number in range(given.rounds):
        tell(f"round {number + 1} of {given.rounds}")
        own = [
            _ours(method, linked, golds, corpora, given.models)
            for method, linked in (("rubric", False), ("rubric", True), ("heps", False), ("tags", False))
        ]
        rounds.append([*own, *(_peer(name, golds, given.environments) for name in peers)])
    tell("")
    results = [_fastest(turns) for turns in zip(*rounds, strict=True)]
    print(_table(results))
    if given.plot:
        given.plot.write_text(_plot([one for one in results if one.times]), "utf-8")


def _fastest(turns: Sequence[Result]) -> Result:
    """Take the least time of each page."""
    return turns[0]._replace(times=[min(times) for times in zip(*(one.times for one in turns), strict=True)])


def _ours(method: str, linked: bool, golds: list[Gold], corpora: Path, models: Path) -> Result:
    """Time all steps from the page's bytes on; each page is read thrice, so that its sheets are known the second time.

    Where sheets are linked, the page is read from its file, as they stand beside it. Times are those of the model that
    comes with the package, quality is that of the model of the page's fold.
    """
    times, titles, sections = [], [], []
    for gold in golds:
        runs = []
        given = gold.page if linked else gold.page.read_bytes()
        for _ in range(RUNS):
            started = time.process_time()
            page = render_static(load(given), linked=linked)
            to_json(structure_of(page, Options(method)))
            runs.append(1e3 * (time.process_time() - started))
        times.append(min(runs))
        params = with_models({}, models) if method == "rubric" else {}
        chosen = fitted(method, params, page.sha256, gold.page, corpora).params
        found = own_sections(structure_of(page, Options(method, chosen)))
        titles.append(_titles(found, gold))
        sections.append(_sections(found, gold))
    name = f"rubricator {__version__}, {method}{', linked sheets' if linked else ''}"
    return Result(name, times, total(titles), total(sections))


def _peer(name: str, golds: list[Gold], environments: Path) -> Result:
    python = environments / name / "bin" / "python"
    try:
        if not python.exists():
            _run(sys.executable, "-m", "venv", str(environments / name))
            _run(str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", name, *NEEDS[name])
        version = _run(str(python), "-c", f"from importlib.metadata import version; print(version({name!r}))").strip()
        pages = "\n".join(str(gold.page.resolve()) for gold in golds)
        lines = _run(str(python), str(_READER), name, given=pages).splitlines()
    except subprocess.CalledProcessError as error:
        return Result(name, note=(error.stderr.strip().splitlines() or ["no message"])[-1][:200])
    pages_read = [json.loads(line) for line in lines]
    found = [[Section(title, prose) for title, prose in page["sections"]] for page in pages_read]
    failed = [page["error"] for page in pages_read if page["error"]]
    if 2 * len(failed) > len(pages_read):
        return Result(f"{name} {version}", note=failed[0])
    return Result(
        f"{name} {version}",
        [page["ms"] for page in pages_read],
        total(_titles(one, gold) for one, gold in zip(found, golds, strict=True)),
        total(_sections(one, gold) for one, gold in zip(found, golds, strict=True)),
        f"fails on {len(failed)} pages: {failed[0]}" if failed else "",
    )


def _run(*command: str, given: str = "") -> str:
    return subprocess.run(command, input=given, capture_output=True, text=True, check=True).stdout


def _titles(found: list[Section], gold: Gold) -> Counts:
    return compare_headings([one.title for one in found if one.title], [heading.text for heading in gold.headings])


def _sections(found: list[Section], gold: Gold) -> Counts:
    return compare_sections(found, [Section(section.title, " ".join(section.prose)) for section in gold.sections])


def _table(results: list[Result]) -> str:
    width = max(len(one.name) for one in results)
    lines = [f"{'':{width}}  median ms    p95 ms  pages/s  titles F1  sections F1"]
    for one in results:
        if one.times:
            tail = sorted(one.times)[int(0.95 * len(one.times))]
            cells = f"{statistics.median(one.times):9.2f} {tail:9.1f} {1e3 / statistics.mean(one.times):8.0f}"
            lines.append(
                f"{one.name:{width}}  {cells} {one.titles.f1:10.3f} {one.sections.f1:12.3f}  {one.note}".rstrip()
            )
        else:
            lines.append(f"{one.name:{width}}  could not run: {one.note}")
    return "\n".join(lines)


_WIDTH, _HEIGHT, _EDGE = 720, 420, 50
_LINE, _LABEL = 14, 190


def _plot(results: list[Result]) -> str:
    """Draw titles' F1 against pages a second, on a scale of powers of ten."""
    from math import log10

    speeds = [log10(1e3 / statistics.mean(one.times)) for one in results]
    low, high = min(speeds) - 0.2, max(speeds) + 0.6
    drawn = []
    labels: list[tuple[float, float]] = []
    for one, speed in sorted(zip(results, speeds, strict=True), key=lambda pair: -pair[0].titles.f1):
        x = _EDGE + (speed - low) / (high - low) * (_WIDTH - 2 * _EDGE)
        y = _HEIGHT - _EDGE - one.titles.f1 * (_HEIGHT - 2 * _EDGE)
        color = "#b3261e" if one.name.startswith("rubricator") else "#555"
        drawn.append(f'<circle cx="{x:.0f}" cy="{y:.0f}" r="4" fill="{color}"/>')
        # Labels go down until they stand on no other.
        beside = y + 4
        while any(abs(beside - other) < _LINE and abs(x - left) < _LABEL for left, other in labels):
            beside += 1
        labels.append((x, beside))
        drawn.append(f'<text x="{x + 8:.0f}" y="{beside:.0f}" fill="{color}">{one.name}</text>')
    bottom, right = _HEIGHT - _EDGE, _WIDTH - _EDGE
    axes = f"M{_EDGE},{_EDGE}V{bottom}H{right}"
    lines = "\n".join(drawn)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" font-family="sans-serif" '
        f'font-size="11">\n<rect width="100%" height="100%" fill="#fff"/>\n'
        f'<path d="{axes}" fill="none" stroke="#000"/>\n'
        f'<text x="{_EDGE}" y="{_EDGE - 10}">titles F1, from 0 to 1</text>\n'
        f'<text x="{right}" y="{bottom + 20}" text-anchor="end">pages a second and core, from {10**low:.0f} to '
        f"{10**high:.0f}</text>\n{lines}\n</svg>\n"
    )


if __name__ == "__main__":
    main()
