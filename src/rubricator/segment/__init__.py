"""Step 4: one method per file, Page -> Segmentation."""

from rubricator.segment import asdus as asdus
from rubricator.segment import bayes as bayes
from rubricator.segment import heps as heps
from rubricator.segment import rubric as rubric
from rubricator.segment import tags as tags
from rubricator.segment import vips as vips
from rubricator.segment.registry import METHODS, Segmentation, Task, find_method, static_methods

__all__ = ["METHODS", "Segmentation", "Task", "find_method", "static_methods"]
