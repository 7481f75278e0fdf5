"""HEPS once more, slowly: section 4 of the paper taken word by word, on an explicit tree.

Where the preset `reference` differs from the paper, or the paper is silent, the authors' program is followed. Nothing
is shared with `rubricator.segment.heps` but the names of the parameters. Fine for the small pages of tests.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from rubricator.page.model import TEXT, VISIBLE, Page
from rubricator.segment.heps import Parameters

CHILDLESS = ("script", "style", "noscript", "iframe")


class Look(NamedTuple):
    """A visual style (4.2), without the font size and weight of what has it where computed styles do not count."""

    path: tuple[str, ...] | int
    properties: tuple[object, ...]
    height: str


@dataclass(eq=False)
class Node:
    """A node of the tree that is left after preprocessing."""

    page_node: int
    tag: str
    parent: Node | None
    look: Look
    contents: list[str] = field(default_factory=list)
    children: list[Node] = field(default_factory=list)
    borrowed: bool = False
    """Its look is that of another text."""

    def walk(self) -> Iterator[Node]:
        yield self
        for child in self.children:
            yield from child.walk()

    def leaves(self) -> list[Node]:
        return [node for node in self.walk() if node.tag in (TEXT, "img")]

    def depth(self) -> int:
        return 0 if self.parent is None else 1 + self.parent.depth()


class OracleBlock(NamedTuple):
    """A block: its heading, its leaves, and the number of the block above it; the whole document is number 0."""

    heading: Node | None
    leaves: list[Node]
    parent: int


def run(page: Page, root_node: int, parameters: Parameters) -> tuple[list[Node], list[OracleBlock]]:
    """Return the candidate-heading nodes and the blocks in the order in which they are found."""
    oracle = Oracle(page, root_node, parameters)
    oracle.preprocess()
    return oracle.leaves, oracle.segment()


class Oracle:
    def __init__(self, page: Page, root_node: int, parameters: Parameters) -> None:
        self.page, self.given = page, parameters
        self.prominence: dict[Look, tuple[float, int]] = {}
        self.root = Node(root_node, page.tag[root_node], None, Look((), (), ""))
        self.build()
        self.leaves: list[Node] = []
        self.blocks: list[OracleBlock] = []

    def build(self) -> None:
        """Copy the nodes under the root; leave out blank texts (4.1), hidden ones, and what childless elements hold."""
        page, made = self.page, {self.root.page_node: self.root}
        for number in range(self.root.page_node + 1, page.stop[self.root.page_node]):
            parent, tag = made.get(page.parent[number]), page.tag[number]
            seen = self.given.hidden or page.flags[number] & VISIBLE
            if parent is None or parent.tag in CHILDLESS or (tag in (TEXT, "img") and not seen):
                continue
            said = page.text[page.start[number] : page.end[number]] if tag == TEXT else ""
            if tag == TEXT and not said:
                continue
            said = self.image_text(number) if tag == "img" else said
            node = Node(number, tag, parent, self.look(parent, tag, number), [said] if said else [])
            parent.children.append(node)
            made[number] = node

    def look(self, parent: Node, tag: str, number: int) -> Look:
        """Return the visual style of a node, and keep the font size and weight of the first that has it."""
        above: Node | None = parent
        path = [tag]
        while above is not None:
            path.append(above.tag)
            above = above.parent
        style = self.page.styles[self.page.style[number]]
        properties = (style.font_size, style.italic, style.weight, style.decoration, style.color)
        look = Look(
            tuple(path) if self.given.tag_path else len(path),
            properties if self.given.computed_style else (),
            self.page.heights.get(number, "") if tag == "img" and self.given.image_height else "",
        )
        self.prominence.setdefault(look, (style.font_size, style.weight))
        return look

    def image_text(self, number: int) -> str:
        attributes = dict(self.page.attributes[number])
        src, alt = attributes.get("src") or "", attributes.get("alt") or ""
        if self.given.image_text == "src":
            return " ".join(src.split())
        return " ".join(re.findall(r"[A-Za-z0-9_]+", src.split("://")[-1]) + alt.split())

    def preprocess(self) -> None:
        """Remove sentence-breaking nodes (4.1) and join the texts around them."""
        if not self.given.leave_breaking:
            self.break_children(self.root, self.breaking())
        self.join_texts()
        leaves = self.root.leaves()
        for place, leaf in enumerate(leaves):
            follows = any(later.contents for later in leaves[place + 1 :])
            if leaf.contents or (self.given.break_by_any and follows):
                self.leaves.append(leaf)
            elif leaf.parent is not None:
                leaf.parent.children.remove(leaf)

    def breaking(self) -> dict[Look, Look]:
        """Return the looks of nodes that stand between two texts, with the look of the text after the first of them."""
        found: dict[Look, Look] = {}
        for parent in self.root.walk():
            children = parent.children
            for before, node, after in zip(children, children[1:], children[2:], strict=False):
                between = before.tag == TEXT and after.tag == TEXT and node.tag != TEXT
                if between and (node.children or self.given.break_by_any):
                    found.setdefault(node.look, after.look)
        return found

    def break_children(self, parent: Node, breaking: dict[Look, Look]) -> None:
        for place, child in enumerate(parent.children):
            if child.tag == TEXT or child.look not in breaking:
                self.break_children(child, breaking)
                continue
            contents = [said for leaf in child.leaves() for said in leaf.contents]
            borrowed = self.given.break_by_any
            look = breaking[child.look] if borrowed else self.look(parent, TEXT, parent.page_node)
            parent.children[place] = Node(child.page_node, TEXT, parent, look, contents, borrowed=borrowed)

    def join_texts(self) -> None:
        for parent in list(self.root.walk()):
            joined: list[Node] = []
            for child in parent.children:
                before = joined[-1] if joined else None
                if before is None or child.tag != TEXT or before.tag != TEXT:
                    joined.append(child)
                    continue
                before.contents += child.contents
                if child.borrowed and not before.borrowed:
                    before.look, before.borrowed = child.look, True
            parent.children = joined

    def segment(self) -> list[OracleBlock]:
        """Classify (4.2), sort (4.3), and segment by each list that is one of headings (4.4)."""
        lists: dict[Look, list[Node]] = {}
        for leaf in self.leaves:
            lists.setdefault(leaf.look, []).append(leaf)
        candidates = [(members, self.front_nodes(members)) for members in lists.values()]
        if self.given.sort_by_depth:
            candidates.sort(key=lambda pair: self.significance(*pair))
        self.blocks = [OracleBlock(None, self.leaves, -1)]
        for members, fronts in candidates:
            self.try_list(members, fronts)
        return self.blocks

    def front_nodes(self, members: list[Node]) -> list[Node]:
        """Climb until two of the nodes have the same parent (4.3.1)."""
        if len(members) == 1:
            return [self.root]
        nodes = members
        while True:
            parents = [node.parent for node in nodes if node.parent is not None]
            if len(set(parents)) < len(parents):
                return nodes
            nodes = parents

    def significance(self, members: list[Node], fronts: list[Node]) -> tuple[int, float, int, int]:
        size, weight = self.prominence[members[0].look]
        return fronts[0].depth(), -size, -weight, self.leaves.index(members[0])

    def try_list(self, members: list[Node], fronts: list[Node]) -> None:
        """Segment by a list; keep the blocks unless a condition says that it is no heading list (4.4.2)."""
        found = {block.heading for block in self.blocks}
        parents = [self.innermost(front.leaves()) for front in fronts]
        blocks = [self.scan(front, fronts, parent) for front, parent in zip(fronts, parents, strict=True)]
        contexts = [self.innermost([member]) for member in members]
        contents = [(context, self.said(member)) for context, member in zip(contexts, members, strict=True)]
        includes = [any(leaf in found for leaf in front.leaves()) for front in fronts]
        empties = [
            not any(leaf.contents for leaf in block if leaf is not member)
            for member, block in zip(members, blocks, strict=True)
        ]
        conditions = (
            (1, self.given.including_upper, includes),
            (2, self.given.empty, empties),
            (3, self.given.no_sibling, [contexts.count(context) == 1 for context in contexts]),
            (4, self.given.non_unique, [contents.count(content) > 1 for content in contents]),
            (5, self.given.too_long, [self.too_long(m, b) for m, b in zip(members, blocks, strict=True)]),
        )
        if any(self.is_over(number, threshold, satisfied) for number, threshold, satisfied in conditions):
            return
        for place, member in enumerate(members):
            if not includes[place] and not empties[place]:
                self.blocks.append(OracleBlock(member, blocks[place], parents[place]))

    def scan(self, front: Node, fronts: list[Node], parent: int) -> list[Node]:
        """Return the leaves of the node sequence that begins at a front node (4.4.1)."""
        headings = {block.heading for block in self.blocks}
        leaves = front.leaves()
        siblings = front.parent.children if front.parent is not None else [front]
        for sibling in siblings[siblings.index(front) + 1 :]:
            inside = sibling.leaves()
            if sibling in fronts or any(leaf in headings for leaf in inside):
                break
            if any(leaf not in self.blocks[parent].leaves for leaf in inside):
                break
            leaves += inside
        return leaves

    def innermost(self, leaves: list[Node]) -> int:
        """Return the number of the smallest block that holds all of the leaves, the latest of equal ones."""
        holding = [
            (len(block.leaves), -number)
            for number, block in enumerate(self.blocks)
            if all(leaf in block.leaves for leaf in leaves)
        ]
        return -min(holding)[1]

    def is_over(self, condition: int, threshold: float, satisfied: list[bool]) -> bool:
        if condition in self.given.drop:
            return False
        ratio = sum(satisfied) / len(satisfied)
        return ratio >= threshold if self.given.inclusive else ratio > threshold

    def too_long(self, member: Node, block: list[Node]) -> bool:
        return self.length(block) < self.given.t * self.length([member])

    def length(self, leaves: list[Node]) -> int:
        """Return the length of the range of adjoining leaves in the raw string, in which a space parts contents."""
        contents = [content for leaf in leaves for content in leaf.contents]
        return sum(len(content) + 1 for content in contents) - 1

    def said(self, leaf: Node) -> str:
        return " ".join(leaf.contents) or " "
