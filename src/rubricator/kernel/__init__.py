"""Compiled twins of the busiest functions, in Cython: `style`, `segment/rubric` and `emit` spend most time here.

A function in Python says by `twin` that it has one. The two give the same result for the same input, which
`tests/kernel` holds; the one in Python is the definition, and is what runs where no compiler was found or
RUBRICATOR_PURE is set. Modules here know nothing of the package: they take and give back plain columns.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from importlib import import_module
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])

TWINS: dict[str, tuple[Callable[..., Any], Callable[..., Any]]] = {}
"""By name: the function in Python, and the compiled one."""


def twin(module: str) -> Callable[[Function], Function]:
    """Let the compiled function (or class) of the same name stand in for this one, where it was built."""

    def choose(pure: Function) -> Function:
        if os.environ.get("RUBRICATOR_PURE"):
            return pure
        path = f"rubricator.kernel.{module}"
        try:
            compiled = getattr(import_module(path), pure.__name__.lstrip("_"))
        except (ImportError, AttributeError) as error:
            # A module that lacks another one is not the same as one that was not built.
            if isinstance(error, ModuleNotFoundError) and error.name == path:
                return pure
            text = f"the compiled {module} is of another version ({error}); install again, or set RUBRICATOR_PURE=1"
            raise ImportError(text) from error
        TWINS[f"{module}.{pure.__name__.lstrip('_')}"] = pure, compiled
        return compiled  # type: ignore[no-any-return]

    return choose
