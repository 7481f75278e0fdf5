"""tags: h1-h6 and dt as they nest, the baseline that other tools use."""

from __future__ import annotations

from rubricator.errors import UsageError
from rubricator.limits import Notice
from rubricator.page.model import Page
from rubricator.segment.registry import Segmentation, Task, method
from rubricator.structure.model import Heading
from rubricator.structure.outline import Mark, nest

_LEVELS = {"h1": 1, "h2": 2, "h3": 3, "h4": 4, "h5": 5, "h6": 6, "dt": 7}


@method("tags")
def tags(task: Task) -> Segmentation:
    """Segment a page by its heading tags. A term of a definition list stands below all headings."""
    if task.options.params:
        raise UsageError(f"tags has no parameter {next(iter(task.options.params))!r}; it has none")
    page, body = task.page, task.body
    marks = [
        Mark(page.start[node], _LEVELS[page.tag[node]], Heading(_text(page, node), page.start[node], page.end[node]))
        for node in range(body, page.stop[body])
        if page.tag[node] in _LEVELS and page.start[node] < page.end[node]
    ]
    root, left_out = nest(
        _outermost(marks), page.text, page.start[body], page.end[body], task.options.limits.block_depth
    )
    warnings = (Notice("depth-limit", f"{left_out} headings nest too deep and were left out"),) if left_out else ()
    return Segmentation(root, page.title or None, warnings=warnings)


def _text(page: Page, node: int) -> str:
    return page.text[page.start[node] : page.end[node]]


def _outermost(marks: list[Mark]) -> list[Mark]:
    """Leave out headings inside of headings, which only broken pages have."""
    kept: list[Mark] = []
    for mark in marks:
        if not kept or mark.heading.start >= kept[-1].heading.end:
            kept.append(mark)
    return kept
