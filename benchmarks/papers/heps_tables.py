"""Tables 3 to 7 of the HEPS paper and its checks of assumptions, run on pages with `outline` gold."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import heps_published as published
from assumptions import Checks, check
from judged import JudgedPage, body_nodes, run, score_nodes
from node_classifier import attempt, balanced_sample, cross_validate, describe
from node_features import FEATURES
from paper_table import Row, Table, figure
from relations import RELATIONS, score_relation

from rubricator.evaluate.metrics.counts import Counts, harmonic, mean, total
from rubricator.evaluate.metrics.ranges import (
    PageScore,
    SetScore,
    block_precision_given_headings,
    macro,
    score_page,
)
from rubricator.evaluate.tune import Trainer, greedy
from rubricator.page.model import TEXT
from rubricator.segment.heps import Parameters
from rubricator.segment.parameters import as_json
from rubricator.structure.model import JsonValue

Pages = Sequence[JudgedPage]
Folds = Sequence[int]

HEADING_TAGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6", "dt"})
PERMITTED_DEGREES = range(1, 11)
"""The values of VIPS's PDoC, on the scale that the HEPS paper has."""
ABLATIONS: tuple[tuple[str, tuple[tuple[str, dict[str, JsonValue]], ...]], ...] = (
    ("(b) Removal of sentence-breaking nodes", (("Leave breaking nodes", {"leave_breaking": True}),)),
    (
        "(c) Classification of nodes by visual styles",
        (
            ("Without tag path", {"tag_path": False}),
            ("Without computed style", {"computed_style": False}),
            ("Without image height", {"image_height": False}),
        ),
    ),
    ("(d) Sorting candidate heading lists", (("Only by document order", {"sort_by_depth": False}),)),
    (
        "(e) Determining actual heading lists",
        tuple((f"Without condition {number}", {"drop": [number]}) for number in range(1, 6)),
    ),
)


def heps_score(page: JudgedPage, params: Mapping[str, JsonValue] | None = None) -> PageScore:
    """Score HEPS on one page."""
    return score_page(run(page, "heps", params), page.wanted)


def heps_scores(pages: Pages, params: Mapping[str, JsonValue] | None = None) -> SetScore:
    """Score HEPS on pages."""
    return macro(heps_score(page, params) for page in pages)


def data_notes(pages: Pages, left_out: int) -> tuple[str, ...]:
    """Say what is measured, and where it differs from the paper; pages without a placed body were left out."""
    headings = sum(len(page.wanted) for page in pages)
    lost = sum(not block.headings for page in pages for block in page.wanted)
    open_ended = sum(not block.ranges for page in pages for block in page.wanted)
    empty = sum(not page.wanted for page in pages)
    return (
        f"Ours: {len(pages)} pages of outline ({empty} of them without headings) with {headings} headings; {left_out} "
        f"pages without a content body, or with one that could not be placed, are left out; {lost} headings and "
        f"{open_ended} block ends could not be placed in the page's text and count as missed. Published: 803 test "
        "pages of ClueWeb09 unless said otherwise.",
        "As in the paper: the content body is given, ranges must be the same, precision is the mean over pages where "
        "something was found, recall over those with something to find, F is that of the means.",
        "Not as in the paper: gold is texts placed in the page, so there are no transitions, one heading a block, and "
        "every block begins with its heading; white space, hidden text and alternative texts of images do not count in "
        "ranges; the body is a range of the text, cut out of the deepest element around it; the document's title is "
        "not counted when it is found as a heading; styles are those of the "
        f"{' and the '.join(sorted({page.page.renderer for page in pages}))} renderer.",
    )


def table_3(pages: Pages, folds: Folds) -> Table:
    """Over-fitting: thresholds tuned on some sites, measured on these and on others."""
    with_headings = [(page, fold) for page, fold in zip(pages, folds, strict=True) if page.wanted]
    trainer = Trainer([page.page for page, _ in with_headings], [page.gold for page, _ in with_headings], Parameters())
    seen: list[PageScore] = []
    unseen: list[PageScore] = []
    for fold in sorted(set(folds)):
        outside = [number for number, (_, other) in enumerate(with_headings) if other != fold]
        tuned = as_json(greedy(trainer, outside, Parameters()))
        for page, other in zip(pages, folds, strict=True):
            (unseen if other == fold else seen).append(heps_score(page, tuned))
    return Table(
        "Table 3: accuracy of HEPS for training and test data",
        published.COLUMNS,
        (
            Row("tuned, training sites / training", macro(seen), published.TABLE_3["training"]),
            Row("tuned, other sites    / test", macro(unseen), published.TABLE_3["test"]),
            Row("thresholds of Table 1 / total", heps_scores(pages), published.TABLE_3["total"]),
        ),
        (
            f"Thresholds by the greedy search of `rubricator tune` (mean F1 of headings by text, whole page), "
            f"{len(set(folds))} times with one fold of sites left out.",
        ),
    )


def table_4(pages: Pages, parts: Sequence[str]) -> Table:
    """Influence of the part of the data that a page belongs to, where the paper has that of its annotators."""
    groups: dict[str, list[JudgedPage]] = {}
    for page, part in zip(pages, parts, strict=True):
        groups.setdefault(part, []).append(page)
    ours = [Row(f"{name}, {len(group)} pages", heps_scores(group)) for name, group in sorted(groups.items())]
    theirs = [Row(name, None, figures) for name, figures in published.TABLE_4.items()]
    return Table(
        "Table 4: accuracy of HEPS by part of the data",
        published.COLUMNS,
        (*ours, *theirs),
        ("outline names no annotators; its parts are the corpora that its pages come from.",),
    )


def table_5(pages: Pages, folds: Folds, attempts: int, progress: Callable[[str], None]) -> Table:
    """Comparison with naive and existing methods."""
    described = [describe(page) for page in pages]
    sample = balanced_sample(described, 0)
    ten_fold = cross_validate(sample)
    results: list[SetScore] = []
    for number in range(attempts):
        progress(f"decision tree, attempt {number + 1} of {attempts}")
        results.append(attempt(described, folds, number))
    best = max(results, key=lambda one: one.f_h)
    average = mean(one.p_h for one in results), mean(one.r_h for one in results), mean(one.f_h for one in results)
    ten = (ten_fold.precision, ten_fold.recall, ten_fold.f1)
    blank = (None, None, None)
    tagged = macro(PageScore(score_nodes(page, _tagged(page)), Counts()) for page in pages)
    rows = (
        Row("Decision tree, 10-fold", (*ten, *blank), (None, None, published.TREE_TEN_FOLD, *blank)),
        Row(f"Decision tree, best of {attempts}", (*best[:3], *blank), published.TABLE_5["tree"]),
        Row(f"Decision tree, mean of {attempts}", (*average, *blank)),
        Row("Hn & DT", (*tagged[:3], *blank), published.TABLE_5["tags"]),
        Row("method tags", macro(score_page(run(page, "tags"), page.wanted) for page in pages)),
        Row("VIPS", vips_figures(pages), published.TABLE_5["vips"]),
        Row("HEPS", heps_scores(pages), published.HEPS),
    )
    nodes, headings = sum(len(one.nodes) for one in described), sum(sum(one.headings) for one in described)
    return Table(
        "Table 5: comparison with naive and existing methods",
        published.COLUMNS,
        rows,
        (
            f"Decision tree: {nodes} nodes, {headings} of them headings (the outermost node with exactly a heading's "
            f"range); the sample has {len(sample)}. 10-fold: random tenths of the balanced sample. Else: all nodes of "
            "pages whose fold of sites the tree has not seen.",
            f"The paper lists no features. Ours: {', '.join(one.name for one in FEATURES)}.",
            "Hn & DT takes every such element with its whole range; the method tags leaves out empty and nested ones "
            "and has blocks besides.",
        ),
    )


def _tagged(page: JudgedPage) -> list[int]:
    return [node for node in body_nodes(page) if page.page.tag[node] in HEADING_TAGS]


def vips_figures(pages: Pages) -> Sequence[float | None] | str:
    """Score the blocks of VIPS: precision at the best PDoC of each page, recall at the largest.

    A PDoC that gives no block on a page that has some is not taken.
    """
    if any(page.page.boxes is None for page in pages):
        return "needs --render browser"
    precisions, recalls = [], []
    for page in pages:
        scores = [score_page(run(page, "vips", {"pdoc10": one}), page.wanted).block for one in PERMITTED_DEGREES]
        found = [score for score in scores if score.found]
        if found:
            precisions.append(max(score.precision for score in found))
        elif page.wanted:
            precisions.append(0.0)
        if page.wanted:
            recalls.append(scores[-1].recall)
    p_b, r_b = mean(precisions), mean(recalls)
    return None, None, None, p_b, r_b, harmonic(p_b, r_b)


def table_6(pages: Pages) -> Table:
    """Naive extractors and variations of HEPS."""
    rows = [Row("HEPS", heps_scores(pages), published.HEPS), Row("(a) Extraction of candidate heading nodes")]
    for name, is_chosen in _NAIVE.items():
        score = macro(PageScore(score_nodes(page, _choose(page, is_chosen)), Counts()) for page in pages)
        rows.append(Row(name, (*score[:3], None, None, None), published.TABLE_6[name]))
    for part, variations in ABLATIONS:
        rows.append(Row(part))
        rows.extend(Row(name, heps_scores(pages, params), published.TABLE_6[name]) for name, params in variations)
    given = [block_precision_given_headings(run(page, "heps"), page.wanted) for page in pages]
    share = mean(counts.precision for counts in given if counts.found)
    return Table(
        "Table 6: accuracy of naive methods and HEPS variations",
        published.COLUMNS,
        tuple(rows),
        (
            f"P_B of blocks under right headings (section 5.4.5): {figure(share)}, published "
            f"{figure(published.BLOCK_GIVEN_HEADING)}.",
            "(a) Blank and hidden texts are no candidates. An image is right when its alternative text is a gold "
            "heading; the paper's annotators could mark any image.",
            "(c) Without tag paths, their length remains. (e) Only the filter of whole lists is left out: single "
            "candidates still go by conditions 1 and 2.",
        ),
    )


_NAIVE: dict[str, Callable[[str], bool]] = {
    "All text nodes": lambda tag: tag == TEXT,
    "All IMG nodes": lambda tag: tag == "img",
    "All text and IMG nodes": lambda tag: tag in {TEXT, "img"},
    "All HTML nodes": lambda _: True,
}


def _choose(page: JudgedPage, is_chosen: Callable[[str], bool]) -> list[int]:
    return [node for node in body_nodes(page) if is_chosen(page.page.tag[node])]


def table_7(pages: Pages) -> Table:
    """Relations between right headings or blocks and others."""
    found = [run(page, "heps") for page in pages]
    baseline = [score_page(ours, page.wanted) for ours, page in zip(found, pages, strict=True)]
    means = [Row("baseline", macro(baseline), published.HEPS)]
    pooled = [Row("all pages together"), Row("baseline", _pool(baseline))]
    for relation in RELATIONS:
        scores = [score_relation(ours, page.wanted, relation) for ours, page in zip(found, pages, strict=True)]
        means.append(Row(relation, macro(scores), published.TABLE_7[relation]))
        pooled.append(Row(relation, _pool(scores)))
    return Table(
        "Table 7: accuracy of relationship extraction with HEPS",
        published.COLUMNS,
        (*means, *pooled),
        (
            "First means over the pages on which a right heading (block) has such a relative, found for P, true for R; "
            "then relatives of all pages counted together. The paper does not say which of the two it has.",
        ),
    )


def _pool(scores: Sequence[PageScore]) -> Sequence[float]:
    """Return P, R and F of headings and of blocks over all pages together."""
    heading, block = total(score.heading for score in scores), total(score.block for score in scores)
    return [value for one in (heading, block) for value in (one.precision, one.recall, one.f1)]


def assumptions(pages: Pages) -> Table:
    """The checks of assumptions in section 5.4.5."""
    checks = [check(page) for page in pages if page.wanted]

    def both(name: str, choose: Callable[[Checks], Counts], *theirs: float | None) -> Row:
        counts = [choose(one) for one in checks]
        right, size = sum(one.right for one in counts), sum(one.found for one in counts)
        ours = (mean(one.precision for one in counts if one.found), right / size if size else None)
        return Row(name, ours, theirs or None)

    return Table(
        "Section 5.4.5: validity of the assumptions",
        ("mean over pages", "of all"),
        (
            both("heading opens the node sequence of its block", lambda one: one.opens, None, published.OPENS),
            both("block is a node sequence", lambda one: one.sequence),
            both("heading has a style of its own", lambda one: one.own_style, published.OWN_STYLE, None),
            both("list of siblings (two or more) has one style", lambda one: one.lists, published.ONE_STYLE, None),
            both("the same, lists of one counted", lambda one: one.all_lists),
        ),
        (
            "outline's blocks begin with their heading by definition, so the paper's 94.6 % (headings at the start of "
            "their block) cannot be counted; ours is whether the smallest sequence of sibling nodes around heading and "
            "block holds nothing before the heading (section 3.3.2).",
            "A style of its own: no text or image of the body outside of headings has it. A run-in heading that is "
            "part of a text has none. The document's title counts neither way.",
            "The paper does not say whether lists of one heading count.",
        ),
    )
