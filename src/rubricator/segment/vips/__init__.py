"""VIPS: visual blocks, the separators between them, and their degrees of coherence.

D. Cai, S. Yu, J.-R. Wen and W.-Y. Ma, "Extracting Content Structure for Web Pages based on Visual Representation",
Proceedings of the 5th Asia-Pacific Web Conference, 2003. The modules stand in the order of the paper's section 4:
`view`, `parts` and `extraction` are 4.1, `lines` and `separators` 4.2, `construction` 4.3.
"""

from __future__ import annotations

from rubricator.errors import UsageError
from rubricator.limits import Notice
from rubricator.segment.parameters import as_json
from rubricator.segment.registry import Segmentation, Task, method
from rubricator.segment.vips.blocks import build_blocks
from rubricator.segment.vips.construction import construct
from rubricator.segment.vips.extraction import find_coherences
from rubricator.segment.vips.parameters import PRESETS, read_parameters
from rubricator.segment.vips.parts import whole
from rubricator.segment.vips.view import build_view


@method("vips", boxes=True, presets=lambda: PRESETS)
def vips(task: Task) -> Segmentation:
    """Segment a page as VIPS does."""
    parameters = read_parameters(task.options.params)
    page, root, budget, most = task.page, task.body, task.options.budget, task.options.limits.block_depth
    if page.boxes is None:
        raise UsageError('vips needs to know where things stand: add --render browser (in Python: render="browser")')
    view = build_view(page, page.boxes, root, parameters)
    budget.check()
    docs = find_coherences(view, root, budget)
    top, too_deep = construct(view, docs, whole(view, root), parameters.pdoc, budget, most)
    block, details = build_blocks(view, top)
    warnings: tuple[Notice, ...] = ()
    if too_deep:
        warnings = (Notice("depth-limit", f"{too_deep} blocks at {most} levels were not divided further"),)
    return Segmentation(block, page.title or None, params=as_json(parameters), details=details, warnings=warnings)
