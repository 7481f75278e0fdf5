"""Both approaches from page to sections (Figure 2)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from rubricator.limits import Notice
from rubricator.segment.asdus.clusters import title_cluster
from rubricator.segment.asdus.domain_model import load_model
from rubricator.segment.asdus.features import collapse, read_features
from rubricator.segment.asdus.language import Language, language_of
from rubricator.segment.asdus.network import TITLE, features, probabilities
from rubricator.segment.asdus.parameters import Parameters, read_parameters
from rubricator.segment.asdus.sections import Bounds, bounds, build
from rubricator.segment.asdus.texts import collect
from rubricator.segment.asdus.titles import identify
from rubricator.segment.parameters import as_json
from rubricator.segment.registry import Segmentation, Task

Likely = Callable[[Sequence[str], Language], NDArray[np.bool_]]
"""Says of each text whether it may be a title."""


def domain_independent(task: Task) -> Segmentation:
    """Cluster the texts of the page (section 3.1)."""
    parameters = read_parameters(task.options.params, "asdus-di")

    def likely(contents: Sequence[str], language: Language) -> NDArray[np.bool_]:
        return title_cluster(collapse(read_features(contents, language), parameters))

    return segment(task, parameters, likely)


def domain_dependent(task: Task) -> Segmentation:
    """Classify the texts of the page with a trained network (section 3.2)."""
    parameters = read_parameters(task.options.params, "asdus-dd")
    model = load_model(parameters.model)

    def likely(contents: Sequence[str], language: Language) -> NDArray[np.bool_]:  # noqa: ARG001 - the model has words
        if not contents:
            return np.zeros(0, dtype=np.bool_)
        chances = probabilities(model.network, features(contents, model.title, model.prose))
        sure: NDArray[np.bool_] = chances[:, TITLE] >= (parameters.sure if parameters.sure else chances.max(axis=1))
        return sure

    return segment(task, parameters, likely)


def segment(task: Task, parameters: Parameters, likely: Likely) -> Segmentation:
    """Collect texts, find the titles among the likely ones, and generate the simple version."""
    page = task.page
    language = language_of(page)
    texts = collect(page, task.body, parameters)
    contents = [page.text[one.start : one.end] for one in texts]
    task.options.budget.check()
    chosen = likely(contents, language)
    task.options.budget.check()
    titles = identify(texts, contents, chosen, language, parameters)
    whole = Bounds(page.start[task.body], page.end[task.body])
    found = bounds(texts, contents, titles, language)
    span = found if found and task.find_body else whole
    end = found.end if found else whole.end
    root, left_out = build(page, texts, titles, span, end, task.options.limits.block_depth, parameters.nest)
    warnings = []
    if left_out:
        text = f"{left_out} titles nest deeper than {task.options.limits.block_depth} levels and were left out"
        warnings.append(Notice("depth-limit", text))
    if not language.known:
        text = f"no stop words for the language {language.code!r}; the extra rubricator[languages] knows 33 languages"
        warnings.append(Notice("language-unknown", text))
    body = (span.start, span.end) if found and task.find_body else None
    return Segmentation(root, page.title or None, params=as_json(parameters), warnings=tuple(warnings), body=body)
