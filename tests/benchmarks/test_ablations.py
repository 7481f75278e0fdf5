"""What is left of the method in each ablation, on synthetic pages; and the table."""

from __future__ import annotations

import numpy as np
import pytest
from ablations import Sheet, Variation, by_best_threshold, chosen, counts_of, grown, make_sheet, table_row, variations

from rubricator.errors import UsageError
from rubricator.evaluate.metrics.counts import Counts
from rubricator.learn.rubric import Marked
from rubricator.segment.rubric.candidates import Candidates

from ..evaluate.pages import render
from ..learn.pages import example, gold, html, topics


@pytest.fixture(scope="module")
def sheets() -> list[Sheet]:
    found = []
    for number in range(8):
        one = example(number, fold=number % 2)
        found.append(
            make_sheet(
                one, np.ones(len(one.view.units)), number >= 6, None if number >= 6 else gold(number, one.view.page)
            )
        )
    return found


def test_the_whole_method_comes_first_and_each_takes_something_away(sheets: list[Sheet]) -> None:
    whole, *others = variations(list(sheets[0].columns))
    assert whole == Variation("nothing", tuple(sheets[0].columns))
    assert len({one.name for one in others}) == len(others) >= 14
    for one in others:
        left = one.features, one.blend, one.fixed, one.bare, one.small
        assert left != (whole.features, True, False, True, True), one.name


def test_some_are_chosen_by_name() -> None:
    every = [Variation(name, ()) for name in ("nothing", "text", "style")]
    assert chosen(every, None) == every
    assert chosen(every, ["style"]) == [every[0], every[2]]
    with pytest.raises(UsageError, match="nothing is called sound; choose from: text, style"):
        chosen(every, ["style", "sound"])


def test_what_is_taken_away_is_not_learned_from(sheets: list[Sheet]) -> None:
    """Pages of the fold itself, copies without tags and small pages give no rows when they are not to."""
    assert sheets[1].bare
    spoiled = sheets[1].bare._replace(labels=1 - sheets[1].bare.labels)
    other = [one._replace(bare=spoiled) if one.fold else one for one in sheets]
    every = Variation("nothing", tuple(sheets[0].columns))
    without_copies = Variation("copies", every.features, bare=False)
    assert not np.allclose(grown(sheets, every, 0)[0].likely, grown(other, every, 0)[0].likely)
    assert np.array_equal(grown(sheets, without_copies, 0)[0].likely, grown(other, without_copies, 0)[0].likely)
    assert sorted(grown(sheets, every, 1)) == [1, 3, 5]


def test_a_page_without_candidates_is_nothing_to_learn_from(sheets: list[Sheet]) -> None:
    nothing = Marked({}, {}, *np.zeros((2, 0, 2)))
    none = Candidates.of([])
    empty = sheets[1]._replace(candidates=none, columns={}, groups={}, rows=nothing, bare=None, gold=None)
    every = Variation("nothing", tuple(sheets[0].columns))
    assert np.array_equal(grown([*sheets, empty], every, 0)[0].likely, grown(sheets, every, 0)[0].likely)


def test_headings_are_counted_as_the_method_chooses_them(sheets: list[Sheet]) -> None:
    sheet = sheets[0]
    text = render(html(0)).text
    marked = np.array([float(text[one.start : one.end] in topics(0)) for one in sheet.candidates])
    assert counts_of(sheet, None, marked, None) == Counts(5, 5, 5)
    assert counts_of(sheet, None, marked * 0.3, 0.5) == Counts(0, 0, 5)
    first = int(np.flatnonzero(marked)[0])
    assert counts_of(sheet, first, marked, None) == Counts(4, 4, 5)


def test_a_threshold_is_chosen_on_the_other_folds(sheets: list[Sheet]) -> None:
    """.2 is right on the pages of fold 0, .6 on those of fold 1: each fold gets what is best for the other."""
    good, bad = Counts(5, 5, 5), Counts(1, 5, 5)
    tried = {0.2: {0: good, 1: bad}, 0.6: {0: bad, 1: good}}
    assert by_best_threshold(sheets, tried) == {0: bad, 1: bad}


def test_a_row_has_the_change_and_its_interval() -> None:
    whole = {"asdus": [Counts(4, 5, 5)] * 3}
    fewer = {"asdus": [Counts(3, 5, 5)] * 3}
    every = Variation("nothing", ("a", "b"))
    assert table_row(every, whole, whole) == "| nothing | 2 | .800 |  |  |"
    assert table_row(Variation("b", ("a",)), fewer, whole) == "| b | 1 | .600, -.200 (-.200 to -.200) |  |  |"
