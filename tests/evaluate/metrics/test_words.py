"""Measures over words: content, snippets, sections, and the ASDUS authors' counting."""

from __future__ import annotations

from rubricator.evaluate.metrics.counts import Counts
from rubricator.evaluate.metrics.words import (
    Section,
    authors_count,
    compare_sections,
    compare_words,
    coverage,
    snippets_kept,
)


def test_word_bags() -> None:
    assert compare_words("The cat, the hat", "the CAT sat") == Counts(2, 4, 3)
    assert compare_words("", "the cat") == Counts(0, 0, 2)
    assert compare_words("the cat", "") == Counts(0, 2, 0)


def test_snippets_are_found_whatever_the_spaces_and_quotes() -> None:
    assert snippets_kept("It’s  all\nhere", ["it's all", "not here"]) == (1, 2)
    assert snippets_kept("", ["a"]) == (0, 1)
    assert snippets_kept("text", []) == (0, 0)


GOLD = [Section(None, "before it"), Section("Fees", "one two three four"), Section("Privacy", "five six")]


def test_a_section_needs_title_and_prose() -> None:
    assert compare_sections(GOLD, GOLD) == Counts(2, 2, 2)
    # 3 of 5 found words, of 4 gold words: F = 2/3, right at .5 but not at .75.
    found = [Section("FEES:", "one two three more words"), Section("Other", "five six")]
    assert compare_sections(found, GOLD) == Counts(0, 2, 2)
    assert compare_sections(found, GOLD, 0.5) == Counts(1, 2, 2)
    # 3 of 4 and 3 of 4: F is .75, and that is enough.
    assert compare_sections([Section("Fees", "one two three X")], GOLD) == Counts(1, 1, 2)


def test_a_section_without_prose() -> None:
    bare = [Section("Fees", "")]
    assert compare_sections(bare, bare) == Counts(1, 1, 1)
    assert compare_sections(bare, GOLD) == Counts(0, 1, 2)


def test_coverage_is_of_prose_wherever_it_is_filed() -> None:
    assert coverage([Section("Wrong", "one two before")], GOLD) == Counts(3, 3, 8)
    assert coverage([], GOLD).recall == 0


def test_the_authors_count() -> None:
    # `Fees` is in `Late fees`, so one found title makes two gold ones right; no more than were found are.
    assert authors_count(["Late fees!"], ["Fees", "late-fees", "Privacy"]) == Counts(1, 1, 3)
    assert authors_count(["Late fees", "x"], ["Fees", "late-fees", "Privacy"]) == Counts(2, 2, 3)
    assert authors_count(["Fees", "fees"], ["FEES"]) == Counts(1, 1, 1)
    assert authors_count(["?!"], ["Fees"]) == Counts(0, 0, 1)
    assert authors_count([], []) == Counts()
