"""The constants of VIPS: those of the paper, and those that it leaves open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from rubricator.errors import UsageError
from rubricator.segment.parameters import choose
from rubricator.structure.model import JsonValue


@dataclass(frozen=True, slots=True)
class Parameters:
    """Lengths are in CSS pixels; weights and degrees of coherence lie between 0 and 1.

    "Paper" stands where a value is the paper's. The others were chosen on the corpus kreuzer: docs/methods/vips.md.
    """

    pdoc: float = 0.6
    """The permitted degree of coherence (section 3). Paper: 0.6 in section 5.2."""
    size_ratio: float = 3.0
    """Paper: a node this many times larger than its children together is divided."""
    small: float = 80.0
    """A node with text is not divided when its width or its height is smaller."""
    small_doc: float = 0.8
    """Paper: the degree of coherence of such a node."""
    breaks: float = 2.0
    """Paper: a node with more successive `<br>` is divided there."""
    most_text: float = 0.5
    """Text cue: a node with a larger share of text nodes among its children is not divided."""
    deviation: float = 0.4
    """Size cue: a node is divided when its children's sizes deviate by a larger share of its own size."""
    higher: float = 1.5
    """Thresholds are this many times higher for tables, rows, cells, paragraphs, lists and items."""
    line: float = 4.0
    """An image is a line when it is not thicker than this and ten times as long as thick."""
    distance: float = 60.0
    """A separator of this width has all the weight that distance can give."""
    by_distance: float = 0.5
    by_line: float = 0.2
    by_font: float = 0.1
    """For another font size; the same for another font weight."""
    by_larger_font: float = 0.1
    """In addition where the font after the separator is larger."""
    by_background: float = 0.4
    by_likeness: float = 0.2
    """Taken off where the blocks on both sides are alike."""
    in_node: float = 0.4
    """How much a separator counts that is inside of one node, which is more coherent than blocks that were merged."""


PRESETS = {"paper": Parameters()}


def read_parameters(given: Mapping[str, JsonValue]) -> Parameters:
    """Make Parameters from single values; `pdoc10` is `pdoc` on the scale from 1 to 10 that later programs have."""
    values = dict(given)
    if "pdoc10" in values:
        tenths = values.pop("pdoc10")
        if "pdoc" in values:
            raise UsageError("vips: give pdoc or pdoc10, not both")
        if isinstance(tenths, bool) or not isinstance(tenths, int | float) or not 1 <= tenths <= 10:
            raise UsageError(f"vips: pdoc10 is a number from 1 to 10, not {tenths!r}")
        values["pdoc"] = tenths / 10
    parameters = choose(PRESETS, values, "vips")
    if parameters.pdoc > 1:
        raise UsageError(f"vips: pdoc is a number from 0 to 1, not {parameters.pdoc:g}; pdoc10 goes from 1 to 10")
    return parameters


def for_special_tags(parameters: Parameters) -> Parameters:
    """Raise the thresholds for tags that are "more likely to form a content coherent sub-tree"."""
    return replace(
        parameters,
        size_ratio=parameters.size_ratio * parameters.higher,
        small=parameters.small * parameters.higher,
        deviation=parameters.deviation * parameters.higher,
    )
