"""The frame of a plot in SVG: axes, ticks, and where a value stands."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from rubricator.evaluate.report.markup import safe

WIDTH, HEIGHT = 400, 280
_LEFT, _RIGHT, _TOP, _BOTTOM = 52, 16, 12, 48
_ROUND = [digit * 10**power for power in range(10) for digit in (1, 2, 5)]


@dataclass(frozen=True, slots=True)
class Axis:
    """What an axis shows, and from where to where."""

    label: str
    low: float
    high: float
    ticks: tuple[tuple[float, str], ...]
    log: bool = False

    def share(self, value: float) -> float:
        """Return where a value stands between the ends, as a number from 0 to 1; the middle when they are one."""
        low, high, value = (math.log10(x) if self.log else x for x in (self.low, self.high, value))
        return (value - low) / (high - low) if high > low else 0.5


def share_axis(label: str) -> Axis:
    """Return an axis for scores and shares."""
    return Axis(label, 0, 1, tuple((tenths / 10, f"{tenths / 10:.1f}") for tenths in range(0, 11, 2)))


def rank_axis(label: str, count: int) -> Axis:
    """Return an axis for pages that stand in order; there is at least one."""
    ticks = sorted({1 + round(quarter * (count - 1) / 4) for quarter in range(5)})
    return Axis(label, 1, count, tuple((tick, str(tick)) for tick in ticks))


def size_axis(label: str, sizes: Sequence[int]) -> Axis:
    """Return a logarithmic axis that holds all sizes, with round numbers at its ends."""
    smallest, largest = max(min(sizes, default=1), 1), max(*sizes, 2, 2)
    low = max(size for size in _ROUND if size <= smallest)
    high = min((size for size in _ROUND if size >= largest), default=_ROUND[-1])
    inside = [size for size in _ROUND if low <= size <= high]
    # More labels than this run into each other.
    shown = inside if len(inside) <= 8 else [size for size in inside if str(size)[0] == "1"]
    return Axis(label, low, high, tuple((size, _short(size)) for size in shown), log=True)


def _short(size: int) -> str:
    for unit, name in ((1_000_000, " M"), (1_000, " k")):
        if size >= unit:
            return f"{size // unit}{name}"
    return str(size)


def place(x: Axis, y: Axis, at: tuple[float, float]) -> tuple[float, float]:
    """Return the point of the drawing for a pair of values."""
    across = _LEFT + x.share(at[0]) * (WIDTH - _LEFT - _RIGHT)
    up = HEIGHT - _BOTTOM - y.share(at[1]) * (HEIGHT - _TOP - _BOTTOM)
    return round(across, 1), round(up, 1)


def drawing(description: str, x: Axis, y: Axis, inside: str) -> str:
    """Return an SVG element with axes around what is drawn inside of them."""
    bottom, right = HEIGHT - _BOTTOM, WIDTH - _RIGHT
    parts = []
    for value, text in x.ticks:
        across, _ = place(x, y, (value, y.low))
        parts.append(f'<path class="grid" d="M{across} {_TOP}V{bottom}"/>')
        parts.append(f'<text x="{across}" y="{bottom + 22}" text-anchor="middle">{text}</text>')
    for value, text in y.ticks:
        _, up = place(x, y, (x.low, value))
        parts.append(f'<path class="grid" d="M{_LEFT} {up}H{right}"/>')
        parts.append(f'<text x="{_LEFT - 13}" y="{up + 4}" text-anchor="end">{text}</text>')
    middle = (_TOP + bottom) / 2
    parts.append(f'<text x="{(_LEFT + right) / 2}" y="{HEIGHT - 5}" text-anchor="middle">{safe(x.label)}</text>')
    parts.append(
        f'<text x="12" y="{middle}" text-anchor="middle" transform="rotate(-90 12 {middle})">{safe(y.label)}</text>'
    )
    return (
        f'<svg role="img" aria-label="{safe(description)}" viewBox="0 0 {WIDTH} {HEIGHT}">\n'
        f"{''.join(parts)}\n{inside}\n</svg>"
    )
