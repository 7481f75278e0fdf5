"""Base distributions: Stirling numbers, tables, draws, and learning from pages."""

from __future__ import annotations

from collections import Counter
from math import exp, lgamma, log
from pathlib import Path
from random import Random

import numpy as np
import pytest

from rubricator.errors import GoldError, UsageError
from rubricator.learn.bayes import Reading, find_pages, read_pages, train
from rubricator.segment.bayes.bases import LABELS
from rubricator.segment.bayes.learning import Average, Tables, add_tables, draw_bases
from rubricator.segment.bayes.parameters import Parameters
from rubricator.segment.bayes.stirling import draw_tables, log_stirling
from tests.bayes.reading import PERSON


def quiet(_step: str) -> None:
    """Tell nothing."""


def test_stirling_numbers_of_the_first_kind() -> None:
    assert [round(exp(one)) for one in log_stirling(4)[1:]] == [6, 11, 6, 1]
    assert [round(exp(one)) for one in log_stirling(6)[1:]] == [120, 274, 225, 85, 15, 1]
    assert log_stirling(0) == (0.0,)


@pytest.mark.parametrize(("n", "prior"), [(5, 0.3), (40, 2.0), (64, 10.0)])
def test_they_sum_to_the_rising_factorial(n: int, prior: float) -> None:
    total = sum(exp(one + m * log(prior) - lgamma(prior + n) + lgamma(prior)) for m, one in enumerate(log_stirling(n)))
    assert total == pytest.approx(1, abs=1e-9)


def test_tables_are_drawn_in_proportion() -> None:
    random, prior, turns = Random(1), 0.7, 20_000
    counts = Counter(draw_tables(4, prior, random.random) for _ in range(turns))
    weights = [exp(one) * prior**m for m, one in enumerate(log_stirling(4))]
    for m in range(1, 5):
        assert counts[m] / turns == pytest.approx(weights[m] / sum(weights), abs=0.015)


def test_many_draws_have_the_same_mean_without_a_table() -> None:
    random = Random(2)
    for n in (64, 65):
        mean = np.mean([draw_tables(n, 3.0, random.random) for _ in range(1500)])
        assert mean == pytest.approx(sum(3 / (3 + place) for place in range(n)), abs=0.25)


def test_bases_follow_the_tables() -> None:
    draws: dict[str, dict[int, int]] = {label: {} for label in LABELS}
    one = Tables({**draws, "b": {2: 300}}, with_content=40, alone=10, further=5)
    both = add_tables([one, one])
    assert both.draws["b"] == {2: 600}
    average = Average()
    random = np.random.default_rng(1)
    for _ in range(300):
        average.add(draw_bases(both, 4, 5, Parameters(), random))
    mean = average.mean()
    assert mean.b[2] == pytest.approx(601 / 605, abs=0.005)
    assert mean.h == pytest.approx([0.25] * 4, abs=0.04)
    assert mean.rules.with_content == pytest.approx(85 / 110, abs=0.02)
    assert mean.rules.further == pytest.approx(20 / 210, abs=0.02)


def pages(folder: Path, count: int = 4) -> list[Path]:
    found = []
    for number in range(count):
        path = folder / f"p{number}.html"
        path.write_text(PERSON + f"<p>This is page {number}, and it has words.</p>", "utf-8")
        found.append(path)
    return found


def test_what_is_learned_does_not_depend_on_the_number_of_workers(tmp_path: Path) -> None:
    readings = read_pages(pages(tmp_path), quiet)
    parameters = Parameters(first_sweeps=6.0)
    one, two = (train(readings, parameters, quiet, workers) for workers in (1, 2))
    assert one == two
    assert one.symbols.keys() >= {":", "<br>", "</h1>"}
    assert one.prefixes["this "] == (4, 4)
    assert len(one.trained_on) == 4
    assert one.card["pages"] == 4
    for label in LABELS:
        known = sum(getattr(one.bases, label))
        assert 0 < known < 1 + 1e-9
        assert 0 < one.unknown[label] < 1
    assert train(readings, Parameters(first_sweeps=6.0, seed=2.0), quiet, 1) != one


def test_labels_are_learned(tmp_path: Path) -> None:
    model = train(read_pages(pages(tmp_path, 12), quiet), Parameters(first_sweeps=60.0), quiet, 1)
    b = {symbol: model.bases.b[number] for symbol, number in model.symbols.items()}
    assert max(b, key=b.__getitem__) == ":"
    linefeeds = {symbol: model.bases.l[number] for symbol, number in model.symbols.items()}
    assert max(linefeeds, key=linefeeds.__getitem__) == "<br>"


def test_pages_are_found_in_folders(tmp_path: Path) -> None:
    (tmp_path / "inside").mkdir()
    (tmp_path / "inside" / "b.HTM").write_text("x", "utf-8")
    (tmp_path / "a.html").write_text("x", "utf-8")
    (tmp_path / "a.txt").write_text("x", "utf-8")
    assert find_pages([tmp_path, tmp_path / "a.txt"]) == [
        tmp_path / "a.html",
        tmp_path / "inside" / "b.HTM",
        tmp_path / "a.txt",
    ]
    with pytest.raises(UsageError, match="there is no such file or folder"):
        find_pages([tmp_path / "none"])


def test_pages_without_rows_are_left_out(tmp_path: Path) -> None:
    empty = tmp_path / "empty.html"
    empty.write_text("<hr>", "utf-8")
    found = read_pages([empty, *pages(tmp_path, 1)], quiet)
    assert [type(one) for one in found] == [Reading]
    with pytest.raises(GoldError, match="no page to learn from"):
        read_pages([empty], quiet)
