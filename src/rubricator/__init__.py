"""Rubricator reads a web page as a person does and gives back its logical hierarchy.

>>> import rubricator
>>> page = rubricator.read("<p><b>Fees</b><p>None.<p><b>Terms</b><p>Ask us.")
>>> print(page.outline())

What is named here is imported when it is first used: whoever needs an error class does not wait for a parser.
"""

from typing import TYPE_CHECKING

from rubricator import errors
from rubricator.errors import RubricatorError
from rubricator.version import __version__

if TYPE_CHECKING:
    from rubricator.integrations.arrow import to_arrow
    from rubricator.limits import Limits, Notice
    from rubricator.pipeline import read, titles
    from rubricator.structure.model import Block, Heading, Structure, Title

_HOMES = {
    "Block": "structure.model",
    "Heading": "structure.model",
    "Limits": "limits",
    "Notice": "limits",
    "RubricatorError": "errors",
    "Structure": "structure.model",
    "Title": "structure.model",
    "read": "pipeline",
    "titles": "pipeline",
    "to_arrow": "integrations.arrow",
}

__all__ = [
    "Block",
    "Heading",
    "Limits",
    "Notice",
    "RubricatorError",
    "Structure",
    "Title",
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
