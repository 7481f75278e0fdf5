"""Candidates of titles: which there are, in which order, and what they have in common."""

from __future__ import annotations

from rubricator.segment.title.candidates import candidate_groups, find_candidates, run_text
from rubricator.segment.title.units import find_units

from ...page.pages import render

HTML = "<h1>The <i>old</i> oven</h1><h1>of the village</h1><p>Bread was <b>baked</b> here.</p>"


def test_units_lines_and_runs_of_lines_in_order() -> None:
    units = find_units(render(HTML))
    found = find_candidates(units)
    assert found == sorted(found)
    assert {run_text(units, one.first, one.stop): one.lines for one in found} == {
        "The": 0,
        "The old oven": 1,
        "The old oven of the village": 2,
        "old": 0,
        "oven": 0,
        "of the village": 1,
        "Bread was": 0,
        "Bread was baked here.": 1,
        "baked": 0,
        "here.": 0,
    }


def test_candidates_of_a_line_or_a_style_are_a_group() -> None:
    units = find_units(render(HTML))
    found = find_candidates(units)
    groups = candidate_groups(units, found)
    texts = [run_text(units, one.first, one.stop) for one in found]

    def together(name: str, text: str) -> set[str]:
        number = groups[name][texts.index(text)]
        return {other for other, key in zip(texts, groups[name].tolist(), strict=True) if key == number}

    assert together("line", "oven") == {"The", "The old oven", "The old oven of the village", "old", "oven"}
    assert together("style", "oven") == together("line", "oven") - {"old"} | {"of the village"}
    assert together("page", "oven") == set(texts)
    assert all(sorted(set(keys.tolist())) == list(range(keys.max() + 1)) for keys in groups.values())
