"""Visual block extraction (section 4.1): which nodes are blocks of a round, and which are divided."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from statistics import pstdev
from typing import NamedTuple

from rubricator.limits import Budget
from rubricator.page.model import TEXT
from rubricator.segment.vips.parameters import Parameters
from rubricator.segment.vips.parts import Part, can_be_divided, divide, successive_breaks, trace, whole
from rubricator.segment.vips.separators import detect
from rubricator.segment.vips.view import PageView


class VisualBlock(NamedTuple):
    """A block of the pool and its degree of coherence."""

    part: Part
    doc: float


Coherences = list[float]
"""The degree of coherence of each node by what differs inside of it."""


def find_coherences(view: PageView, root: int, budget: Budget) -> Coherences:
    """Set the degrees of coherence of nodes by their "intra visual difference": the heaviest separator inside of them.

    So that of a child is never below its parent's.
    """
    differences = [0.0] * view.page.stop[root]
    for node in range(view.page.stop[root] - 1, root - 1, -1):
        children = view.children[node]
        if not children or (is_text_only(view, node) and not has_breaks(view, node, view.usual)):
            continue
        differences[node] = max([differences[child] for child in children])
        if len(children) > 1:
            budget.check()
            separators = detect(view, divide(view, whole(view, node)))
            differences[node] = max([differences[node], *(one.weight for one in separators)])
    return [round(1 - view.usual.in_node * difference, 2) for difference in differences]


def divide_dom_tree(view: PageView, docs: Coherences, root: Part) -> list[VisualBlock]:
    """Extract the blocks of one round under a part, which itself is divided (figure 3)."""
    pool: list[VisualBlock] = []
    pending = list(reversed(_divide_for_round(view, docs, root)))
    while pending:
        part, stays = pending.pop()
        doc = docs[part.nodes[0]] if stays else judge(view, docs, part)
        if doc is None:
            pending.extend(reversed(_divide_for_round(view, docs, part)))
        else:
            pool.append(VisualBlock(part, doc))
    return pool


def _divide_for_round(view: PageView, docs: Coherences, part: Part) -> list[tuple[Part, bool]]:
    """Divide a part; say of each piece whether it stays whole in this round whatever the rules say of it.

    That is so for a child with another background, and for cells beside one that is not divided: there will be no
    separator through all of them.
    """
    pieces = divide(view, part)
    stay = [has_other_background(view, piece.nodes[0]) for piece in pieces]
    if any(view.page.tag[piece.nodes[0]] in CELLS for piece in pieces):
        beside = any(stay) or any(judge(view, docs, piece) is not None for piece in pieces)
        stay = [beside] * len(pieces)
    return list(zip(pieces, stay, strict=True))


def judge(view: PageView, docs: Coherences, part: Part) -> float | None:
    """Return the degree of coherence of a part that is a block of this round, None for one to be divided."""
    if not can_be_divided(view, part):
        return 1.0
    node = trace(view, part.nodes[0])
    tag = view.page.tag[node]
    given = view.special if tag in RULES else view.usual
    for rule in RULES.get(tag, OTHERS):
        verdict = rule(view, node, given)
        if verdict is not None:
            return None if verdict.divided else docs[node] if verdict.doc is None else verdict.doc
    return docs[node]


class Verdict(NamedTuple):
    """What a rule says of a node: it is divided, or it is a block, whose degree of coherence the rule may know."""

    divided: bool
    doc: float | None = None


DIVIDE, KEEP = Verdict(divided=True), Verdict(divided=False)
Rule = Callable[[PageView, int, Parameters], Verdict | None]
"""None for most nodes. The rules that drop nodes and trace into an only child are `build_view` and `trace`."""


def successive_br(view: PageView, node: int, given: Parameters) -> Verdict | None:
    """Split the node which has more than two successive `<br>` children."""
    return DIVIDE if has_breaks(view, node, given) else None


def text_only(view: PageView, node: int, _given: Parameters) -> Verdict | None:
    """If all the children are text nodes or virtual text nodes, set the degree of coherence to 1."""
    return Verdict(divided=False, doc=1.0) if is_text_only(view, node) else None


def tag_cue(view: PageView, node: int, _given: Parameters) -> Verdict | None:
    """Divide a node that contains a line."""
    return DIVIDE if view.has_line[node] else None


def color_cue(view: PageView, node: int, _given: Parameters) -> Verdict | None:
    """Divide a node if its background is different from one of its children's."""
    return DIVIDE if any(has_other_background(view, child) for child in view.children[node]) else None


def text_cue(view: PageView, node: int, given: Parameters) -> Verdict | None:
    """If most of the children are text nodes, do not divide."""
    children = view.children[node]
    texts = sum(view.page.tag[child] == TEXT for child in children)
    return KEEP if texts > given.most_text * len(children) else None


def size_ratio(view: PageView, node: int, given: Parameters) -> Verdict | None:
    """If the node is 3 times larger than all its children together, divide it."""
    together = sum([view.rectangles[child].size for child in view.children[node]])
    return DIVIDE if view.rectangles[node].size > given.size_ratio * together else None


def small(view: PageView, node: int, given: Parameters) -> Verdict | None:
    """If the node has text, and its width or height is small, set the degree of coherence to 0.8."""
    rectangle = view.rectangles[node]
    if min(rectangle.width, rectangle.height) >= given.small:
        return None
    has_text = any(view.is_text[child] for child in view.children[node])
    return Verdict(divided=False, doc=given.small_doc) if has_text else None


def size_cue(view: PageView, node: int, given: Parameters) -> Verdict | None:
    """Divide the node if the sizes of its children deviate much."""
    sizes = [float(view.rectangles[child].size) for child in view.children[node]]
    return DIVIDE if pstdev(sizes) > given.deviation * view.rectangles[node].size else None


CELLS = frozenset({"td", "th"})
OTHERS: tuple[Rule, ...] = (successive_br, text_only, tag_cue, color_cue, text_cue, size_ratio, small, size_cue)
RULES: Mapping[str, tuple[Rule, ...]] = {
    **dict.fromkeys(("table", "tbody", "thead", "tfoot"), (tag_cue, color_cue, size_ratio, size_cue)),
    "tr": (color_cue, size_ratio, size_cue),
    **dict.fromkeys(CELLS, OTHERS),
    "p": (successive_br, text_only, tag_cue, text_cue, small),
    **dict.fromkeys(("ul", "ol"), (text_only, color_cue, size_ratio, size_cue)),
    "li": (successive_br, text_only, color_cue, text_cue, small, size_cue),
}
"""The special routines by tag: the rules that apply, in this order, with higher thresholds. Other tags have OTHERS."""


def has_breaks(view: PageView, node: int, given: Parameters) -> bool:
    return successive_breaks(view, node + 1, view.page.stop[node]) > given.breaks


def is_text_only(view: PageView, node: int) -> bool:
    return all(view.is_text[child] for child in view.children[node])


def has_other_background(view: PageView, child: int) -> bool:
    return view.backgrounds[child] != view.backgrounds[view.page.parent[child]]
