"""What adapting to one site brings: `python benchmarks/adapt.py FOLDER...`, each a folder of HTML pages of one site.

The heading tags of the pages' main content are the gold, as in `manuals.py`; then the tags are taken away (computed
looks stay). Twenty pages are learned from, the others show the headings that the shipped model and the adapted one
find: micro F1.
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path

import numpy as np
from manuals import spans

from rubricator.errors import RubricatorError
from rubricator.evaluate.metrics.counts import total
from rubricator.evaluate.metrics.headings import compare_headings
from rubricator.learn.adapt import adapt
from rubricator.learn.detag import detag
from rubricator.learn.examples import NO_HEADING, Example
from rubricator.load import load
from rubricator.page.model import Page
from rubricator.page.render import render_static
from rubricator.segment.rubric.candidates import find_candidates
from rubricator.segment.rubric.learned_model import Model, load_model
from rubricator.segment.rubric.page_reading import read_page
from rubricator.segment.rubric.texts import read_texts
from rubricator.segment.rubric.view import build_view

LEARNED, TESTED = 20, 100


def pages_with_headings(folder: Path) -> list[tuple[Page, list[tuple[int, int]]]]:
    """Return detagged pages and where their tagged headings stand; the same pages in the same order each time."""
    paths = sorted(path for path in folder.rglob("*.html") if path.is_file())
    random.Random(1).shuffle(paths)
    found = []
    for path in paths:
        try:
            page = render_static(load(path))
        except RubricatorError as error:
            print(f"  left out: {error}")
            continue
        tagged = list(spans(page))
        if len(tagged) > 1:
            found.append((detag(page), tagged))
        if len(found) == LEARNED + TESTED:
            break
    return found


def example(page: Page, tagged: list[tuple[int, int]]) -> Example:
    view = build_view(page)
    candidates = find_candidates(view)
    places = {span: number for number, span in enumerate(tagged)}
    labels = np.array([places.get((one.start, one.end), NO_HEADING) for one in candidates])
    return Example(
        "own", 0, view, candidates, read_texts(view, candidates), None, labels, None, np.ones(len(candidates)), None
    )


def score(model: Model, pages: list[tuple[Page, list[tuple[int, int]]]]) -> float:
    """Return the micro F1 of headings; the title counts, as it is tagged too."""
    counts = []
    for page, tagged in pages:
        reading = read_page(page, model)
        chosen = [*([reading.title] if reading.title is not None else []), *reading.chosen]
        found = sorted((reading.candidates[number].start, reading.candidates[number].end) for number in chosen)
        counts.append(compare_headings([page.text[a:b] for a, b in found], [page.text[a:b] for a, b in tagged]))
    return total(counts).f1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    for folder in parser.parse_args().folders:
        pages = pages_with_headings(folder)
        learned, tested = pages[:LEARNED], pages[LEARNED:]
        if not tested:
            print(f"{folder.name}: only {len(pages)} pages with headings")
            continue
        base = load_model()
        adapted = adapt(base, [example(*one) for one in learned])
        before, after = score(base, tested), score(adapted, tested)
        print(f"{folder.name}: {len(learned)} pages learned, {len(tested)} tested: {before:.3f} -> {after:.3f}")


if __name__ == "__main__":
    main()
