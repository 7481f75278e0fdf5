"""Our tree beside those of others: `python benchmarks/trees.py [--corpus asdus,wcxb] [--corpora DIR] [--broken 500]`.

Parses pages (ours and broken ones of the fuzzer, or those of corpora) with turbohtml into our document, with lexbor and
with lxml, and counts the pages on which all elements stand at the same places. lexbor builds the standard's tree as
well, lxml does not. Says where the first differences are.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Callable, Iterator
from itertools import zip_longest
from pathlib import Path
from typing import Any

from corpora import add_option, find_corpus, pages_of
from progress import tell

from rubricator.limits import Budget, Limits
from rubricator.load import load
from rubricator.page.model import DOCUMENT, TEXT
from rubricator.style.document import parse_document

ROOT = Path(__file__).parents[1]
Tree = list[tuple[int, str]]
"""Depth and name of every element, in document order."""
_FOREIGN = frozenset({"svg", "math"})
_OPAQUE = frozenset({"template", "noscript"})
"""Elements whose content parsers put elsewhere, or read by whether scripts run."""


def our_tree(html: str) -> Tree:
    document = parse_document(html, Limits(), Budget())
    depth: list[int] = []
    found: Tree = []
    for node, tag in enumerate(document.tag):
        depth.append(0 if not node else depth[document.parent[node]] + 1)
        if tag not in (TEXT, DOCUMENT):
            found.append((depth[node], tag.lower()))
    return comparable(found)


def lexbor_tree(html: str) -> Tree:
    parser = importlib.import_module("selectolax.lexbor").LexborHTMLParser(html)

    def elements(node: Any) -> Iterator[Any]:
        return (child for child in node.iter(include_text=False) if child.tag and child.tag[0] not in "-!")

    return comparable(_walk(parser.root, 1, lambda node: node.tag, elements))


def lxml_tree(html: str) -> Tree:
    lxml = importlib.import_module("lxml.html")
    try:
        root = lxml.document_fromstring(html, parser=lxml.HTMLParser(huge_tree=True))
    except importlib.import_module("lxml.etree").ParserError:  # it takes a page without elements for an empty one
        return []
    return comparable(_walk_elements(root))


def _walk_elements(root: Any) -> Tree:
    return _walk(root, 1, lambda node: node.tag.rpartition("}")[2].lower(), lambda node: node.iterchildren("*"))


def _walk(root: Any, depth: int, name: Callable[[Any], str], children: Callable[[Any], Iterator[Any]]) -> Tree:
    found: Tree = []
    stack = [(root, depth)]
    while stack:
        node, at = stack.pop()
        found.append((at, name(node)))
        stack.extend((child, at + 1) for child in reversed(list(children(node))))
    return found


def comparable(tree: Tree) -> Tree:
    """Leave out what is inside of elements that parsers treat apart by design."""
    found: Tree = []
    apart: int | None = None
    for depth, tag in tree:
        if apart is not None and depth > apart:
            continue
        apart = depth if tag in _OPAQUE or tag in _FOREIGN else None
        found.append((depth, tag))
    return found


def parsers() -> dict[str, Callable[[str], Tree]]:
    """Return the parsers that are installed."""
    known = {"lexbor": ("selectolax.lexbor", lexbor_tree), "lxml": ("lxml", lxml_tree)}
    return {name: tree for name, (module, tree) in known.items() if _is_installed(module)}


def _is_installed(module: str) -> bool:
    try:
        importlib.import_module(module)
    except ImportError:
        return False
    return True


def first_difference(one: Tree, other: Tree) -> str:
    """Say where two trees part."""
    for number, (left, right) in enumerate(zip_longest(one, other)):
        if left != right:
            return f"element {number}: ours {left}, theirs {right}"
    return ""


def own_pages(broken: int) -> Iterator[tuple[str, str]]:
    sys.path.insert(0, str(ROOT / "fuzz"))
    from mutate import make_page  # type: ignore[import-not-found]  # a script, not a package

    folders = (ROOT / "examples", ROOT / "fuzz" / "seeds", ROOT / "tests" / "pages")
    for path in sorted(path for folder in folders for path in folder.rglob("*.html")):
        yield str(path.relative_to(ROOT)), path.read_text("utf-8")
    for number in range(broken):
        yield f"broken page {number}", make_page(9, number).decode("utf-8", "replace").replace("\0", "")


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", help="pages of these corpora, not of this repository")
    parser.add_argument("--broken", type=int, default=500, help="broken pages beside ours (default: 500)")
    parser.add_argument("--show", type=int, default=3, help="differences that are shown for each parser (default: 3)")
    add_option(parser)
    given = parser.parse_args(arguments)
    names = given.corpus.split(",") if given.corpus else []
    files = [folder / "page.html" for name in names for folder in pages_of(find_corpus(given.corpora, name))]
    pages = ((str(path), load(path).html) for path in files) if names else own_pages(given.broken)
    known = parsers()
    same = dict.fromkeys(known, 0)
    differ: dict[str, list[str]] = {name: [] for name in known}
    count = 0
    for name, html in pages:
        count += 1
        tell(f"{count} pages")
        ours = our_tree(html)
        for theirs, tree in known.items():
            difference = first_difference(ours, tree(html))
            same[theirs] += not difference
            differ[theirs] += [f"  {name}: {difference}"] if difference else []
    tell("")
    for theirs in known:
        print(f"{theirs:9} the same tree on {same[theirs]} of {count} pages")
        print("\n".join(differ[theirs][: given.show]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
