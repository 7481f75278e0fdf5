"""Rubricator reads a web page as a person does and returns its logical hierarchy.

>>> import rubricator
>>> doc = rubricator.read("<p><b>Fees</b><p>None.<p><b>Terms</b><p>Ask us.")
>>> print(doc.outline())

What is named here is imported when it is first used: whoever needs an error class does not wait for a parser.
"""

from typing import TYPE_CHECKING

from rubricator import errors
from rubricator.errors import RubricatorError
from rubricator.version import __version__

if TYPE_CHECKING:
    from rubricator.emit.chunks import Chunk
    from rubricator.integrations.arrow import to_arrow
    from rubricator.limits import Limits, Notice
    from rubricator.methods import AsdusDd, AsdusDi, Bayes, Heps, Rows, Rubric, Tags, Vips
    from rubricator.options import Options
    from rubricator.page.model import Page
    from rubricator.pipeline import read, titles
    from rubricator.structure.model import Block, Heading, Structure, Title

_HOMES = {
    "AsdusDd": "methods",
    "AsdusDi": "methods",
    "Bayes": "methods",
    "Block": "structure.model",
    "Chunk": "emit.chunks",
    "Heading": "structure.model",
    "Heps": "methods",
    "Limits": "limits",
    "Notice": "limits",
    "Options": "options",
    "Page": "page.model",
    "Rows": "methods",
    "Rubric": "methods",
    "RubricatorError": "errors",
    "Structure": "structure.model",
    "Tags": "methods",
    "Title": "structure.model",
    "Vips": "methods",
    "read": "pipeline",
    "titles": "pipeline",
    "to_arrow": "integrations.arrow",
}

__all__ = [
    "AsdusDd",
    "AsdusDi",
    "Bayes",
    "Block",
    "Chunk",
    "Heading",
    "Heps",
    "Limits",
    "Notice",
    "Options",
    "Page",
    "Rows",
    "Rubric",
    "RubricatorError",
    "Structure",
    "Tags",
    "Title",
    "Vips",
    "__version__",
    "errors",
    "read",
    "titles",
    "to_arrow",
]


if not TYPE_CHECKING:  # a type checker has the imports above

    def __getattr__(name: str) -> object:
        from importlib import import_module

        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value: object = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted(__all__)
