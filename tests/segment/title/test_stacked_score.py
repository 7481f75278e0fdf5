"""What the network of `rubric` says of the candidates of titles."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from rubricator.errors import PageTimeoutError
from rubricator.limits import Budget
from rubricator.segment.rubric.candidates import JOINED, WHOLE
from rubricator.segment.rubric.learned_model import Model as RubricModel
from rubricator.segment.rubric.learned_model import load_model as load_rubric
from rubricator.segment.rubric.page_reading import read_page
from rubricator.segment.title import extraction, find_titles
from rubricator.segment.title.candidates import find_candidates, run_text
from rubricator.segment.title.extraction import find_runs
from rubricator.segment.title.stacked_score import stacked_scores
from rubricator.segment.title.units import find_units

from ...page.pages import render
from ..rubric.forests import net, tiny_model
from .pages import page
from .test_title_model import network

HTML = (
    "<p>1.</p><h1>The <i>old</i> oven</h1><p>Bread was <b>baked</b> here. <b>It</b> was hot.<p>"
    + "Words that go on. " * 30
    + "<h2>2.</h2><p><b>Wood</b><p>and<br>fire"
)


def bold_is_the_title() -> RubricModel:
    tiny = tiny_model()
    return replace(tiny, nets=tiny.nets | {"heading": net("bolder", (0, 0), (-4, 6))})


@pytest.mark.parametrize("model", [bold_is_the_title(), load_rubric()], ids=["tiny", "shipped"])
def test_the_likeliest_that_overlaps_counts(model: RubricModel) -> None:
    shown = render(HTML)
    units = find_units(shown)
    candidates = find_candidates(units)
    said = stacked_scores(units, candidates, model)
    whole = read_page(shown, model)
    assert len(said) == len(candidates)
    for one, odds in zip(candidates, said.tolist(), strict=True):
        start, end = shown.start[units.node[one.first]], shown.end[units.node[one.stop - 1]]
        likely = [
            probability
            for other, probability in zip(whole.candidates, whole.is_title.tolist(), strict=True)
            if other.kind in {WHOLE, JOINED} and other.start < end and start < other.end
        ]
        best = max(likely, default=0.0)
        assert odds == pytest.approx(max(np.log(best / (1 - best)), -12.0) if best else -12.0)


def test_it_can_turn_the_choice() -> None:
    units = find_units(render("<h1>Large</h1><p><b>Small</b></p><p>" + "text that goes on " * 20))
    largest = network()
    alone, joined = (find_runs(units, largest, rubric) for rubric in (None, bold_is_the_title()))
    assert [run_text(units, run.first, run.stop) for run in alone] == ["Large"]
    # (2 * first + second) / 3 with the model's bias of -1.
    assert [run.score for run in joined] == [pytest.approx((2 * (alone[0].score + 1) + 6) / 3 - 1)]
    against = replace(tiny_model(), nets=tiny_model().nets | {"heading": net("visible", (0, 0), (-30, -30))})
    assert find_runs(units, largest, against) == []


def test_titles_of_a_page_are_by_both(monkeypatch: pytest.MonkeyPatch) -> None:
    before = find_titles(page())[0].score
    against = replace(tiny_model(), nets=tiny_model().nets | {"heading": net("visible", (0, 0), (-3, -3))})
    monkeypatch.setattr(extraction, "load_rubric", lambda: against)
    after = find_titles(page())[0].score
    assert before is not None and after is not None and after < before


def test_the_time_of_a_page_holds() -> None:
    units = find_units(render(HTML))
    budget = Budget(0.0)
    with pytest.raises(PageTimeoutError):
        stacked_scores(units, find_candidates(units), bold_is_the_title(), budget)
