"""Headings and blocks: the compiled functions against those in Python."""

from __future__ import annotations

import numpy as np
import pytest

from rubricator.segment.rubric.columns import as_table
from rubricator.structure.model import Block, Heading

from .twins import both

TEXT = "Fees and Terms, " * 20


def test_confidences_are_rounded_as_python_does() -> None:
    halves = np.arange(2001) / 2000
    confidence = np.concatenate([halves, np.nextafter(halves, 1), np.nextafter(halves, -1), [-0.0004, 0.9999, 1e9]])
    table = as_table([(0, 4, 0, 0, 0, 0)], 6)
    expected, found = (
        one(TEXT, table, [0] * len(confidence), confidence, Heading) for one in both("rubric.blocks.headings")
    )
    assert found == expected


@pytest.mark.parametrize("seed", range(20))
def test_headings_and_blocks(seed: int) -> None:
    rng = np.random.default_rng(seed)
    starts = (rng.permutation(30)[:seed] * 10).tolist()
    table = as_table([(start, start + 4, 0, 0, 0, 0) for start in sorted(starts)], 6)
    chosen, confidence = list(range(0, len(table), 2)), rng.random((len(table) + 1) // 2)
    expected, headings = (one(TEXT, table, chosen, confidence, Heading) for one in both("rubric.blocks.headings"))
    assert headings == expected
    # The title alone, or a heading that nests too deep, has no block.
    kept = list(range(max(len(headings) - 1, 0)))
    levels = [min(int(level), place + 1) for place, level in enumerate(rng.integers(1, 4, len(kept)))]
    ends = [headings[number].end + int(more) for number, more in zip(kept, rng.integers(0, 60, len(kept)), strict=True)]
    cuts = sorted(rng.permutation(len(TEXT))[: 2 * (seed % 5)].tolist())
    for gaps in ([], list(zip(cuts[::2], cuts[1::2], strict=True)), [(0, len(TEXT))]):
        given = (headings, kept, levels, ends, gaps, Block)
        expected, found = (one(*given) for one in both("rubric.blocks.blocks"))
        assert found == expected
