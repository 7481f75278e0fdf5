"""Scores by kind of gold: gold fed to itself scores 1, empty output 0."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from rubricator.evaluate.gold.body import body_span
from rubricator.evaluate.gold.corpora import read_gold
from rubricator.evaluate.gold.gold import Gold
from rubricator.evaluate.gold.heps_data import read_heps
from rubricator.evaluate.measures import (
    MEASURES,
    f_of_means,
    false_ones,
    macro_f1,
    macro_precision,
    median_f1,
    share_without,
)
from rubricator.evaluate.metrics.counts import Counts
from rubricator.evaluate.metrics.ranged_structure import NonspaceOffsets, ranged_blocks
from rubricator.evaluate.scores import own_sections, score
from rubricator.structure.invariants import check
from rubricator.structure.model import Block, Heading, Structure

from . import heps_files
from .gold_files import KINDS, annotation, write
from .pages import HTML, render, span, structure

PAGE = render(HTML)
HEADINGS = [(1, "Fees"), (2, "Late fees"), (1, "Privacy")]
END = "We keep nothing of what you say."
FOR_PAGES_WITHOUT = (share_without, false_ones)


def gold_of(kind: str, folder: Path) -> Gold:
    return read_gold(write(folder, annotation(PAGE) if kind == "annotation" else KINDS[kind]))


def structure_like_gold(kind: str) -> Structure:
    """Build what a method would give that finds just what gold has."""
    if kind == "title":
        return structure(PAGE, title="Big news", body=span(PAGE.text, "Intro", "in advance."))
    if kind == "content":
        return structure(PAGE, title="Big news", body=span(PAGE.text, "Big news", "page here."))
    if kind == "blocks":
        return visual_blocks()
    headings = [(1, "Fees"), (1, "Privacy")] if kind == "lines" else HEADINGS
    return structure(PAGE, headings, ends=END, title="Big news")


def visual_blocks() -> Structure:
    text = PAGE.text
    paragraphs = [
        Block(*span(text, first), 2)
        for first in ("You pay every month, in advance.", "Ten percent more for each week.")
    ]
    main = Block(*span(text, "Fees", "each week."), 1, None, tuple(paragraphs))
    return Structure(text, Block(0, len(text), 0, None, (Block(*span(text, "Home All fees"), 1), main)), "by hand")


EVERY = [*KINDS, "annotation"]


@pytest.mark.parametrize("kind", EVERY)
def test_gold_fed_to_itself_scores_one(kind: str, tmp_path: Path) -> None:
    gold = gold_of(kind, tmp_path)
    found = structure_like_gold(kind)
    check(found)
    scores = score(found, gold)
    for measure in MEASURES[kind]:
        if measure.figure not in FOR_PAGES_WITHOUT:
            assert measure.figure([scores[measure.name]]) == pytest.approx(1), measure
    assert {measure.name for measure in MEASURES[kind]} == set(scores)


@pytest.mark.parametrize("kind", EVERY)
@pytest.mark.parametrize("text", [PAGE.text, ""], ids=["page", "no text"])
def test_empty_output_scores_zero(kind: str, text: str, tmp_path: Path) -> None:
    gold = gold_of(kind, tmp_path)
    scores = score(Structure(text, Block(0, len(text)), "by hand", body=(0, 0)), gold)
    for measure in MEASURES[kind]:
        figure = measure.figure([scores[measure.name]])
        if measure.name == "foreign snippets kept out":
            assert figure == 1
        elif measure.name == "prose covered" or kind == "blocks":
            # The text before the first heading is a section without title, and a page in one piece is a segmentation.
            assert figure == 0 or text
        else:
            assert figure == 0, measure
    for measure in MEASURES[kind]:
        assert measure.figure([]) == 0


def test_a_page_in_one_piece_has_recall_only(tmp_path: Path) -> None:
    gold = gold_of("blocks", tmp_path)
    scores = score(structure(PAGE), gold)
    menu = len("HomeAllfees")
    main = len("Feesyoupayeverymonth,inadvance.LatefeesTenpercentmoreforeachweek.")
    assert scores["B-cubed R, level 1"].right == 1
    assert scores["B-cubed P, level 1"].right == pytest.approx((menu**2 + main**2) / (menu + main) ** 2)


def test_what_stands_in_for_a_picture_is_no_word_of_the_content(tmp_path: Path) -> None:
    page = render(HTML.replace("<h2>Fees", '<p>Inside <img alt="A view of the harbour" src=x> words</p><h2>Fees'))
    gold = replace(gold_of("content", tmp_path), content="Intro words of this page here. Inside words")
    body = span(page.text, "Intro", "harbour words")
    assert score(structure(page, body=body), gold)["content words"] == Counts(8, 8, 8)
    without_page = replace(structure(page, body=body), page=None)
    assert score(without_page, gold)["content words"] == Counts(8, 13, 8)


def test_pages_without_headings(tmp_path: Path) -> None:
    bare = {**KINDS["outline"], "title": None, "body": None, "headings": []}
    gold = read_gold(write(tmp_path, bare))
    none = score(structure(PAGE), gold)["heading, whole page"]
    some = score(structure(PAGE, HEADINGS), gold)["heading, whole page"]
    assert share_without([none, some]) == 0.5
    assert false_ones([none, some]) == 1.5
    assert macro_f1([none, some, Counts(1, 1, 1)]) == 1


def test_means_over_pages() -> None:
    pages = [Counts(1, 1, 2), Counts(0, 0, 1), Counts(0, 3, 0), Counts(1, 1, 1)]
    assert macro_precision(pages) == pytest.approx(2 / 3)
    assert f_of_means(pages) == pytest.approx(2 * (2 / 3) * 0.5 / (2 / 3 + 0.5))
    assert median_f1(pages) == pytest.approx(2 / 3)


def test_a_heading_outside_of_the_body_counts_on_the_whole_page_only(tmp_path: Path) -> None:
    for kind, name in (("outline", "heading"), ("annotation", "heading by range")):
        gold = gold_of(kind, tmp_path)
        scores = score(structure(PAGE, [(1, "All fees"), *HEADINGS], ends=END), gold)
        assert scores[f"{name}, whole page"] == Counts(3, 4, 3)
        assert scores[f"{name}, body given"] == Counts(3, 3, 3)


def test_what_is_found_when_the_body_is_told_counts_for_itself(tmp_path: Path) -> None:
    gold = gold_of("outline", tmp_path)
    found, told = structure(PAGE, HEADINGS[:1], ends=END), structure(PAGE, [(1, "All fees"), *HEADINGS], ends=END)
    assert score(found, gold, told)["heading, body told"] == Counts(3, 3, 3)
    assert score(found, gold)["heading, body told"] == score(found, gold)["heading, body given"] == Counts(1, 1, 3)


def test_a_marked_body_that_is_not_in_the_page_leaves_nothing_out(tmp_path: Path) -> None:
    gold = replace(gold_of("outline", tmp_path), body=("not", "there"))
    assert score(structure(PAGE, HEADINGS, ends=END), gold)["heading, body given"] == Counts(3, 3, 3)


def test_titles_outside_of_all_sections_do_not_count_when_the_body_is_given(tmp_path: Path) -> None:
    gold = gold_of("sections", tmp_path)
    assert body_span(PAGE.text, gold) == span(PAGE.text, "Intro", END)
    scores = score(structure(PAGE, [(1, "All fees"), *HEADINGS], ends=END), gold)
    assert scores["titles"] == Counts(3, 4, 3)
    assert scores["titles, body given"] == Counts(3, 3, 3)
    assert body_span("other text", gold) is None


def test_by_text_a_line_of_the_menu_with_the_words_of_a_heading_is_in_the_body(tmp_path: Path) -> None:
    page = render(HTML.replace("All fees", "Late fees"))
    found = structure(page, [(1, "Home"), (1, "Late fees"), *HEADINGS], ends=END)
    scores = score(found, gold_of("outline", tmp_path))
    assert scores["heading, whole page"] == Counts(3, 5, 3)
    assert scores["heading, body given by text"] == Counts(3, 4, 3)
    assert scores["heading, body given"] == Counts(3, 3, 3)


def test_the_title_found_as_a_heading_is_not_counted(tmp_path: Path) -> None:
    found = structure(PAGE, [(1, "Big news"), *((rank + 1, text) for rank, text in HEADINGS)], ends=END)
    outline = score(found, gold_of("outline", tmp_path))
    assert outline["parent, whole page"] == Counts(3, 3, 3)
    ranges = score(found, gold_of("annotation", tmp_path))
    assert ranges["parent by range, whole page"] == ranges["block by range, whole page"] == Counts(3, 3, 3)


def test_the_body_is_found_by_its_first_and_last_text(tmp_path: Path) -> None:
    gold = gold_of("outline", tmp_path)
    assert body_span(PAGE.text, gold) == span(PAGE.text, "Big news", END)
    assert body_span("other text", gold) is None
    assert body_span(PAGE.text, replace(gold, body=None)) is None
    assert body_span(PAGE.text, replace(gold, body_span=(1, 2))) == (1, 2)


def test_sections_have_their_own_text_only() -> None:
    sections = own_sections(structure(PAGE, HEADINGS, ends=END))
    assert [(section.title, section.prose) for section in sections[1:3]] == [
        ("Fees", "You pay every month, in advance."),
        ("Late fees", "Ten percent more for each week."),
    ]
    assert sections[0].title is None
    assert sections[0].prose.endswith("page here. Copyright notice")


def test_a_block_of_several_ranges_has_the_text_of_those_only() -> None:
    text = "A B a1 b1 a2 b2"
    columns = [
        Block(0, 12, 1, Heading("A", 0, 1), (), ((0, 1), (4, 6), (10, 12))),
        Block(2, 15, 1, Heading("B", 2, 3), (), ((2, 3), (7, 9), (13, 15))),
    ]
    found = Structure(text, Block(0, 15, 0, None, tuple(columns)), "by hand")
    check(found)
    assert own_sections(found) == [(None, ""), ("A", "a1 a2"), ("B", "b1 b2")]


@pytest.mark.parametrize(
    ("html", "ends"),
    [("<p style='display:none'>Hidden words</p>", "Hidden words"), ("<img src=lock.png alt='A lock'>", "A lock")],
)
def test_hidden_text_and_pictures_are_not_the_end_of_a_block(html: str, ends: str, tmp_path: Path) -> None:
    found = structure(render(HTML.replace("what you say.</p>", f"what you say.</p>{html}")), HEADINGS, ends=ends)
    assert score(found, gold_of("outline", tmp_path))["block, whole page"] == Counts(3, 3, 3)


def test_ranges_are_compared_without_white_space() -> None:
    nonspace = NonspaceOffsets("ab  cd e")
    assert nonspace.ranges([(0, 2), (2, 6), (4, 6), (7, 99)]) == ((0, 2), (2, 4), (2, 4), (4, 5))


def test_any_heading_of_a_block_and_any_cut_in_a_transition_will_do(tmp_path: Path) -> None:
    gold = gold_of("annotation", tmp_path)
    # The second heading of the first block, and the last block without its transition.
    found = structure(PAGE, [(1, "You pay"), (2, "Late fees"), (1, "Privacy")], ends="We keep nothing")
    scores = score(found, gold)
    assert scores["heading by range, body given"] == Counts(3, 3, 3)
    assert scores["block by range, body given"] == Counts(2, 3, 3)
    assert scores["block under a right heading"].precision == pytest.approx(2 / 3)


def test_blocks_are_cut_at_the_end_of_the_body_that_is_given(tmp_path: Path) -> None:
    scores = score(structure(PAGE, HEADINGS), gold_of("annotation", tmp_path))
    assert scores["block by range, whole page"] == Counts(2, 3, 3)
    assert scores["block by range, body given"] == Counts(3, 3, 3)


def test_an_annotation_without_body_is_of_the_whole_page(tmp_path: Path) -> None:
    gold = replace(gold_of("annotation", tmp_path), body_span=None)
    scores = score(structure(PAGE, [(1, "All fees"), *HEADINGS], ends=END), gold)
    assert scores["heading by range, body given"] == Counts(3, 4, 3)


def test_ranged_blocks_skip_the_root_and_keep_parents() -> None:
    text = "T a b"
    inner = Block(4, 5, 2, Heading("b", 4, 5))
    root = Block(
        0, 5, 0, None, (Block(0, 5, 1, Heading("T", 0, 1), (Block(2, 5, 2, None, (replace(inner, level=3),)),)),)
    )
    found = ranged_blocks(Structure(text, root, "by hand"), ("T",), NonspaceOffsets(text))
    assert [(block.ranges, block.headings, block.parent) for block in found] == [
        (((1, 3),), (), None),
        (((2, 3),), (((2, 3),),), 0),
    ]


def test_gold_of_the_heps_data_set_scores_one(tmp_path: Path) -> None:
    path = tmp_path / "A000.json"
    path.write_text(json.dumps(heps_files.file()), "utf-8")
    gold = read_heps(path, heps_files.PAGE).gold
    found = structure(heps_files.PAGE, [(1, "Cats"), (2, "Lions"), (1, "Dogs")], title="Zoo")
    scores = score(found, gold)
    for measure in MEASURES["annotation"]:
        if measure.name != "title":
            assert measure.figure([scores[measure.name]]) == 1, measure
