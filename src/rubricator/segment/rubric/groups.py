"""Groups of candidates that look alike, and what each member's group says of it: the set-level view of HEPS."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from zlib import crc32

import numpy as np

from rubricator.segment.rubric._groups import numbered
from rubricator.segment.rubric.candidates import LABEL, OPENING, WHOLE
from rubricator.segment.rubric.columns import Floats, Ints
from rubricator.segment.rubric.sight import BOLD, Sight


def find_looks(
    sight: Sight, columns: dict[str, Floats], kind: Ints, first: Ints, unit: Ints, code_of: Callable[[str], int]
) -> Ints:
    """Return codes for the looks of candidates: by tag path and exact style, or tolerant of small differences."""
    style = sight.run_style[first]
    path = sight.run_path[first]
    # A line that begins with something set off does not look like one that is set off as a whole.
    opened = (kind == WHOLE) & np.isin(unit, unit[kind == OPENING])
    part = np.minimum(kind, 1) + (kind == LABEL) + 3 * opened
    tolerant = (
        np.round(columns["ratio"] * 8).astype(np.int64) * 512
        + (sight.style_weight[style] >= BOLD) * 256
        + sight.style_italic[style].astype(np.int64) * 128
        + sight.style_underline[style].astype(np.int64) * 64
        + (columns["caps"] > 0) * 32
        + (columns["all upper"] > 0) * 16
        + (columns["other color"] > 0) * 8
        + (columns["link"] > 0.5) * 4
        + part
    )
    tags = sight.page.tag
    container = np.array([code_of(tags[node]) for node in sight.unit_container[unit].tolist()], dtype=np.int64)
    return np.stack([(path * 4096 + style) * 1024 + part, tolerant * 1024 + container, tolerant * 1024])


@lru_cache(maxsize=1024)
def tag_code(tag: str) -> int:
    """Return a number for a tag that is the same in all parts of a page."""
    return crc32(tag.encode("utf-8", "surrogatepass")) % 1024


def look_groups(looks: dict[str, Ints], numbers: Ints | None = None) -> dict[str, Ints]:
    """Number the groups that candidates are in: those of one look, narrowly and widely, and the page.

    `numbers` are those of all looks, where they are known.
    """
    page = np.zeros(len(looks["path"]), dtype=np.int64)
    path, look = map(numbered, (looks["path"], looks["look"])) if numbers is None else (numbers[0], numbers[1])
    return {"page": page, "path": path, "look": look}


LOOKS = ("path", "look", "style")
"""Ways to group candidates, from narrow to wide."""
MEANS = (
    "characters", "end mark", "ends in word", "capitals", "starts upper", "link", "after", "times longer after", "body",
    "body after", "inner ends", "until prominent", "starts lower", "numbering", "target", "named before", "date",
    "bolder", "tagged level", "in sequence", "said title",
)  # fmt: skip
_OF_GROUP = (*MEANS, "count", "mean gap", "uneven gaps", "empty", "unique", "gap")
NAMES = tuple(f"{look}: {name}" for look in LOOKS for name in _OF_GROUP)
