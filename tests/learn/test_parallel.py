"""Work in copies of the process: all of it, in order, with what was read before."""

from __future__ import annotations

import os

import pytest

from rubricator.errors import GoldError
from rubricator.learn import parallel
from rubricator.learn.parallel import in_copies


@pytest.mark.parametrize("copied", [True, False])
def test_copies_know_what_was_read_and_answer_in_order(monkeypatch: pytest.MonkeyPatch, copied: bool) -> None:
    if not copied:
        monkeypatch.setattr(parallel, "get_all_start_methods", lambda: ["spawn"])
    read = ["a", "b", "c"]
    found = list(in_copies(lambda number: (read[number], os.getpid()), [2, 0, 1]))
    assert [text for text, _ in found] == ["c", "a", "b"]
    assert all((process != os.getpid()) == copied for _, process in found)


def test_what_goes_wrong_in_a_copy_is_told() -> None:
    def work(number: int) -> int:
        raise GoldError(f"page {number} is empty")

    with pytest.raises(GoldError, match="page 7 is empty"):
        list(in_copies(work, [7]))
