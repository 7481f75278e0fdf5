"""Groups of candidates that look alike, and what each member's group says of it: the set-level view of HEPS."""

from __future__ import annotations

from functools import lru_cache
from zlib import crc32

import numpy as np

from rubricator.segment.rubric._groups import numbered as numbered
from rubricator.segment.rubric.columns import Ints


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
OF_GROUP = (*MEANS, "count", "mean gap", "uneven gaps", "empty", "unique", "gap")
NAMES = tuple(f"{look}: {name}" for look in LOOKS for name in OF_GROUP)
