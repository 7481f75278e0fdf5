"""Why a heading was missed or a false one found, as far as the page and its gold decide it.

The first cause that fits is taken, in the order of `CAUSES`: first what made it impossible to be right (the text is not
in the page, or no candidate), then what another part of the method decided (extent, title, page without headings),
then where it stands, what gold makes of its look, and its form.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

MISSED, FALSE, EXTENT = "missed", "false", "wrong extent"
KINDS = (MISSED, FALSE, EXTENT)
"""A wrong extent is a found heading that overlaps a missed one: the two are one error."""
_FEW = 2
"""So many other candidates of its look are needed to say what gold makes of that look."""
_STRAY = 0.2
"""The share of them that may be otherwise."""
_NUMBER = re.compile(
    r"(?:(?:chapter|section|part|article|step|question)\s*)?[\W_]*(?:\d+(?:\.\d+)*|[ivxlc]+|[a-z])[\W_]*"
)


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known of an error. Of a missed heading without a candidate, most is not."""

    kind: str
    text: str
    other_text: str = ""
    """Wrong extent: what gold has."""
    placed: bool = True
    """Whether the text of gold stands in the page's."""
    candidate: bool = True
    own: float = 0.0
    """The probability that the forest gives it, before the blend with its group."""
    blended: float = 0.0
    threshold: float = 0.5
    """The page's."""
    in_body: bool = True
    """Whether it stands in the content body that was found."""
    visible: bool = True
    title: bool = False
    """Missed: it was taken for the title. False: gold has it, or the method may have had it, as the title."""
    run_in: bool = False
    """Only a part of its unit."""
    listed: bool = False
    """In a list item or a table cell."""
    alike: int = 0
    """Other candidates of the same look."""
    alike_gold: int = 0
    """Of these, gold headings."""
    found_on_page: int = 1
    gold_on_page: int = 1


def _number_apart(facts: Facts) -> bool:
    """Say whether the texts differ by a number before one of them."""
    short, long = sorted((facts.text.casefold(), facts.other_text.casefold()), key=len)
    return long.endswith(short) and _NUMBER.fullmatch(long[: len(long) - len(short)].strip()) is not None


def _pulled(facts: Facts) -> bool:
    if facts.kind == MISSED:
        return facts.own >= facts.threshold > facts.blended
    return facts.own < facts.threshold <= facts.blended


def _splits_look(facts: Facts) -> bool:
    """Say whether gold has most of what looks the same otherwise."""
    return facts.alike > _FEW and (_share(facts) < 0.5 if facts.kind == MISSED else _share(facts) > 0.5)


def _look_not_in_gold(facts: Facts) -> bool:
    return facts.kind == FALSE and facts.alike >= _FEW and _share(facts) <= _STRAY


def _whole_look(facts: Facts) -> bool:
    return facts.kind == MISSED and facts.alike >= _FEW and _share(facts) >= 1 - _STRAY


def _share(facts: Facts) -> float:
    return facts.alike_gold / facts.alike if facts.alike else 0.0


CAUSES: dict[str, Callable[[Facts], bool]] = {
    "text not in page": lambda facts: not facts.placed,
    "wrong extent: number": lambda facts: facts.kind == EXTENT and _number_apart(facts),
    "wrong extent: too long": lambda facts: (
        facts.kind == EXTENT and facts.other_text.casefold() in facts.text.casefold()
    ),
    "wrong extent: too short": lambda facts: (
        facts.kind == EXTENT and facts.text.casefold() in facts.other_text.casefold()
    ),
    "wrong extent": lambda facts: facts.kind == EXTENT,
    "no candidate": lambda facts: not facts.candidate,
    "title mix-up": lambda facts: facts.title,
    "none found on page": lambda facts: facts.kind == MISSED and not facts.found_on_page,
    "none in gold of page": lambda facts: facts.kind == FALSE and not facts.gold_on_page,
    "hidden text": lambda facts: not facts.visible,
    "outside found body": lambda facts: not facts.in_body,
    "pulled by its group": _pulled,
    "gold splits a look": _splits_look,
    "run-in": lambda facts: facts.run_in,
    "other granularity": _look_not_in_gold,
    "list item or cell": lambda facts: facts.listed,
    "whole look": _whole_look,
    "other": lambda _: True,
}
"""Causes in the order in which they are tried.

pulled by its group: its own probability was on the right side of the page's threshold, that blended with its group not.
gold splits a look: most other candidates of its look are not gold headings (missed), or are (false).
other granularity: gold has hardly any candidate of its look: it does not count headings of that level.
whole look: gold has nearly all candidates of its look, and the method did not take them for headings.
"""


def cause_of(facts: Facts) -> str:
    """Return the first cause that fits."""
    return next(cause for cause, fits in CAUSES.items() if fits(facts))
