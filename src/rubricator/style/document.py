"""The DOM as flat columns in document order, filled while the parser builds its tree."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from dataclasses import dataclass, field

from turbohtml.treebuild import parse_into

from rubricator.limits import Budget, Limits, Notice
from rubricator.page._symbols import SymbolTable, spelled_tags
from rubricator.page.model import Attributes
from rubricator.style._document import Builder as Builder
from rubricator.style._document import is_deep, subtree_stops
from rubricator.style.formatting import count_of, parsable
from rubricator.style.shadow import with_shadow_roots

_CHECK_EVERY = 4096
_NODES_FOR_ALL, _NODES_PER_TAG = 100_000, 20
"""Nodes that a page may have; only formatting elements that the parser opens again and again make more."""
_QUIRKY_PUBLIC_IDS = (
    "+//silmaril//dtd html pro v0r11 19970101//", "-//as//dtd html 3.0 aswedit + extensions//",
    "-//advasoft ltd//dtd html 3.0 aswedit + extensions//", "-//ietf//dtd html",
    "-//metrius//dtd metrius presentational//",
    "-//microsoft//dtd internet explorer", "-//netscape comm. corp.//dtd", "-//o'reilly and associates//dtd html",
    "-//softquad", "-//spyglass//dtd html 2.0 extended//", "-//sq//dtd html 2.0 hotmetal",
    "-//sun microsystems corp.//dtd",
    "-//w3c//dtd html 3 ", "-//w3c//dtd html 3.", "-//w3c//dtd html 4.0 frameset//",
    "-//w3c//dtd html 4.0 transitional//",
    "-//w3c//dtd html experimental", "-//w3c//dtd w3 html", "-//w3o//dtd w3 html", "-//webtechs//dtd mozilla html",
)  # fmt: skip
_QUIRKY_WITHOUT_SYSTEM_ID = ("-//w3c//dtd html 4.01 frameset//", "-//w3c//dtd html 4.01 transitional//")


@dataclass(slots=True, repr=False)
class Document:
    """What the parser saw. Node 0 is the document; comments and instructions have no node."""

    tag: tuple[str, ...]
    parent: array[int]
    stop: array[int]
    attributes: tuple[Attributes, ...]
    data: tuple[str, ...]
    symbols: SymbolTable
    quirks: bool = True
    notices: list[Notice] = field(default_factory=list)

    def __repr__(self) -> str:
        return f"<Document: {len(self.tag)} nodes>"

    def nodes(self, tag: str) -> list[int]:
        """Return the elements of one name."""
        return self.symbols.nodes(tag)

    def attribute(self, node: int, name: str) -> str | None:
        """Return an attribute's value; an attribute without a value is the empty string, a missing one None."""
        for key, value in self.attributes[node]:
            if key == name:
                return value or ""
        return None


def make_document(
    symbols: SymbolTable, parent: array[int], attributes: Iterable[Attributes], data: Iterable[str], quirks: bool = True
) -> Document:
    """Put the columns of a document together."""
    stop = subtree_stops(parent)
    return Document(spelled_tags(symbols), parent, stop, tuple(attributes), tuple(data), symbols, quirks)


class _FullError(Exception):
    """The page has more nodes than it may."""


def parse_document(html: str, limits: Limits, budget: Budget) -> Document:
    """Parse HTML as browsers do, into a Document."""
    most = min(limits.nodes, _NODES_FOR_ALL)

    def may_add(node: int) -> int:
        """Stop the parser when there is no room for this node, or no time left."""
        nonlocal most
        if node >= most:
            most = most_nodes(html, limits)
            if node >= most:
                raise _FullError
        budget.check()
        return min(node + _CHECK_EVERY, most)

    builder, left_out = Builder(may_add), ""
    try:
        html = with_shadow_roots(html)
        parsed, left_out = parsable(html, limits.nodes, budget)
        parse_into(parsed, builder)
    except _FullError:
        left_out = too_many_nodes(most)
    quirks = builder.doctype is None or _is_quirky(*builder.doctype)
    document = make_document(builder.symbols, builder.parent, builder.attributes, builder.data, quirks)
    if left_out:
        document.notices.append(Notice("nodes-left-out", left_out))
    if is_deep(document.symbols, document.parent):
        text = "elements are nested deeper than the 512 at which browsers stop; what is in deeper ones is beside them"
        document.notices.append(Notice("depth-limit", text))
    return document


def most_nodes(html: str, limits: Limits) -> int:
    """Return how many nodes a page may have."""
    return min(limits.nodes, _NODES_FOR_ALL + _NODES_PER_TAG * count_of(html, "<"))


def too_many_nodes(most: int) -> str:
    """Say that a page had more nodes than it may."""
    return f"the page has more than {most} nodes; the rest was left out"


def _is_quirky(name: str, public_id: str | None, system_id: str | None) -> bool:
    public = (public_id or "").lower()
    system = (system_id or "").lower()
    return (
        name != "html"
        or public in {"-//w3o//dtd w3 html strict 3.0//en//", "-/w3c/dtd html 4.0 transitional/en", "html"}
        or system == "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd"
        or public.startswith(_QUIRKY_PUBLIC_IDS)
        or (not system_id and public.startswith(_QUIRKY_WITHOUT_SYSTEM_ID))
    )
