"""Measures of block retrieval by hand, and the sections that anchors name."""

from __future__ import annotations

import pytest

from rubricator.evaluate.compare import parse_contender
from rubricator.evaluate.gold.queries import Query, Target, sections
from rubricator.evaluate.retrieval import anchor_texts, jaccard, ranked_jaccard, strict_reciprocal_rank, titled

from .pages import render


def test_jaccard() -> None:
    assert jaccard((0, 10), (5, 20)) == pytest.approx(5 / 20)
    assert jaccard((0, 10), (0, 10)) == 1
    assert jaccard((0, 10), (10, 20)) == 0
    assert jaccard((3, 3), (3, 3)) == 0


def test_ranked_jaccard_weighs_fit_against_rank() -> None:
    found = [("a", (0, 10)), ("b", (0, 100)), ("b", (0, 10))]
    assert ranked_jaccard(found, [("b", (0, 10))]) == pytest.approx(1 / 3)
    assert ranked_jaccard(found, [("b", (0, 90))]) == pytest.approx(0.9 / 2)
    assert ranked_jaccard(found, [("c", (0, 10))]) == 0


def test_strict_rank() -> None:
    found = [("a", (0, 10)), ("b", (0, 10)), ("b", (10, 20))]
    assert strict_reciprocal_rank(found, [("b", 10)]) == pytest.approx(1 / 3)
    assert strict_reciprocal_rank(found, [("b", 20)]) == 0


def test_sections_end_at_the_next_heading_as_high() -> None:
    page = render(
        "<h1 id=a>One</h1><p>x</p><h2>Two</h2><p><a name=b></a>y</p><h3 id=c>Three</h3>z<h2 id=d>Four</h2><p>w</p>"
    )
    found = sections(page)
    cut = {name: page.text[slice(*found.of(name))].strip() for name in "abcd"}  # type: ignore[misc]
    assert cut == {"a": "One x Two y Three z Four w", "b": "Two y Three z", "c": "Three z", "d": "Four w"}
    assert found.of("none") is None


def test_about_half_of_the_queries_are_reported_whatever_their_order() -> None:
    queries = [Query(f"query {number}", (Target("x", None),)) for number in range(1000)]
    assert 400 < sum(query.held_out for query in queries) < 600
    assert queries[3].held_out == Query("query 3", ()).held_out


def test_anchor_texts_are_those_of_links_from_other_pages() -> None:
    pages = {
        "a.html": render(
            "<p><a href='sub/b.html#x'>Kilns</a> <a href='a.html'>self</a> <a href='//['>odd</a> <a>none</a>"
        ),
        "sub/b.html": render("<title>B</title><p>Text <a href='../a.html'>Home</a> <a href='c.html'>gone</a>"),
    }
    anchors = anchor_texts(pages)
    assert anchors == {"sub/b.html": ["Kilns"], "a.html": ["Home"]}
    entry = titled("CombTitle+Anchor+URL", parse_contender("tags"), anchors, "sub/b.html", pages["sub/b.html"])
    assert entry.blocks[0].path == ("B", "B", "Kilns", "sub b")
