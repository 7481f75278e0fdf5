"""What VIPS finds in a test's page, as literals."""

from __future__ import annotations

from rubricator.limits import Budget, Limits
from rubricator.options import Options
from rubricator.page.model import Page
from rubricator.pipeline import structure_of
from rubricator.segment.vips.extraction import divide_dom_tree, find_coherences
from rubricator.segment.vips.parameters import Parameters
from rubricator.segment.vips.parts import Part, whole
from rubricator.segment.vips.separators import detect
from rubricator.segment.vips.view import PageView, build_view
from rubricator.structure.model import Block, Structure


def see(page: Page) -> PageView:
    """Look at the whole body of a page."""
    assert page.boxes is not None
    return build_view(page, page.boxes, page.body, Parameters())


def shown(page: Page, part: Part) -> str:
    return page.text[slice(*part.span)].strip()


def pool(page: Page, root: int | None = None) -> list[tuple[str, float]]:
    """Extract the blocks of the first round: their texts and degrees of coherence."""
    view = see(page)
    docs = find_coherences(view, page.body, Budget())
    blocks = divide_dom_tree(view, docs, whole(view, page.body if root is None else root))
    return [(shown(page, block.part), block.doc) for block in blocks]


def separators(page: Page) -> list[tuple[str, int, int, float]]:
    """Detect the separators between the blocks of the first round."""
    view = see(page)
    docs = find_coherences(view, page.body, Budget())
    blocks = divide_dom_tree(view, docs, whole(view, page.body))
    return [
        ("horizontal" if one.horizontal else "vertical", one.start, one.end, one.weight)
        for one in detect(view, [block.part for block in blocks])
    ]


def vips(page: Page, pdoc: float = 0.6, limits: Limits | None = None) -> Structure:
    return structure_of(page, Options("vips", {"pdoc": pdoc}, limits=limits or Limits()))


def degrees(structure: Structure) -> list[float]:
    """Return the degree of coherence of each block in document order."""
    doc = structure.details["doc"]
    assert isinstance(doc, list)
    return [float(one) for one in doc if isinstance(one, int | float)]


Tree = str | list["Tree"]


def tree(structure: Structure) -> Tree:
    """Return the text of each leaf, in the lists of the blocks around it. Fine for the small trees of tests."""

    def one(block: Block) -> Tree:
        if block.children:
            return [one(child) for child in block.children]
        return " | ".join(structure.text[slice(*span)] for span in block.ranges or ((block.start, block.end),))

    return one(structure.root)
