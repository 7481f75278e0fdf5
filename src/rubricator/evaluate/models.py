"""Which model a learned method is measured with, and whether it was trained on the page.

A folder of out-of-fold models holds `fold-0`, `fold-1`, .. (with any suffix), each trained without the pages of its
fold, and `folds.json`, the fold table they were trained by. A method that takes the parameter `model` may be given such
a folder: each page is then scored with the model of its fold.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from rubricator.errors import UsageError
from rubricator.evaluate.folds import page_key, read_table
from rubricator.segment.registry import training_pages
from rubricator.structure.model import JsonValue

TABLE = "folds.json"
Params = Mapping[str, JsonValue]


@dataclass(frozen=True, slots=True)
class Fitted:
    """The parameters that a method is run with on one page, and whether its model has seen the page."""

    params: Params
    in_sample: bool


@dataclass(frozen=True, slots=True)
class FoldModels:
    """Models by fold, and the fold of each page."""

    models: tuple[Path, ...]
    folds: Mapping[str, int]


def fitted(method: str, params: Params, sha256: str, page: Path, corpora: Path | None) -> Fitted:
    """Choose the model for a page: that of its fold; for a page outside of the table one that has not seen it."""
    model = params.get("model")
    if not isinstance(model, str) or not (Path(model) / TABLE).is_file():
        return Fitted(params, sha256 in training_pages(method, params))
    known = fold_models(Path(model))
    fold = known.folds.get(page_key(page, corpora)) if corpora else None
    chosen = known.models if fold is None else known.models[fold : fold + 1]
    choices = [{**params, "model": str(path)} for path in chosen]
    unseen = next((one for one in choices if sha256 not in training_pages(method, one)), None)
    return Fitted(unseen or choices[0], unseen is None)


@lru_cache(maxsize=8)
def fold_models(folder: Path) -> FoldModels:
    """Read a folder of out-of-fold models."""
    table = read_table(folder / TABLE)
    models = []
    for fold in range(max(table.values(), default=0) + 1):
        found = sorted([*folder.glob(f"fold-{fold}"), *folder.glob(f"fold-{fold}.*")])
        if len(found) != 1:
            raise UsageError(f"{folder} has {len(found)} models of fold {fold}; it needs one, named fold-{fold}")
        models.append(found[0])
    return FoldModels(tuple(models), table)


def with_models(method_params: Params, folder: Path) -> dict[str, JsonValue]:
    """Return parameters with a folder of out-of-fold models, unless they name a model already."""
    if not (folder / TABLE).is_file():
        raise UsageError(f"{folder} has no {TABLE}; it is not a folder of out-of-fold models")
    return {"model": str(folder), **method_params}
