"""Confidence against truth: bins, and a plot of them that stands alone as an SVG file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rubricator.evaluate.report.axes import Axis, drawing, place, share_axis

STEPS = 10
_SMALLEST, _LARGEST = 3.0, 11.0
_SIGNS = ("circle", "square")
_KEY, _FOOT = (0.58, 0.22), (0.065, 0.015)
"""Where the key and the counts stand, as values of the axes: no heading with a high confidence is so seldom right."""
_STYLE = """<style>
:root { --text: #1b1b1b; --rule: #d9d9d9; --look-0: #0b62a8; --look-1: #b34700; --ground: #fff; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e8e6e3; --rule: #3d4045; --look-0: #6cb6ff; --look-1: #ffa657; --ground: #16181b; }
}
svg { background: var(--ground); }
text { font: 12px system-ui, sans-serif; fill: var(--text); }
.grid { stroke: var(--rule); fill: none; }
.true { stroke: var(--text); stroke-dasharray: 4 4; fill: none; }
.line { fill: none; stroke-width: 2; stroke: var(--look); }
.bin { fill: var(--look); fill-opacity: .45; stroke: var(--look); }
.count { font-size: 9px; fill: var(--look); }
.look-0 { --look: var(--look-0); }
.look-1 { --look: var(--look-1); }
</style>"""


class Bin(NamedTuple):
    """Headings of about one confidence: the least it may be, how many, their mean, and the share that is right."""

    low: float
    headings: int
    confidence: float
    right: float


def bins(judged: Sequence[tuple[float, bool]]) -> list[Bin]:
    """Sort headings into bins of one tenth by their confidence; empty ones are left out."""
    sorted_in: list[list[tuple[float, bool]]] = [[] for _ in range(STEPS)]
    for confidence, right in judged:
        sorted_in[min(int(confidence * STEPS), STEPS - 1)].append((confidence, right))
    return [
        Bin(step / STEPS, len(some), *(sum(column) / len(some) for column in zip(*some, strict=True)))
        for step, some in enumerate(sorted_in)
        if some
    ]


def reliability_plot(series: Mapping[str, Sequence[Bin]]) -> str:
    """Draw the share that is right over the confidence; where both are the same is the diagonal. At most two series."""
    x, y = share_axis("confidence"), share_axis("share right")
    (left, bottom), (right, top) = place(x, y, (0, 0)), place(x, y, (1, 1))
    drawn = [f'<path class="true" d="M{left} {bottom}L{right} {top}"/>']
    most = max((one.headings for found in series.values() for one in found), default=1)
    for number, (name, found) in enumerate(series.items()):
        drawn.append(_series(x, y, found, number, most))
        across, up = place(x, y, (_KEY[0], _KEY[1] - 0.08 * number))
        drawn.append(_key(across, up, f"{name}, {sum(one.headings for one in found)}", number))
    svg = drawing("Share of right headings against their confidence", x, y, "\n".join(drawn))
    return (
        svg.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1).replace(">\n", f">\n{_STYLE}\n", 1) + "\n"
    )


def _series(x: Axis, y: Axis, found: Sequence[Bin], number: int, most: int) -> str:
    """Draw a sign for each bin, as large as it has headings; how many stands at the foot, a row for each series."""
    places = [place(x, y, (one.confidence, one.right)) for one in found]
    path = " ".join(f"{across},{up}" for across, up in places)
    parts = [f'<polyline class="line" points="{path}"/>']
    for one, (across, up) in zip(found, places, strict=True):
        radius = round(_SMALLEST + (_LARGEST - _SMALLEST) * (one.headings / most) ** 0.5, 1)
        title = f"{one.low:.1f} to {one.low + 1 / STEPS:.1f}: {one.right:.0%} of {one.headings} right"
        parts.append(_sign(across, up, radius, number, title))
        middle, foot = place(x, y, (one.low + 0.5 / STEPS, _FOOT[number]))
        parts.append(f'<text class="count" x="{middle}" y="{foot}" text-anchor="middle">{one.headings}</text>')
    return f'<g class="look-{number}">{"".join(parts)}</g>'


def _sign(across: float, up: float, radius: float, number: int, title: str) -> str:
    inside = f"<title>{title}</title>"
    if _SIGNS[number] == "circle":
        return f'<circle class="bin" cx="{across}" cy="{up}" r="{radius}">{inside}</circle>'
    corner = round(across - radius, 1), round(up - radius, 1)
    return (
        f'<rect class="bin" x="{corner[0]}" y="{corner[1]}" width="{2 * radius}" height="{2 * radius}">{inside}</rect>'
    )


def _key(across: float, up: float, text: str, number: int) -> str:
    sign = _sign(across, up, 5.0, number, text)
    return f'<g class="look-{number}">{sign}<text x="{across + 12}" y="{up + 4}">{text} headings</text></g>'
