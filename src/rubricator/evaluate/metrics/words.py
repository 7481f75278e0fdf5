"""Measures over words: the content body, and the prose of sections."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from rubricator.evaluate.gold.align import fold
from rubricator.evaluate.metrics.counts import Counts
from rubricator.evaluate.metrics.headings import fold_heading, match_in_order, similar

_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
)
"""Thai, Lao, Myanmar, Khmer, kana and ideographs: scripts without spaces between words."""
_WORD = re.compile(rf"[{_UNSPACED}]|[^\W{_UNSPACED}]+")
_NOT_LETTER = re.compile(r"[\W_]+")


def words_of(text: str) -> list[str]:
    """Return the words of a text in order, without case; where a script has no spaces each character is one."""
    return _WORD.findall(text.casefold())


def words(text: str) -> Counter[str]:
    """Return the bag of a text's words."""
    return Counter(words_of(text))


def compare_words(found: str, wanted: str) -> Counts:
    """Count the words that two texts share."""
    ours, gold = words(found), words(wanted)
    return Counts((ours & gold).total(), ours.total(), gold.total())


def snippets_kept(found: str, snippets: Sequence[str]) -> tuple[int, int]:
    """Return how many of the snippets occur in a text, white space and the like folded, and how many there are."""
    text = fold(found).text
    return sum(fold(snippet).text in text for snippet in snippets), len(snippets)


class Section(NamedTuple):
    """A section title, or none, and its prose."""

    title: str | None
    prose: str


def compare_sections(found: Sequence[Section], wanted: Sequence[Section], least: float = 0.75) -> Counts:
    """Count right sections: the title matches, and the words of the prose agree at F1 >= `least`."""
    ours = [section for section in found if section.title]
    gold = [section for section in wanted if section.title]
    titles = [fold_heading(section.title or "") for section in ours], [fold_heading(s.title or "") for s in gold]
    right = sum(
        _same_prose(ours[one].prose, gold[other].prose, least) for one, other in match_in_order(*titles, similar)
    )
    return Counts(right, len(ours), len(gold))


def _same_prose(found: str, wanted: str, least: float) -> bool:
    counts = compare_words(found, wanted)
    return counts.f1 >= least or not (counts.found or counts.wanted)


def coverage(found: Sequence[Section], wanted: Sequence[Section]) -> Counts:
    """Count the words of gold prose that are reproduced; its recall is the coverage."""
    return compare_words(" ".join(s.prose for s in found), " ".join(s.prose for s in wanted))


def authors_count(found: Sequence[str], wanted: Sequence[str]) -> Counts:
    """Count titles as the program of the ASDUS authors does; titles only, although their paper says title and prose.

    Lower case, letters and digits only, one set a page; a gold title is right when it contains, or is contained in, any
    found one; no more can be right than were found.
    """
    ours = {_NOT_LETTER.sub("", text.lower()) for text in found} - {""}
    gold = {_NOT_LETTER.sub("", text.lower()) for text in wanted} - {""}
    right = sum(any(title in other or other in title for other in ours) for title in gold)
    return Counts(min(right, len(ours)), len(ours), len(gold))
