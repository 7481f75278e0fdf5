"""The measures of `outline`: headings, parents and block ends by text."""

from __future__ import annotations

from rubricator.evaluate.metrics.counts import Counts
from rubricator.evaluate.metrics.outline import Entry, compare_outlines, same_end, without_titles

GOLD = [
    Entry("Fees", None, "more for each week."),
    Entry("Late fees", 0, "more for each week."),
    Entry("Privacy", None, "nothing of what you say."),
]


def test_gold_against_itself() -> None:
    assert compare_outlines(GOLD, GOLD) == (Counts(3, 3, 3),) * 3


def test_a_parent_pair_needs_both_right() -> None:
    found = [Entry("Wrong", None, ""), GOLD[0], GOLD[1]._replace(parent=0), GOLD[2]._replace(parent=1)]
    heading, parent, block = compare_outlines(found, GOLD)
    assert heading == Counts(3, 4, 3)
    # `Late fees` is under a heading that is wrong, `Privacy` under one that is not its parent.
    assert parent == Counts(1, 4, 3)
    assert block == Counts(3, 4, 3)


def test_a_block_needs_its_last_text() -> None:
    found = [GOLD[0]._replace(ends="every month, in advance."), *GOLD[1:]]
    assert compare_outlines(found, GOLD).block == Counts(2, 3, 3)


def test_the_title_is_not_counted() -> None:
    found = [Entry("Big News!", None, "nothing of what you say."), *(one._replace(parent=0) for one in GOLD)]
    found[2] = found[2]._replace(parent=1)
    assert compare_outlines(found, GOLD, ["Big news"]) == (Counts(3, 3, 3),) * 3
    assert compare_outlines(found, GOLD).heading == Counts(3, 4, 3)
    assert without_titles(found, ["Big news"]) == GOLD
    assert without_titles(GOLD, []) == GOLD


def test_nothing_found_and_nothing_to_find() -> None:
    assert compare_outlines([], GOLD) == (Counts(0, 0, 3),) * 3
    assert compare_outlines(GOLD, []) == (Counts(0, 3, 0),) * 3
    assert compare_outlines([], []) == (Counts(),) * 3


def test_ends_are_compared_as_far_as_the_shorter_tells() -> None:
    assert same_end("… and so the whole block ends with these words here.", "ends with these words here.")
    assert same_end("ends with these words here", "the block ends with these words here")
    assert not same_end("other words stand here at the end", "ends with these words here.")
    assert same_end("“Quoted” — end of it, at last", '"Quoted" - end of it, at last')
    assert same_end("", "")
    assert not same_end("", "text")
    assert same_end("a short end", "end")
    assert not same_end("end", "a short end")
