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
    size = 80_000
    fragments = Fragments("x" * size, None)
    assert fragments.named(0, 80) == f":~:text={'x' * 80}"
    # Four hundred places of which each stands within so many words before it: a hundred million in all.
    assert [fragments.named(at, at + 80) for at in range(size // 2, size, 100)][-1] == ""
    assert 0 < len(looked) < 300_000
