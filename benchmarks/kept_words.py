"""Whether outputs keep every word: `python benchmarks/kept_words.py [--corpus asdus,wcxb] [--corpora DIR]`.

Reads pages (ours, or those of corpora), writes each as Markdown and as HTML, parses these again, and compares their
words with those of the page's root block, hidden text included. Prints the share of words kept, and why others are not.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

from corpora import add_option, page_files
from markdown_it import MarkdownIt
from progress import tell

from rubricator.emit.html import to_html
from rubricator.emit.markdown import to_markdown
from rubricator.emit.valid import characters
from rubricator.errors import RubricatorError
from rubricator.load import load
from rubricator.options import DEFAULT_METHOD
from rubricator.page.render import render_static
from rubricator.pipeline import read
from rubricator.structure.model import Structure

ROOT = Path(__file__).parents[1]
FORMS = ("markdown", "html")


def own_pages() -> list[Path]:
    """Return the pages of this repository."""
    folders = (ROOT / "examples", ROOT / "fuzz" / "seeds", ROOT / "tests" / "pages")
    return sorted(path for folder in folders for path in folder.rglob("*.html"))


def words(text: str) -> Counter[str]:
    return Counter(text.split())


def root_text(structure: Structure) -> str:
    """Return the text of the root block, without the links to cite sections by, which no output has."""
    root, page, text = structure.root, structure.page, structure.text
    if page is not None:
        for node in reversed(page.permalinks):
            blank = " " * (page.end[node] - page.start[node])
            text = f"{text[: page.start[node]]}{blank}{text[page.end[node] :]}"
    return " ".join(text[start:end] for start, end in root.ranges or ((root.start, root.end),))


def written_text(structure: Structure, form: str) -> str:
    """Return the text of a structure's output, as its readers parse it."""
    if form == "html":
        html = to_html(structure, hidden="keep")
    else:
        parser = MarkdownIt("commonmark", {"maxNesting": 1000}).enable(["table", "strikethrough"])
        html = parser.render(to_markdown(structure, hidden="keep"))
    return render_static(load(f"<body>{html}")).text


_SIGNS = dict.fromkeys(map(ord, "^_/()[]√;,."))
"""Outputs write these where a page raises or places text: half is 1/2 there, and 12 in the text of the page."""


def lost_words(structure: Structure, form: str) -> dict[str, Counter[str]]:
    """Return the words of a page that an output lacks, by the reason."""
    # A title that stands in the head only is printed on top, and would hide the loss of its words elsewhere.
    page = replace(structure, title=None, titles=())
    text = root_text(page)
    there = written_text(page, form)
    missing = words(text) - words(there)
    lost: dict[str, Counter[str]] = {}
    joined = "".join(there.split())
    unsigned = joined.translate(_SIGNS)
    whole = not Counter("".join(characters(text).split())) - Counter(joined)
    for word, count in missing.items():
        if whole and word not in joined and word in unsigned:
            continue
        if characters(word) != word:
            reason = "characters that HTML may not hold"
        elif whole and word in joined:
            reason = "parted where a heading ends inside of it, no character lost"
        else:
            reason = "lost"
        lost.setdefault(reason, Counter())[word] += count
    return lost


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", help="pages of these corpora, not of this repository")
    add_option(parser)
    parser.add_argument("--method", default=DEFAULT_METHOD, help="(default: %(default)s)")
    parser.add_argument("--limit", type=int, help="only the first pages")
    parser.add_argument("--show", type=int, default=10, help="lost words that are shown (default: 10)")
    given = parser.parse_args(arguments)
    pages = page_files(given.corpora, given.corpus.split(",")) if given.corpus else own_pages()
    pages = pages[: given.limit]
    total = 0
    lost: dict[str, dict[str, Counter[str]]] = {form: {} for form in FORMS}
    shown: list[str] = []
    unread = 0
    for number, path in enumerate(pages):
        tell(f"{number} of {len(pages)} pages")
        try:
            structure = read(path, method=given.method)
        except RubricatorError:
            unread += 1
            continue
        total += sum(words(root_text(structure)).values())
        for form in FORMS:
            for reason, found in lost_words(structure, form).items():
                lost[form].setdefault(reason, Counter()).update(found)
                shown += [f"{path}: {form}: {reason}: {word!r}" for word in found if reason == "lost"]
    tell("")
    print(f"{len(pages) - unread} pages, {total} words, method {given.method}; {unread} pages could not be read")
    for form in FORMS:
        gone = sum(sum(found.values()) for found in lost[form].values())
        print(f"{form:9} {1 - gone / max(total, 1):.6%} kept; {gone} words not found again")
        for reason, found in sorted(lost[form].items()):
            print(f"          {sum(found.values())} {reason}")
    print("\n".join(shown[: given.show]))
    return 1 if any("lost" in reasons for reasons in lost.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
