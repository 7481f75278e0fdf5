"""The log probability of a text under an embedding."""

from __future__ import annotations

import math

import numpy as np
import pytest

from rubricator.segment.asdus import embedding as module
from rubricator.segment.asdus.embedding import score, tokens
from tests.segment.asdus.models import tiny_embedding


def likely(rise: float) -> float:
    return -math.log(1 + math.exp(-rise))


def test_words_have_no_case_and_no_numbers() -> None:
    assert tokens("We use 3 Cookies_2!") == ["we", "use", "cookies"]


def test_each_word_is_predicted_from_those_around_it() -> None:
    # "we" from "use" (1, 1); "use" from the mean of "we" and "cookies" (.5, .5); "cookies" from "use".
    we = likely(1 * 0.5 + 1 * -1)
    use = likely(-(0.5 * 0.5 + 0.5 * -1)) + likely(-(0.5 * 2 + 0.5 * 0.25))
    cookies = likely(-(0.5 - 1)) + likely(2 + 0.25)
    found = score([["we", "use", "other", "cookies"]], tiny_embedding())
    assert found[0] == pytest.approx(we + use + cookies)


def test_a_text_without_a_known_word_says_nothing() -> None:
    assert score([["else"], [], ["we"]], tiny_embedding()).tolist() == pytest.approx([0.0, 0.0, math.log(0.5)])


def test_long_pages_are_scored_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [["we", "use", "cookies"] * (number % 4) for number in range(50)]
    whole = score(texts, tiny_embedding())
    monkeypatch.setattr(module, "_PART", 7)
    assert np.allclose(score(texts, tiny_embedding()), whole)
