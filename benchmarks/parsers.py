"""Parsers side by side: `python benchmarks/parsers.py --corpora DIR`. Those not installed are left out and named.

HTML: CPU time of a parse of each asdus page. CSS: CPU time of a parse of each linked stylesheet of those pages. Each is
the least of three.
"""

from __future__ import annotations

import argparse
import importlib
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

from corpora import add_option, find_corpus, pages_of
from turbohtml.treebuild import parse_into

from rubricator.limits import Budget, Limits
from rubricator.load import load
from rubricator.style.css.sheet import forget_sheets, parse_sheet
from rubricator.style.document import Builder, parse_document

Parse = Callable[[str], object]
RUNS = 3


def optional(name: str, make: Callable[[], Parse]) -> dict[str, Parse]:
    """Return one parser, or nothing when its package is not installed."""
    try:
        return {name: make()}
    except ImportError as error:
        print(f"left out: {error.name} is not installed")
        return {}


def new_builder() -> Builder:
    return Builder(lambda _: sys.maxsize)


def html_parsers() -> dict[str, Parse]:
    def lexbor() -> Parse:
        return importlib.import_module("selectolax.lexbor").LexborHTMLParser  # type: ignore[no-any-return]

    def lxml() -> Parse:
        module = importlib.import_module("lxml.html")
        return lambda text: module.document_fromstring(text.encode() or b"<p>")

    def html5lib() -> Parse:
        return importlib.import_module("html5lib").parse  # type: ignore[no-any-return]

    def turbohtml() -> Parse:
        return importlib.import_module("turbohtml").parse  # type: ignore[no-any-return]

    return {
        **optional("turbohtml", turbohtml),
        "turbohtml into our flat lists": lambda text: parse_into(text, new_builder()),
        "our flat lists, as they are made": lambda text: parse_document(text, Limits(), Budget()),
        **optional("lexbor (selectolax)", lexbor),
        **optional("lxml (not the standard's tree)", lxml),
        **optional("html5lib", html5lib),
    }


def css_parsers() -> dict[str, Parse]:
    def tinycss2() -> Parse:
        return importlib.import_module("tinycss2").parse_stylesheet  # type: ignore[no-any-return]

    def ours(text: str) -> object:
        forget_sheets()
        return parse_sheet(text, False, Limits())

    return {"rubricator (rules and index)": ours, **optional("tinycss2 (rules only)", tinycss2)}


def show(title: str, parsers: dict[str, Parse], texts: list[str]) -> None:
    print(f"\n{title}: {len(texts)} texts, {sum(map(len, texts)) / 1e6:.1f} MB")
    for name, parse in parsers.items():
        times = []
        for text in texts:
            runs = []
            for _ in range(RUNS):
                started = time.process_time()
                parse(text)
                runs.append(1e3 * (time.process_time() - started))
            times.append(min(runs))
        print(f"  {name:34} median {statistics.median(times):8.2f} ms   total {sum(times) / 1e3:7.2f} s")


def sheets_of(folder: Path) -> list[str]:
    return [path.read_text("utf-8", "replace") for path in sorted(folder.rglob("*.css")) if path.is_file()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_option(parser)
    folders = pages_of(find_corpus(parser.parse_args().corpora, "asdus"))
    pages = [load(folder / "page.html").html for folder in folders]
    show("HTML", html_parsers(), pages)
    show("CSS", css_parsers(), [text for folder in folders for text in sheets_of(folder)])


if __name__ == "__main__":
    main()
