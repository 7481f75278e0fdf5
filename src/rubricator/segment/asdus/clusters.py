"""Clustering (section 3.1): k-means with two clusters in two dimensions; the cluster of the origin holds the titles."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
_STARTS = (0.5, 0.75, 0.9, 0.99)
"""Quantiles at which the two clusters are divided at first; the best end is taken. No chance is involved."""
_ROUNDS = 50


def title_cluster(points: Floats) -> NDArray[np.bool_]:
    """Say of each point whether it is in the cluster of titles: that of the origin."""
    if len(points) < 2 or not np.ptp(points, axis=0).any():
        return np.ones(len(points), dtype=np.bool_)
    centres = two_means(points)
    near = int(np.argmin((centres**2).sum(axis=1)))
    away = _distances(points, centres)
    return away[:, near] <= away[:, 1 - near]


def two_means(points: Floats) -> Floats:
    """Return the centres of two clusters with the least sum of squared distances that was found."""
    sums = points.sum(axis=1)
    best, least = np.zeros((2, 2)), np.inf
    for quantile in _STARTS:
        far = sums > np.quantile(sums, quantile)
        if not far.any() or far.all():
            continue
        centres, inertia = _assign_until_stable(points, far)
        if inertia < least:
            best, least = centres, inertia
    if least == np.inf:
        far = sums >= sums.max()
        best, _ = _assign_until_stable(points, points[:, 0] > points[:, 0].min() if far.all() else far)
    return best


def _assign_until_stable(points: Floats, far: NDArray[np.bool_]) -> tuple[Floats, float]:
    """Move two centres until no point changes its cluster."""
    centres = np.stack([points[~far].mean(axis=0), points[far].mean(axis=0)])
    for _ in range(_ROUNDS):
        away = _distances(points, centres)
        now = away[:, 1] < away[:, 0]
        if (now == far).all() or now.all() or not now.any():
            break
        far = now
        centres = np.stack([points[~far].mean(axis=0), points[far].mean(axis=0)])
    return centres, float(_distances(points, centres).min(axis=1).sum())


def _distances(points: Floats, centres: Floats) -> Floats:
    distances: Floats = ((points[:, None, :] - centres[None, :, :]) ** 2).sum(axis=2)
    return distances
