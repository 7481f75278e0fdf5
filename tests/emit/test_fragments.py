"""Text fragments of hostile pages; what they name is tested with chunks."""

from __future__ import annotations

import pytest

from rubricator.emit.fragments import Fragments


def test_places_within_words_are_not_looked_at_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[int] = []
    is_within = Fragments._is_within_words

    def counted(self: Fragments, start: int, end: int) -> bool:
        looked.append(start)
        return is_within(self, start, end)

    monkeypatch.setattr(Fragments, "_is_within_words", counted)
    fragments = Fragments("x" * 40_000 + (" " + "x" * 80) * 400, None)
    # Four hundred places of which each stands within a long word before it: sixteen million times in all.
    assert [fragments.for_span(at, at + 80) for at in range(40_001, 72_400, 81)][-1] == ""
    assert 0 < len(looked) < 300_000


def test_a_place_within_a_word_has_no_fragment() -> None:
    fragments = Fragments("One word\n当社がこれを承認する", None)
    assert fragments.for_span(4, 8) == ":~:text=word"
    assert fragments.for_span(5, 8) == ""
    assert fragments.for_span(9, 18).startswith(":~:text=%E5%BD%93")
    assert fragments.for_span(11, 18) == ""
