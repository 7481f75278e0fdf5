"""ASDUS: section titles and their prose, without training (`asdus-di`) and with it (`asdus-dd`).

A. A. Mysore Gopinath, S. Wilson and N. Sadeh, "Supervised and Unsupervised Methods for Robust Separation of Section
Titles and Prose Text in Web Documents", EMNLP 2018. The modules stand in the order of the paper's section 3.1: `texts`,
`features` and `clusters`, `titles`, `sections`; `embedding`, `network` and `model` are section 3.2.

numpy is imported when the first page comes, not with the package.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from rubricator.segment.asdus.parameters import DD_PRESETS, DI_PRESETS, read_parameters
from rubricator.segment.registry import Segmentation, Task, method
from rubricator.structure.model import JsonValue


@method("asdus-di", presets=lambda: DI_PRESETS)
def asdus_di(task: Task) -> Segmentation:
    """Segment a page by the domain-independent approach (section 3.1)."""
    from rubricator.segment.asdus.approaches import domain_independent

    return domain_independent(task)


def trained_on(params: Mapping[str, JsonValue]) -> Collection[str]:
    """Return the sha256 of the pages that a model was trained on."""
    from rubricator.segment.asdus.domain_model import load_model

    return load_model(read_parameters(params, "asdus-dd").model).trained_on


@method("asdus-dd", trained_on=trained_on, presets=lambda: DD_PRESETS)
def asdus_dd(task: Task) -> Segmentation:
    """Segment a page by the domain-dependent approach (section 3.2)."""
    from rubricator.segment.asdus.approaches import domain_dependent

    return domain_dependent(task)
