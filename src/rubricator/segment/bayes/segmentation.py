"""The whole method: rows, sentences, sampling, blocks."""

from __future__ import annotations

from collections.abc import Sequence

from rubricator.limits import Notice
from rubricator.page.model import Page
from rubricator.segment.bayes.baseline import Parameters as BaselineParameters
from rubricator.segment.bayes.baseline import find_links
from rubricator.segment.bayes.bases_file import bases_for, load_model
from rubricator.segment.bayes.blocks import Link, build
from rubricator.segment.bayes.document import Blocks, encode
from rubricator.segment.bayes.estimation import estimate
from rubricator.segment.bayes.parameters import Parameters, read_parameters
from rubricator.segment.bayes.rows import Row, read_rows
from rubricator.segment.bayes.sentences import find_sentences, read_openings
from rubricator.segment.bayes.words import representative_word
from rubricator.segment.parameters import as_json
from rubricator.segment.registry import Segmentation, Task

MOST_ROWS = 10_000
"""That are sampled; later rows of a page stay as they are at the start."""


def read_blocks(page: Page, rows: Sequence[Row]) -> list[Blocks]:
    """Return the blocks of each row as pairs of representative word and symbols."""
    text = page.text
    return [[(representative_word(text, one.start, one.end), one.symbols) for one in row.pieces] for row in rows]


def leave_out(sentences: list[bool]) -> int:
    """Take the rows beyond those that are sampled for sentences; return how many."""
    others = [number for number, sentence in enumerate(sentences) if not sentence][MOST_ROWS:]
    for number in others:
        sentences[number] = True
    return len(others)


def bayes(task: Task) -> Segmentation:
    """Segment a page by Gibbs sampling."""
    parameters = read_parameters(task.options.params)
    page = task.page
    # What is known of prefixes helps in both ways: a page alone has too few rows with the same one.
    model = load_model(parameters.model)
    rows = read_rows(page, task.body, task.options.budget)
    task.options.budget.check()
    sentences = find_sentences(read_openings(page, rows), model.prefixes, parameters.sentence_ratio)
    start = find_links(rows, sentences, BaselineParameters()) if parameters.start == "rows" else []
    left_out = leave_out(sentences)
    document = encode(read_blocks(page, rows), sentences)
    bases = None if parameters.learn else bases_for(model, document)
    found = estimate(document, bases, start, parameters, task.options.budget.check)
    structure = found.structure
    links = [Link(row, structure.dep[row], bound) for row, bound in enumerate(structure.bound) if bound]
    root, too_deep, details = build(page, task.body, rows, links, task.options.limits.block_depth)
    details |= {"log_probability": round(found.log_probability, 6), "sweeps": found.sweeps}
    return Segmentation(
        root,
        page.title or None,
        params=as_json(parameters),
        details=details,
        warnings=_warnings(parameters, found.sweeps, left_out, too_deep),
    )


def _warnings(parameters: Parameters, sweeps: int, left_out: int, too_deep: int) -> tuple[Notice, ...]:
    warnings = []
    if sweeps < int(parameters.final_sweeps):
        text = f"the page has so many rows that {sweeps} sweeps were made instead of {parameters.final_sweeps:g}"
        warnings.append(Notice("rows-limit", text))
    if left_out:
        read = "as the method rows reads them" if parameters.start == "rows" else "as contents"
        warnings.append(Notice("rows-limit", f"{left_out} rows beyond the first {MOST_ROWS} are read {read}"))
    if too_deep:
        warnings.append(Notice("depth-limit", f"{too_deep} headings nest too deep and were left out"))
    return tuple(warnings)
