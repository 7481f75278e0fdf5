"""Rubricator reads a web page as a person does and gives back its logical hierarchy.

>>> import rubricator
>>> page = rubricator.read("<p><b>Fees</b><p>None.<p><b>Terms</b><p>Ask us.")
>>> print(page.outline())
"""

from rubricator.errors import RubricatorError
from rubricator.integrations.arrow import to_arrow
from rubricator.limits import Limits, Notice
from rubricator.pipeline import read, titles
from rubricator.structure.model import Block, Heading, Structure, Title
from rubricator.version import __version__

__all__ = [
    "Block",
    "Heading",
    "Limits",
    "Notice",
    "RubricatorError",
    "Structure",
    "Title",
    "__version__",
    "read",
    "titles",
    "to_arrow",
]
