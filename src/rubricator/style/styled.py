"""What step 2 gives back: a document and its computed styles, from either renderer."""

from __future__ import annotations

from array import array
from typing import NamedTuple

from rubricator.limits import Notice
from rubricator.page.model import Box
from rubricator.style.computed import Computed
from rubricator.style.document import Document


class Styled(NamedTuple):
    """A document, for each node the number of its computed style, and the distinct styles."""

    document: Document
    style_of: array[int]
    styles: list[Computed]
    renderer: str
    notices: tuple[Notice, ...] = ()
    boxes: tuple[Box | None, ...] | None = None
    scripts: bool = False
    """The scripts of the page have run."""
