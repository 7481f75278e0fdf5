"""The signal families of `rubric`: each feature of a candidate belongs to one.

A feature is listed here by name; features of groups ("path: capitals") and of elements ("in nav") by how they are made.
"""

from __future__ import annotations

from collections.abc import Iterable

from rubricator.segment.rubric.context import BITS

_LOOKS = ("path", "look", "style")
_HEADING_TAGS = tuple(f"h{level}" for level in range(1, 7))

FAMILIES: dict[str, frozenset[str]] = {
    "text": frozenset({
        "characters", "words", "end mark", "capitals", "long capitals", "starts upper", "starts lower", "all upper",
        "digits", "commas", "inner ends", "date", "address", "question", "title share", "share of title", "word length",
        "quotes", "ends in word", "signs", "same words",
    }),
    "style": frozenset({
        "size", "ratio", "bold", "bolder", "weight", "italic", "underlined", "caps", "centered", "other color", "light",
        "background", "other family", "body style", "runs", "body size", "looks",
    }),
    "beside": frozenset({
        "after", "second after", "before", "times longer after", "rest of unit", "rest linked", "size to next",
        "size to last", "weight to next", "weight to last", "same as next", "same as last", "color to next",
        "until prominent", "units until prominent", "same container after", "same container before", "lead repeated",
        "rest repeated", "part repeated",
    }),
    "groups": frozenset(),
    "elements": frozenset({
        *(f"in {region}" for region in BITS), "link", "strong", "tagged level", "tagged in page", "near headed",
        "container headed", "depth", "depth in container", "text in container", "text in parent", "text in grandparent",
        "share of parent",
    }),
    "content body": frozenset({"body", "body after", "body before", "links after", "body so far"}),
    "place": frozenset({"kind", "stands in unit", "at", "text", "visible", "next visible"}),
    "expected": frozenset({"named before", "target", "in-page links"}),
    "numbering": frozenset({"numbering", "numbering depth", "in sequence"}),
    "said again": frozenset({"said title", "said longer", "said share"}),
}  # fmt: skip
"""Text and style of the candidate, the latter against body text; both beside it; the candidates of one look; elements,
classes and ids around; the content body around; where it stands; what a table of contents names; numbers;
whose words the text below says again."""
TAGS = frozenset({*(f"in {tag}" for tag in _HEADING_TAGS), "tagged level", "tagged in page"})
"""What h1 to h6 alone tell: a part of `elements`."""


def families_of(feature: str) -> list[str]:
    """Return the families that hold a feature: one, unless somebody forgot to put a new feature into its family."""
    named = [family for family, features in FAMILIES.items() if feature in features]
    return [*named, "groups"] if _signal(feature) != feature else named


def without_family(features: Iterable[str], family: str) -> list[str]:
    """Leave out a family, and what groups tell of its features: the mean of a signal is that signal too."""
    if family == "groups":
        return [feature for feature in features if "groups" not in families_of(feature)]
    return without(features, FAMILIES[family])


def without(features: Iterable[str], signals: frozenset[str]) -> list[str]:
    """Leave out features and what groups tell of them."""
    return [feature for feature in features if _signal(feature) not in signals]


def _signal(feature: str) -> str:
    """Return what a feature of a group is the mean of."""
    look, colon, signal = feature.partition(": ")
    return signal if colon and look in _LOOKS else feature
