"""Small pages that ask for much work: a limit ends it, with a notice, and the time budget holds."""

from __future__ import annotations

import time

import pytest

import rubricator
from rubricator.errors import PageTimeoutError
from rubricator.structure.model import Structure

OPEN = [b"<b class=x%d>" % number for number in range(1000)]


def messages(structure: Structure, code: str) -> list[str]:
    return [notice.message for notice in structure.notices if notice.code == code]


def test_elements_that_every_paragraph_opens_again_are_left_out_with_a_notice() -> None:
    structure = rubricator.read(b"<h2>Head</h2><p>" + b"".join(OPEN[:200]) + b"<p>x" * 800, method="tags")
    assert structure.text.startswith("Head x x")
    assert len(messages(structure, "nodes-left-out")) == 1


def test_a_page_is_cut_before_open_elements_fill_the_memory() -> None:
    with pytest.raises(PageTimeoutError):
        rubricator.read(b"<p>" + b"".join(OPEN) + b"<p>x" * 500_000, timeout=0.1)


def test_the_time_budget_holds_while_the_tree_is_built() -> None:
    started = time.process_time()
    with pytest.raises(PageTimeoutError):
        rubricator.read(b"<p>" + b"".join(OPEN) + b"<p>x" * 100_000, timeout=0.5)
    assert time.process_time() - started < 1.5
