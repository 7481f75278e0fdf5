"""Precision, recall, F and their averages; the F columns of the papers' tables follow from their P and R."""

from __future__ import annotations

import pytest

from rubricator.evaluate.metrics.counts import Counts, harmonic, mean, total


def test_counts() -> None:
    counts = Counts(2, 4, 5)
    assert (counts.precision, counts.recall) == (0.5, 0.4)
    assert counts.f1 == pytest.approx(4 / 9)


def test_nothing_is_zero() -> None:
    assert (Counts().precision, Counts().recall, Counts().f1, mean([]), harmonic(0, 0)) == (0, 0, 0, 0, 0)
    assert (Counts(0, 0, 3).f1, Counts(0, 3, 0).f1) == (0, 0)
    assert total([]) == Counts()


def test_micro_and_macro_differ() -> None:
    pages = [Counts(1, 1, 1), Counts(0, 9, 3)]
    assert total(pages) == Counts(1, 10, 4)
    assert total(pages).f1 == pytest.approx(1 / 7)
    assert mean(page.f1 for page in pages) == 0.5


@pytest.mark.parametrize(
    ("precision", "recall", "f"),
    [
        (0.691, 0.564, 0.621),
        (0.617, 0.539, 0.575),
        (0.638, 0.569, 0.602),
        (0.586, 0.563, 0.574),
        (0.656, 0.567, 0.608),
        (0.596, 0.555, 0.575),
        (0.879, 0.813, 0.845),
        (0.757, 0.719, 0.737),
        (0.528, 0.643, 0.580),
        (0.698, 0.703, 0.701),
        (0.584, 0.840, 0.689),
        (0.910, 0.919, 0.914),
    ],
    ids=[
        *(
            "HEPS 3 training H",
            "HEPS 3 training B",
            "HEPS 3 test H",
            "HEPS 3 test B",
            "HEPS 3 total H",
            "HEPS 3 total B",
        ),
        *("HEPS 7 siblings H", "HEPS 7 siblings B", "title 3 largest font", "title 3 perceptron"),
        *("title 4 largest font", "title 4 perceptron"),
    ],
)
def test_f_of_the_papers_tables(precision: float, recall: float, f: float) -> None:
    assert harmonic(precision, recall) == pytest.approx(f, abs=0.001)


def test_asdus_table_2_is_weighted_by_support() -> None:
    rows = [(0.75, 0.97, 3611), (0.92, 0.99, 2299), (0.89, 0.98, 685)]
    support = sum(row[2] for row in rows)
    precision, recall = (sum(row[part] * row[2] for row in rows) / support for part in (0, 1))
    assert support == 6595
    assert (round(precision, 2), round(recall, 2), round(harmonic(precision, recall), 2)) == (0.82, 0.98, 0.89)
