"""HEPS: headings by visual style, and the blocks between them.

T. Manabe and K. Tajima, "Extracting Logical Hierarchical Structure of HTML Documents Based on Headings", Proceedings of
the VLDB Endowment 8(12), 2015. Functions stand in the order of the paper's sections 4.1 to 4.4.

Everything after preprocessing works on *leaves* (text and image nodes in document order) and on one array: the depth of
the lowest common ancestor of each leaf and the next. An ancestor of leaf `i` at depth `d` covers the leaves around `i`
up to the first place where that array falls below `d`, so no tree has to be walked.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rubricator.errors import UsageError
from rubricator.limits import Budget, Notice
from rubricator.page.model import TEXT, Page
from rubricator.page.nested_minima import NestedMinima
from rubricator.page.raw_string import IMAGE_TEXTS, url_words, visit
from rubricator.segment.leaf_blocks import FoundBlock, Tree, build_blocks
from rubricator.segment.leaves import Leaf, LeafBuilder
from rubricator.segment.parameters import as_json, choose
from rubricator.segment.registry import Segmentation, Task, method
from rubricator.structure.model import JsonValue


@dataclass(frozen=True, slots=True)
class Parameters:
    """Thresholds of Table 1 and the switches of Table 6."""

    including_upper: float = 0.1
    """Condition 1: front nodes that include upper-level headings."""
    empty: float = 0.2
    """Condition 2: nodes producing an empty block."""
    no_sibling: float = 0.7
    """Condition 3: nodes without sibling candidates."""
    non_unique: float = 0.6
    """Condition 4: nodes with non-unique contents."""
    too_long: float = 0.3
    """Condition 5: nodes with too much content as a heading."""
    t: float = 1.5
    """Condition 5 holds when the block is shorter than t times its heading."""
    inclusive: bool = False
    """A list is filtered at ratio >= threshold, not > threshold."""
    hidden: bool = False
    """Count text that readers do not see."""
    image_text: str = "src"
    """What an image says: its `src`, as in section 5.2, or `words`: the words of its src, then its alternative text."""
    break_by_any: bool = False
    """Any element between two texts breaks a sentence, `<br>` and images too, not only an internal node."""
    leave_breaking: bool = False
    """6(b): leave sentence-breaking nodes as they are."""
    tag_path: bool = True
    """6(c): classify by tag path; without it by the length of the path."""
    computed_style: bool = True
    """6(c): classify by the five computed properties."""
    image_height: bool = True
    """6(c): classify images by their height."""
    sort_by_depth: bool = True
    """6(d): sort lists by block depth and prominence; without it by document order only."""
    drop: tuple[int, ...] = ()
    """6(e): conditions (1 to 5) whose set-level filter is left out."""


PRESETS = {
    "paper": Parameters(),
    "reference": Parameters(
        empty=0.5, no_sibling=0.9, non_unique=0.4, inclusive=True, hidden=True, image_text="words", break_by_any=True
    ),
}


@method("heps", presets=lambda: PRESETS)
def heps(task: Task) -> Segmentation:
    """Segment a page as HEPS does."""
    parameters = read_parameters(task.options.params)
    page = task.page
    tree = extract(page, task.body, parameters, task.options.budget, task.options.limits.block_depth)
    title = page.title or " ".join(url_words(page.url or "")) or None
    warnings: tuple[Notice, ...] = ()
    if tree.left_out:
        text = f"{tree.left_out} headings nest deeper than {task.options.limits.block_depth} levels and were left out"
        warnings = (Notice("depth-limit", text),)
    return Segmentation(build_blocks(page, task.body, tree), title, params=as_json(parameters), warnings=warnings)


def read_parameters(given: Mapping[str, JsonValue]) -> Parameters:
    """Make Parameters from a preset's name and single values."""
    parameters = choose(PRESETS, given, "heps")
    if parameters.image_text not in IMAGE_TEXTS:
        raise UsageError(f"heps: image_text is one of {', '.join(IMAGE_TEXTS)}, not {parameters.image_text!r}")
    return parameters


class Prepared(NamedTuple):
    """A page before segmentation: what thresholds do not change."""

    leaves: list[Leaf]
    lists: list[HeadingList]
    minima: NestedMinima


def extract(page: Page, root: int, parameters: Parameters, budget: Budget, block_depth: int) -> Tree:
    """Find headings and blocks under a node (section 4)."""
    prepared = prepare(page, root, parameters)
    budget.check()
    return segment(prepared, parameters, budget, block_depth)


def prepare(page: Page, root: int, parameters: Parameters) -> Prepared:
    """Preprocess, classify and sort (sections 4.1 to 4.3)."""
    seen = look_at(page, root, parameters)
    leaves, minima = preprocess(page, seen, parameters)
    return Prepared(leaves, sort_lists(classify(leaves), minima, seen.numbers.prominence, parameters, leaves), minima)


class Seen(NamedTuple):
    """The elements, texts and images under the root in document order, without blank nodes."""

    nodes: list[int]
    contents: dict[int, str]
    """What texts and images say, by node."""
    depths: list[int]
    """Depth below the root, for all nodes of the page."""
    looks: list[int]
    """The number of a node's visual style, for all nodes of the page."""
    numbers: _Looks


class _Looks:
    """Numbers the visual styles of the nodes under the root, in the order in which they are met."""

    __slots__ = ("_page", "_tag_path", "distinct", "numbers", "path_of", "paths", "prominence", "text")

    def __init__(self, page: Page, root: int, parameters: Parameters) -> None:
        self._page, self._tag_path = page, parameters.tag_path
        self.path_of = [0] * page.stop[root]
        self.paths: dict[tuple[int, str], int] = {}
        self.numbers: dict[tuple[int, int, str], int] = {}
        distinct: dict[object, int] = {}
        self.distinct = [
            distinct.setdefault((s.font_size, s.italic, s.weight, s.decoration, s.color), len(distinct))
            if parameters.computed_style
            else 0
            for s in page.styles
        ]
        self.prominence: list[tuple[float, int]] = []
        """Font size and weight of each visual style."""
        self.text: dict[int, int] = {}
        """The visual style of text directly under an element, by element."""

    def add(self, key: tuple[int, int, str], styled: int) -> int:
        """Number a new visual style: (path, computed properties, height)."""
        look = self.numbers[key] = len(self.prominence)
        style = self._page.styles[self._page.style[styled]]
        self.prominence.append((style.font_size, style.weight))
        return look

    def of_text(self, parent: int, depth: int) -> int:
        """Return the style of text under an element, whether it has any or not: text has its parent's properties."""
        look = self.text.get(parent)
        if look is None:
            step = (self.path_of[parent], TEXT) if self._tag_path else (depth, "")
            path = self.paths.setdefault(step, len(self.paths) + 1)
            key = (path, self.distinct[self._page.style[parent]], "")
            known = self.numbers.get(key)
            look = self.text[parent] = self.add(key, parent) if known is None else known
        return look


def look_at(page: Page, root: int, parameters: Parameters) -> Seen:
    """Number visual styles: tag path, five computed properties, height of images (section 4.2)."""
    tags, parents, styles, heights = page.tag, page.parent, page.style, page.heights
    nodes, contents = visit(page, root, hidden=parameters.hidden, image_text=parameters.image_text)
    depths, looks = [0] * page.stop[root], [0] * page.stop[root]
    all_looks = _Looks(page, root, parameters)
    path_of, paths, numbers, distinct, texts = (
        all_looks.path_of, all_looks.paths, all_looks.numbers, all_looks.distinct, all_looks.text
    )  # fmt: skip
    for node in nodes:
        parent, tag = parents[node], tags[node]
        depth = depths[node] = depths[parent] + 1
        if tag == TEXT:
            look = texts.get(parent)
            looks[node] = all_looks.of_text(parent, depth) if look is None else look
            continue
        step = (path_of[parent], tag) if parameters.tag_path else (depth, "")
        path = path_of[node] = paths.setdefault(step, len(paths) + 1)
        height = heights.get(node, "") if tag == "img" and parameters.image_height else ""
        key = (path, distinct[styles[node]], height)
        look = numbers.get(key)
        looks[node] = all_looks.add(key, node) if look is None else look
    return Seen(nodes, contents, depths, looks, all_looks)


def preprocess(page: Page, seen: Seen, parameters: Parameters) -> tuple[list[Leaf], NestedMinima]:
    """Remove sentence-breaking nodes (section 4.1); return the leaves, and how they are nested in each other."""
    breaking = {} if parameters.leave_breaking else _breaking_looks(page, seen, parameters)
    tags, parents, contents, depths, looks = page.tag, page.parent, seen.contents, seen.depths, seen.looks
    builder = LeafBuilder()
    add_text, pass_element = builder.add_text, builder.pass_element
    swallowed = 0
    for node in seen.nodes:
        if node < swallowed:
            if node in contents:
                builder.extend(node, contents[node])
        elif tags[node] == TEXT:
            add_text(node, parents[node], depths[node], looks[node], contents[node])
        elif looks[node] in breaking:
            swallowed = page.stop[node]
            parent, depth = parents[node], depths[node]
            # The paper's text node has the style of its place; the authors' program takes that of the first such place.
            look = breaking[looks[node]] if parameters.break_by_any else seen.numbers.of_text(parent, depth)
            builder.break_sentence(node, parent, depth, look, contents.get(node))
        elif node in contents:
            builder.add_image(node, depths[node], looks[node], contents[node])
        else:
            pass_element(depths[node])
    return builder.finish(keep_blank=parameters.break_by_any)


def _breaking_looks(page: Page, seen: Seen, parameters: Parameters) -> dict[int, int]:
    """Return the looks of elements that stand between two texts, with the look of the text after the first of them."""
    tags, parents, looks = page.tag, page.parent, seen.looks
    latest: dict[int, tuple[int, bool]] = {}
    """By parent: its latest child, and whether a text stands right before that child."""
    breaking: dict[int, int] = {}
    for node in seen.nodes:
        parent = parents[node]
        before = latest.get(parent)
        if before is None:
            latest[parent] = (node, False)
            continue
        child, after_text = before
        is_text = tags[child] == TEXT
        if after_text and not is_text and tags[node] == TEXT and (parameters.break_by_any or child in latest):
            breaking.setdefault(looks[child], looks[node])
        latest[parent] = (node, is_text)
    return breaking


def classify(leaves: Sequence[Leaf]) -> list[list[int]]:
    """Group the leaves by visual style (section 4.2): candidate-heading lists in order of their first leaf."""
    lists: dict[int, list[int]] = {}
    for number, leaf in enumerate(leaves):
        lists.setdefault(leaf.look, []).append(number)
    return list(lists.values())


class HeadingList(NamedTuple):
    """A candidate-heading list and the depth of its front nodes."""

    members: list[int]
    depth: int


def sort_lists(
    lists: list[list[int]],
    minima: NestedMinima,
    prominence: Sequence[tuple[float, int]],
    parameters: Parameters,
    leaves: Sequence[Leaf],
) -> list[HeadingList]:
    """Sort by block depth, font size, weight and document order (section 4.3)."""
    found = [HeadingList(members, front_depth(members, minima)) for members in lists]
    if not parameters.sort_by_depth:
        return found

    def key(candidate: HeadingList) -> tuple[int, float, int, int]:
        size, weight = prominence[leaves[candidate.members[0]].look]
        return candidate.depth, -size, -weight, candidate.members[0]

    return sorted(found, key=key)


def front_depth(members: list[int], minima: NestedMinima) -> int:
    """Return the depth of the front nodes: just below the deepest node that two neighbours share (4.3.1)."""
    if len(members) == 1:
        return 0
    common = minima.common_depth
    return 1 + max(map(common, members, members[1:]))


def segment(prepared: Prepared, parameters: Parameters, budget: Budget, block_depth: int) -> Tree:
    """Divide the document by each list that passes the filters (section 4.4)."""
    leaves, lists, minima = prepared
    state = _State(leaves, minima, parameters)
    left_out = 0
    for candidates in lists:
        budget.check()
        if len(candidates.members) == 1 and state.rejects_single:
            continue
        fronts = state.segment_list(candidates)
        if state.is_filtered(candidates.members, fronts):
            continue
        chosen = [(m, f) for m, f in zip(candidates.members, fronts, strict=True) if not (f.has_heading or f.is_empty)]
        left_out += state.add_blocks(chosen, block_depth)
    return Tree(leaves, state.blocks, left_out)


class _Front(NamedTuple):
    """A front node, as the leaves it covers, and the block that starts there."""

    begin: int
    finish: int
    parent: int
    context: int
    has_heading: bool
    is_empty: bool


class _State:
    """Headings and blocks found so far."""

    def __init__(self, leaves: Sequence[Leaf], minima: NestedMinima, parameters: Parameters) -> None:
        self.leaves = leaves
        self.minima = minima
        self.parameters = parameters
        self.blocks = [FoundBlock(0, len(leaves), -1, -1, 0)]
        self.headings: list[int] = []
        self.owner = [0] * len(leaves)
        """The innermost block around each leaf."""
        over = parameters.no_sibling <= 1 if parameters.inclusive else parameters.no_sibling < 1
        self.rejects_single = over and 3 not in parameters.drop
        """Condition 3 always removes a list of one (section 4.3.1), so it need not be looked at."""

    def segment_list(self, candidates: HeadingList) -> list[_Front]:
        """Find the node sequence of each candidate's block (section 4.4.1)."""
        members, depth = candidates
        minima, headings, owner, blocks, leaves = self.minima, self.headings, self.owner, self.blocks, self.leaves
        begins = [minima.reach_left(member, depth) for member in members] if depth else [0]
        fronts = []
        for place, member in enumerate(members):
            begin = begins[place]
            front_stop = minima.reach_right(member, depth) if depth else len(self.leaves)
            limit = minima.reach_right(member, depth - 1) if depth else front_stop
            if place + 1 < len(begins):
                limit = min(limit, begins[place + 1])
            context = owner[member]
            parent = context
            while blocks[parent].begin > begin or blocks[parent].finish < front_stop:
                parent = blocks[parent].parent
            limit = min(limit, blocks[parent].finish)
            first = bisect_left(headings, begin)
            has_heading = first < len(headings) and headings[first] < front_stop
            after = bisect_left(headings, front_stop, first) if has_heading else first
            if after < len(headings) and headings[after] < limit:
                limit = minima.reach_left(headings[after], depth)
            leaf = leaves[member]
            is_empty = leaf.begin <= leaves[begin].begin and leaves[limit - 1].finish <= leaf.finish
            fronts.append(_Front(begin, limit, parent, context, has_heading, is_empty))
        return fronts

    def is_filtered(self, members: list[int], fronts: list[_Front]) -> bool:
        """Apply the five conditions to a whole list (section 4.4.2)."""
        given, leaves, size = self.parameters, self.leaves, len(members)

        def over(condition: int, threshold: float, count: int) -> bool:
            ratio = count / size
            return condition not in given.drop and (ratio >= threshold if given.inclusive else ratio > threshold)

        if over(1, given.including_upper, sum([front.has_heading for front in fronts])):
            return True
        if over(2, given.empty, sum([front.is_empty for front in fronts])):
            return True
        if over(5, given.too_long, sum(map(self._is_too_long, members, fronts))):
            return True
        contexts = [front.context for front in fronts]
        if over(3, given.no_sibling, sum([count for count in Counter(contexts).values() if count == 1])):
            return True
        contents = Counter(zip(contexts, [leaves[member].content for member in members], strict=True))
        return over(4, given.non_unique, sum([count for count in contents.values() if count > 1]))

    def _is_too_long(self, member: int, front: _Front) -> bool:
        leaf = self.leaves[member]
        length = self.leaves[front.finish - 1].finish - self.leaves[front.begin].begin
        return length < self.parameters.t * (leaf.finish - leaf.begin)

    def add_blocks(self, chosen: list[tuple[int, _Front]], block_depth: int) -> int:
        """Make blocks of the candidates that passed; return how many would nest too deep."""
        left_out = 0
        added: list[int] = []
        for member, front in chosen:
            level = self.blocks[front.parent].level + 1
            if level > block_depth:
                left_out += 1
                continue
            self.owner[front.begin : front.finish] = [len(self.blocks)] * (front.finish - front.begin)
            self.blocks.append(FoundBlock(front.begin, front.finish, member, front.parent, level))
            added.append(member)
        self._add_headings(added)
        return left_out

    def _add_headings(self, added: list[int]) -> None:
        """Keep the headings sorted: many are merged, few put in one by one."""
        if len(added) * 64 < len(self.headings):
            for member in added:
                insort(self.headings, member)
        else:
            self.headings.extend(added)
            self.headings.sort()
