"""Rows, dependencies and Gibbs sampling (`bayes`), and the heuristic baseline beside it (`rows`).

M. Yoshida, K. Matsumoto, K. Kita and H. Nakagawa, "Unsupervised Analysis of Web Page Semantic Structures by
Hierarchical Bayesian Modeling", PAKDD 2014. The modules stand in the order of the paper: `symbols`, `words` and `rows`
are section 3.1, `document`, `bases`, `state` and `joint` 4 and 4.1, `sampler` 4.2, `stirling` and `learning` 4.3,
`sentences` 5.1, `estimation` 5.4, `baseline` 6.2; `model` is the file of what was learned, `reading` the way of a page.

numpy is imported when the first page comes, not with the package.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from rubricator.segment.registry import Segmentation, Task, method
from rubricator.structure.model import JsonValue

if TYPE_CHECKING:
    from rubricator.segment.bayes.baseline import Parameters as RowsParameters
    from rubricator.segment.bayes.parameters import Parameters


def trained_on(params: Mapping[str, JsonValue]) -> Collection[str]:
    """Return the sha256 of the pages that base distributions were learned from."""
    from rubricator.segment.bayes.bases_file import load_model

    return load_model(str(params.get("model", ""))).trained_on


def bayes_presets() -> Mapping[str, Parameters]:
    from rubricator.segment.bayes.parameters import PRESETS

    return PRESETS


def rows_presets() -> Mapping[str, RowsParameters]:
    from rubricator.segment.bayes.baseline import PRESETS

    return PRESETS


@method("bayes", trained_on=trained_on, presets=bayes_presets)
def bayes(task: Task) -> Segmentation:
    """Segment a page by Gibbs sampling of its dependency structure."""
    from rubricator.segment.bayes.segmentation import bayes

    return bayes(task)


@method("rows", trained_on=trained_on, presets=rows_presets)
def rows(task: Task) -> Segmentation:
    """Segment a page by header tags and numbers of blocks."""
    from rubricator.segment.bayes.baseline import segment_rows

    return segment_rows(task)
