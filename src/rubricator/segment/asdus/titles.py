"""Segment identification (section 3.1): which texts are titles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from rubricator.segment.asdus.language import Language, width
from rubricator.segment.asdus.parameters import Parameters, dropped
from rubricator.segment.asdus.texts import Text
from rubricator.segment.rubric._echo import repeats as repeats

_ENDS = (".", ",", ";", "。", "，", "；", "،", "؛")


def identify(
    texts: Sequence[Text],
    contents: Sequence[str],
    likely: NDArray[np.bool_],
    language: Language,
    parameters: Parameters,
) -> list[int]:
    """Return the numbers of the titles.

    `likely` are the potential titles. Those whose lemmas the next text repeats give away the XPaths of titles, and
    every likely text with such an XPath is a title.
    """
    shown = [number for number, one in enumerate(texts) if not one.skipped]
    least = 0 if "next" in dropped(parameters) else parameters.next_least
    follower = dict(pairwise(shown))
    marked = [number for number in shown if likely[number] or not parameters.in_cluster]
    alike, near = Counter(texts[number].path for number in marked), Counter[int]()
    for number, after in follower.items():
        if likely[number] and width(contents[after]) > least:
            near[texts[number].path] += repeats(contents[after], contents[number], language, parameters.overlap)
    learned = {path for path, count in near.items() if count and count >= parameters.share * alike[path]}
    chosen = []
    for number in marked:
        following = contents[follower[number]] if number in follower else ""
        if texts[number].path in learned and _fits(contents[number], following, parameters):
            chosen.append(number)
    return _outermost(texts, chosen)


def _fits(text: str, after: str, parameters: Parameters) -> bool:
    """Say whether a text can be a title: what the variants ask beyond the paper."""
    return (
        (not parameters.longest or width(text) < parameters.longest)
        and (parameters.full_stop or not text.endswith(_ENDS))
        and (not parameters.longer_next or width(after) > width(text))
    )


def _outermost(texts: Sequence[Text], chosen: Sequence[int]) -> list[int]:
    """Leave out titles inside of titles."""
    kept: list[int] = []
    end = -1
    for number in chosen:
        if texts[number].start >= end:
            kept.append(number)
            end = texts[number].end
    return kept
