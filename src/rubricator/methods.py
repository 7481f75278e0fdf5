"""The methods as objects of their parameters: `rubricator.read(page, method=Heps(preset="reference", t=2))`.

A parameter that is None has the value of the preset, the first one where none is named. What each means stands in
`docs/methods/` and where the method reads it (`Parameters` in `rubricator.segment`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import ClassVar

from rubricator.errors import UsageError
from rubricator.structure.model import JsonValue


@dataclass(frozen=True, slots=True, kw_only=True)
class Method:
    """A method and its parameters."""

    name: ClassVar[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rubric(Method):
    """The learned method, the default."""

    name = "rubric"
    model: str | None = None
    like: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Tags(Method):
    """The tags h1-h6 and dt."""

    name = "tags"


@dataclass(frozen=True, slots=True, kw_only=True)
class Heps(Method):
    """Manabe and Tajima, VLDB 2015. Presets: paper, reference."""

    name = "heps"
    preset: str | None = None
    including_upper: float | None = None
    empty: float | None = None
    no_sibling: float | None = None
    non_unique: float | None = None
    too_long: float | None = None
    t: float | None = None
    inclusive: bool | None = None
    hidden: bool | None = None
    image_text: str | None = None
    break_by_any: bool | None = None
    leave_breaking: bool | None = None
    tag_path: bool | None = None
    computed_style: bool | None = None
    image_height: bool | None = None
    sort_by_depth: bool | None = None
    drop: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Vips(Method):
    """Cai and others, APWeb 2003. `pdoc10` is `pdoc` on a scale from 1 to 10."""

    name = "vips"
    preset: str | None = None
    pdoc: float | None = None
    pdoc10: float | None = None
    size_ratio: float | None = None
    small: float | None = None
    small_doc: float | None = None
    breaks: float | None = None
    most_text: float | None = None
    deviation: float | None = None
    higher: float | None = None
    line: float | None = None
    distance: float | None = None
    by_distance: float | None = None
    by_line: float | None = None
    by_font: float | None = None
    by_larger_font: float | None = None
    by_background: float | None = None
    by_likeness: float | None = None
    in_node: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AsdusDi(Method):
    """Mysore Gopinath and others, EMNLP 2018, without training. Presets: paper, improved."""

    name = "asdus-di"
    preset: str | None = None
    texts: str | None = None
    path: str | None = None
    steps: float | None = None
    overlap: float | None = None
    next_least: float | None = None
    next_weight: float | None = None
    in_cluster: bool | None = None
    share: float | None = None
    longest: float | None = None
    full_stop: bool | None = None
    longer_next: bool | None = None
    sure: float | None = None
    hidden: bool | None = None
    nest: bool | None = None
    drop: str | None = None
    model: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AsdusDd(AsdusDi):
    """The same with word embeddings and a network. Presets: paper, improved."""

    name = "asdus-dd"


@dataclass(frozen=True, slots=True, kw_only=True)
class Bayes(Method):
    """Yoshida and others, PAKDD 2014. Presets: short, paper."""

    name = "bayes"
    preset: str | None = None
    learn: bool | None = None
    first_sweeps: float | None = None
    final_sweeps: float | None = None
    start: str | None = None
    runs: float | None = None
    seed: float | None = None
    alpha_h: float | None = None
    alpha_c: float | None = None
    alpha_b: float | None = None
    alpha_e: float | None = None
    alpha_l: float | None = None
    alpha_n: float | None = None
    content_more: float | None = None
    content_none: float | None = None
    heading_more: float | None = None
    heading_last: float | None = None
    strength: float | None = None
    linefeed: float | None = None
    bare: bool | None = None
    heading_blocks: float | None = None
    sentence_ratio: float | None = None
    model: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Rows(Method):
    """The heuristic baseline of `bayes`."""

    name = "rows"
    preset: str | None = None
    tags: float | None = None
    single: str | None = None
    several: bool | None = None
    sentence_ratio: float | None = None
    model: str | None = None


def method_and_params(
    method: str | Method, params: Mapping[str, JsonValue] | None
) -> tuple[str, Mapping[str, JsonValue]]:
    """Return the name of a method and its parameters by name."""
    if isinstance(method, str):
        return method, params or {}
    if params:
        raise UsageError(f"{type(method).__name__}(...) has the parameters of the method already; leave out params")
    given = {name: value for name, value in asdict(method).items() if value is not None}
    return method.name, {name: list(value) if isinstance(value, tuple) else value for name, value in given.items()}
