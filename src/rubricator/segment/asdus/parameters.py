"""The constants of ASDUS: those of the paper, those of its authors' program, and those that both leave open."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rubricator.errors import UsageError
from rubricator.segment.parameters import choose
from rubricator.structure.model import JsonValue

FEATURES = ("length", "next", "punctuation", "sentences", "stop_words", "discourse", "entities", "capitals")
"""The eight features of section 3.1, as `drop` names them."""
TEXTS = ("element", "line")
PATHS = ("tags", "style")


@dataclass(frozen=True, slots=True)
class Parameters:
    """ "Paper" and "program" say where a value comes from; the others were chosen on the corpus asdus."""

    texts: str = "element"
    """What a tuple holds: the own text of an `element` (paper), or a `line` as a reader sees it."""
    path: str = "tags"
    """What titles are known by: the `tags` of their XPath (paper), or these and their `style`."""
    steps: float = 20.0
    """Steps of the XPath that are compared, from its end; program: 6. Paper: all, which seldom differs from 20."""
    overlap: float = 0.75
    """Share of a title's lemmas that the next text has. Paper."""
    next_least: float = 100.0
    """Characters of a text that a title can stand before. Program."""
    next_weight: float = 0.0
    """Of the next text's length in the linear combination."""
    in_cluster: bool = True
    """A text with the XPath of a title is a title only if it is likely one itself: in the cluster of titles, or by the
    network. Without it, as in the program, always."""
    share: float = 0.0
    """Least share of the likely texts with one XPath that the next text repeats, for this to be an XPath of titles."""
    longest: float = 0.0
    """Characters that a title has at most; 0 for any number, as in the paper."""
    full_stop: bool = True
    """A title may end with a full stop, comma or semicolon."""
    longer_next: bool = False
    """A title is shorter than the next text."""
    sure: float = 0.0
    """Of asdus-dd: how likely a title must be; 0 when no other class may be more likely, as in the paper."""
    hidden: bool = True
    """Count text that readers do not see, as a parser does."""
    nest: bool = False
    """Nest titles by how prominent their style is (section 5 asks for it); without it all are on one level."""
    drop: str = ""
    """Features that are left out (Table 3), with commas between them."""
    model: str = ""
    """Of asdus-dd: path of a model; without one the model for privacy policies that comes with the package."""


DI_PRESETS = {"paper": Parameters(), "improved": Parameters(share=0.05, longest=200.0)}
DD_PRESETS = {
    "paper": Parameters(in_cluster=False),
    "improved": Parameters(in_cluster=False, sure=0.2, share=0.05, longest=150.0, full_stop=False, longer_next=True),
}
"""What is improved was chosen on the corpus asdus, in round numbers: docs/methods/asdus.md."""


def read_parameters(given: Mapping[str, JsonValue], method: str) -> Parameters:
    """Make Parameters from a preset's name and single values."""
    parameters = choose(DD_PRESETS if method == "asdus-dd" else DI_PRESETS, given, method)
    for name, known in (("texts", TEXTS), ("path", PATHS)):
        if getattr(parameters, name) not in known:
            raise UsageError(f"{method}: {name} is one of {', '.join(known)}, not {getattr(parameters, name)!r}")
    for name in dropped(parameters):
        if name not in FEATURES:
            raise UsageError(f"{method}: drop names features, not {name!r}; they are: {', '.join(FEATURES)}")
    return parameters


def dropped(parameters: Parameters) -> tuple[str, ...]:
    """Return the features that are left out."""
    return tuple(name.strip() for name in parameters.drop.split(",") if name.strip())
