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
    return np.unique(looks, return_inverse=True)[1].astype(np.int64)


def look_groups(looks: dict[str, Ints]) -> dict[str, Ints]:
    """Number the groups that candidates are in: those of one look, narrowly and widely, and the page."""
    page = np.zeros(len(looks["path"]), dtype=np.int64)
    return {"page": page, "path": numbered(looks["path"]), "look": numbered(looks["look"])}


_MEANS = (
    "characters", "end mark", "ends in word", "capitals", "starts upper", "link", "after", "times longer after", "body",
    "body after", "inner ends", "until prominent", "starts lower", "numbering", "target", "named before", "date",
    "bolder", "tagged level", "in sequence", "said title",
)  # fmt: skip


def group_features(
    name: str,
    keys: Ints,
    columns: dict[str, Floats],
    folded: list[str],
    start: Ints,
    end: Ints,
    unit: Ints,
    last: Ints,
    scale: float,
) -> dict[str, Floats]:
    """Describe the group that a candidate belongs to (the set-level view of HEPS)."""
    if not len(keys):
        return {}
    size = int(keys.max()) + 1
    count = np.bincount(keys, minlength=size).astype(np.float64)
    order = np.lexsort((start, keys))
    sorted_keys = keys[order]
    firsts = np.searchsorted(sorted_keys, np.arange(size))
    means = np.add.reduceat(np.stack([columns[column] for column in _MEANS])[:, order], firsts, axis=1) / count
    found = {f"{name}: count": np.log1p(count)[keys]}
    found |= {f"{name}: {column}": mean for column, mean in zip(_MEANS, means[:, keys], strict=True)}
    same = np.concatenate([sorted_keys[1:] == sorted_keys[:-1], [False]])
    following = np.where(same, np.roll(order, -1), -1)
    gap = np.zeros(len(keys))
    empty = np.zeros(len(keys))
    nearest = np.where(same, start[np.maximum(following, 0)] - end[order], -1)
    gap[order] = nearest * scale
    empty[order] = same & (unit[np.maximum(following, 0)] <= last[order] + 1)
    has = gap >= 0
    members = np.maximum(np.bincount(keys, weights=has, minlength=size), 1)
    mean = np.bincount(keys, weights=np.log1p(np.maximum(gap, 0)) * has, minlength=size) / members
    square = np.bincount(keys, weights=np.log1p(np.maximum(gap, 0)) ** 2 * has, minlength=size) / members
    distinct: dict[tuple[int, str], int] = {}
    for key, words in zip(keys.tolist(), folded, strict=True):
        distinct[key, words] = distinct.get((key, words), 0) + 1
    unique = np.bincount(np.array([key for key, _ in distinct], dtype=np.int64), minlength=size)
    return found | {
        f"{name}: gap": np.log1p(np.maximum(gap, 0)),
        f"{name}: mean gap": mean[keys],
        f"{name}: uneven gaps": np.sqrt(np.maximum(square - mean**2, 0))[keys],
        f"{name}: empty": (np.bincount(keys, weights=empty, minlength=size) / count)[keys],
        f"{name}: unique": (unique / count)[keys],
    }
