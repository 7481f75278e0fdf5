"""The constants of the Bayesian method: those of the paper, and those that it leaves open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from rubricator.errors import UsageError
from rubricator.segment.parameters import choose
from rubricator.structure.model import JsonValue


@dataclass(frozen=True, slots=True)
class Parameters:
    """ "Paper" says where a value is the paper's; the others were chosen on the training half of our own pages."""

    learn: bool = False
    """Learn base distributions and rule probabilities from the page itself; else those of `model`."""
    first_sweeps: float = 0.0
    """Sweeps in which base distributions are sampled; paper: 1000. They are averaged over the second half."""
    final_sweeps: float = 20.0
    """Sweeps with fixed base distributions; paper: 500."""
    start: str = "rows"
    """What these sweeps start from: `contents` only, or what the heuristics of `rows` find."""
    runs: float = 3.0
    """Of both, from another seed each; the likeliest structure of all is taken. Paper: 5, of which F is averaged."""
    seed: float = 1.0
    alpha_h: float = 100.0
    alpha_c: float = 1000.0
    alpha_b: float = 10.0
    """Paper, as the next three."""
    alpha_e: float = 100.0
    alpha_l: float = 100.0
    alpha_n: float = 1000.0
    content_more: float = 5.0
    """Dirichlet parameters of the rules [2.1] and [2.2]: a heading with contents in its row, or without. Paper."""
    content_none: float = 5.0
    heading_more: float = 10.0
    """Dirichlet parameters of the rules [3.1] and [3.2]: a further heading block, or the last one. Paper."""
    heading_last: float = 90.0
    strength: float = 1.0
    """Of the prior of the base distributions, per word or symbol (uniform: paper)."""
    linefeed: float = 0.5
    """Prior probability of a symbol at the end of a row to be a linefeed's."""
    bare: bool = False
    """A heading may have no contents, neither in its row nor after it. Paper: only crossings are prohibited."""
    heading_blocks: float = 8.0
    """Most blocks of a heading; bounds the work on rows of many blocks."""
    sentence_ratio: float = 0.3
    """A row is a sentence when more of the rows with its prefix are obvious ones. Paper."""
    model: str = ""
    """Path of a file of base distributions; without one those that come with the package."""


STARTS = ("contents", "rows")
PRESETS = {
    "short": Parameters(),
    "paper": Parameters(learn=True, first_sweeps=1000.0, final_sweeps=500.0, start="contents", runs=5.0, bare=True),
}


def read_parameters(given: Mapping[str, JsonValue]) -> Parameters:
    """Make Parameters from a preset's name and single values."""
    parameters = choose(PRESETS, given, "bayes")
    for name in ("alpha_h", "alpha_c", "alpha_b", "alpha_e", "alpha_l", "alpha_n", "content_more", "content_none",
                 "heading_more", "heading_last", "strength"):  # fmt: skip
        if not 0 < getattr(parameters, name) < 1e9:
            raise UsageError(f"bayes: {name} is a number above 0, not {getattr(parameters, name):g}")
    for name in ("final_sweeps", "runs", "heading_blocks"):
        if getattr(parameters, name) < 1:
            raise UsageError(f"bayes: {name} is at least 1, not {getattr(parameters, name):g}")
    if parameters.start not in STARTS:
        raise UsageError(f"bayes: start is one of {', '.join(STARTS)}, not {parameters.start!r}")
    if not 0 < parameters.linefeed < 1:
        raise UsageError(f"bayes: linefeed is a number between 0 and 1, not {parameters.linefeed:g}")
    if parameters.learn and parameters.first_sweeps < 1:
        return replace(parameters, first_sweeps=PRESETS["paper"].first_sweeps)
    return parameters
