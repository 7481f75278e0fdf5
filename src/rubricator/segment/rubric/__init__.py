"""rubric: a method of our own, learned from pages that people marked.

Every piece of a page that could be a heading is a candidate; boosted trees say how likely each is one, from its look,
its words, its elements, what stands around it, and the group of candidates that look alike. One decision over the page
chooses the headings, one search finds their hierarchy. The content body and the title are found by the same means.

numpy is imported when the first page comes, not with the package.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from rubricator.segment.registry import Segmentation, Task, method
from rubricator.structure.model import JsonValue


def trained_on(params: Mapping[str, JsonValue]) -> Collection[str]:
    """Return the sha256 of the pages that a model was trained on."""
    from rubricator.segment.rubric.page_reading import find_model

    return find_model(params).trained_on


@method("rubric", trained_on=trained_on)
def rubric(task: Task) -> Segmentation:
    """Segment a page with the model that comes with the package, or the one that `model` names."""
    from rubricator.segment.rubric.page_reading import segment

    return segment(task)
