"""Pages with their body given, and what is found in it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from judged import body_nodes, judge, run, score_nodes, seen_text

from rubricator.evaluate.metrics.counts import Counts
from rubricator.evaluate.metrics.ranges import macro, score_page
from rubricator.page.model import TEXT
from tests.evaluate.pages import HTML, render

from .pages import judged


def test_the_body_is_the_deepest_element_around_it(tmp_path: Path) -> None:
    page = judged(tmp_path)
    assert ("id", "main") in page.page.attributes[page.root]
    assert page.page.text[slice(*page.body)].startswith("Big news Intro")


def test_gold_scores_one_against_itself(tmp_path: Path) -> None:
    page = judged(tmp_path)
    assert macro([score_page(page.wanted, page.wanted)]) == (1,) * 6


def test_methods_run_on_the_body(tmp_path: Path) -> None:
    page = judged(tmp_path)
    assert score_page(run(page, "tags"), page.wanted) == (Counts(3, 3, 3), Counts(3, 3, 3))
    assert score_page(run(page, "heps"), page.wanted) == (Counts(2, 2, 3), Counts(2, 2, 3))


def test_hidden_text_and_images_at_the_edge_of_a_block_do_not_count(tmp_path: Path) -> None:
    html = HTML.replace("each week.</p>", "each week.</p><img src=a.png alt=Chart><p style='display:none'>Secret</p>")
    page = judged(tmp_path, html)
    assert score_page(run(page, "tags"), page.wanted).block == Counts(3, 3, 3)
    shown = seen_text(page.page)
    assert len(shown) == len(page.page.text)
    assert "Secret" not in shown
    assert "Chart" not in shown
    assert "Late fees" in shown


def test_nodes_are_scored_by_range_and_the_title_is_left_out(tmp_path: Path) -> None:
    page = judged(tmp_path)
    tags = page.page.tag
    nodes = body_nodes(page)
    assert score_nodes(page, [node for node in nodes if tags[node] == TEXT]) == Counts(3, 7, 3)
    assert score_nodes(page, [node for node in nodes if tags[node] == "h2"]) == Counts(2, 2, 3)
    # Both an h2 and its text are right, but the heading is found once only.
    assert score_nodes(page, nodes) == Counts(3, 15, 3)
    assert score_nodes(page, []) == Counts(0, 0, 3)


def test_a_page_without_a_body_is_not_judged(tmp_path: Path) -> None:
    assert judge(replace(judged(tmp_path).gold, body=None), render(HTML)) is None
