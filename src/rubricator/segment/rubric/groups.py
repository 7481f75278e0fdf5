"""Groups of candidates that look alike, and what each member's group says of it: the set-level view of HEPS."""

from __future__ import annotations

from functools import lru_cache
from zlib import crc32

import numpy as np

from rubricator.segment.rubric.candidates import LABEL
from rubricator.segment.rubric.columns import Floats, Ints
from rubricator.segment.rubric.sight import BOLD, Sight


def find_looks(sight: Sight, columns: dict[str, Floats], kind: Ints, first: Ints, unit: Ints) -> dict[str, Ints]:
    """Return codes for the looks of candidates: by tag path and exact style, or tolerant of small differences."""
    style = sight.run_style[first]
    path = sight.run_path[first]
    part = np.minimum(kind, 1) + (kind == LABEL)
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
    container = np.array([_tag_code(tags[node]) for node in sight.unit_container[unit].tolist()], dtype=np.int64)
    return {
        "path": (path * 4096 + style) * 1024 + part,
        "look": tolerant * 1024 + container,
        "style": tolerant * 1024,
    }


@lru_cache(maxsize=1024)
def _tag_code(tag: str) -> int:
    """Return a number for a tag that is the same in all parts of a page."""
    return crc32(tag.encode("utf-8", "surrogatepass")) % 1024


def numbered(looks: Ints) -> Ints:
    """Number the groups of one look from 0."""
    order = looks.argsort()
    ordered = looks[order]
    begins = np.zeros(len(looks), dtype=np.int64)
    begins[1:] = ordered[1:] != ordered[:-1]
    found = np.empty_like(begins)
    found[order] = begins.cumsum()
    return found


def look_groups(looks: dict[str, Ints]) -> dict[str, Ints]:
    """Number the groups that candidates are in: those of one look, narrowly and widely, and the page."""
    page = np.zeros(len(looks["path"]), dtype=np.int64)
    return {"page": page, "path": numbered(looks["path"]), "look": numbered(looks["look"])}


_MEANS = (
    "characters", "end mark", "ends in word", "capitals", "starts upper", "link", "after", "times longer after", "body",
    "body after", "inner ends", "until prominent", "starts lower", "numbering", "target", "named before", "date",
    "bolder", "tagged level", "in sequence", "said title",
)  # fmt: skip
_OF_GROUPS = (*_MEANS, "count", "mean gap", "uneven gaps", "empty", "unique")


def group_features(
    looks: dict[str, Ints],
    columns: dict[str, Floats],
    words: Ints,
    start: Ints,
    end: Ints,
    unit: Ints,
    last: Ints,
    scale: float,
) -> dict[str, Floats]:
    """Describe the groups that a candidate belongs to (the set-level view of HEPS)."""
    values = np.concatenate([columns[name] for name in _MEANS]).reshape(len(_MEANS), -1)
    found: dict[str, Floats] = {}
    for name, look in looks.items() if len(words) else ():
        keys = numbered(look)
        members = np.bincount(keys)
        order = np.lexsort((start, keys))
        before, after = order[:-1], order[1:]
        means = np.add.reduceat(values[:, order], members.cumsum() - members, axis=1) / members
        # The next candidate of the same look.
        same = keys[before] == keys[after]
        before, after = before[same], after[same]
        gap, empty, has = np.zeros((3, len(keys)))
        has[before] = start[after] >= end[before]
        gap[before] = np.log1p(np.maximum(start[after] - end[before], 0) * scale)
        empty[before] = unit[after] <= last[before] + 1
        gaps, total, squares, empties = (np.bincount(keys, weights=some) for some in (has, gap, gap**2, empty))
        gaps = np.maximum(gaps, 1)
        mean = total / gaps
        uneven = np.sqrt(np.maximum(squares / gaps - mean**2, 0))
        distinct = np.bincount(np.unique(keys * len(words) + words) // len(words))
        about = (np.log1p(members), mean, uneven, empties / members, distinct / members)
        of_groups = np.concatenate([means, about])[:, keys]
        found |= zip([f"{name}: {column}" for column in _OF_GROUPS], of_groups, strict=True)
        found[f"{name}: gap"] = gap
    return found
