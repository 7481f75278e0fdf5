"""ASDUS: section titles and their prose, without training (`asdus-di`) and with it (`asdus-dd`).

A. A. Mysore Gopinath, S. Wilson and N. Sadeh, "Supervised and Unsupervised Methods for Robust Separation of Section
Titles and Prose Text in Web Documents", EMNLP 2018. The modules stand in the order of the paper's section 3.1: `texts`,
`features` and `clusters`, `titles`, `sections`.

numpy is imported when the first page comes, not with the package.
"""

from __future__ import annotations

from rubricator.segment.registry import Segmentation, Task, method


@method("asdus-di")
def asdus_di(task: Task) -> Segmentation:
    """Segment a page by the domain-independent approach (section 3.1)."""
    from rubricator.segment.asdus.reading import domain_independent

    return domain_independent(task)
