"""Reads pages with one other tool, in an environment where nothing but that tool is installed.

`python peer.py NAME` takes the paths of pages from standard input and prints a line of JSON for each: the tool's CPU
milliseconds, least of three, and the sections that it finds: title (or null) and prose. The tool's own call is timed,
from the page's bytes on, which are decoded as UTF-8 for tools that want text; turning its output into sections is not.
"""

from __future__ import annotations

import json
import re
import sys
import time
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

Sections = list[tuple[str | None, str]]
Reader = tuple[Callable[[bytes], Any], Callable[[str, Any], Sections]]
"""The call that is timed, and what makes sections of the page and its result."""
RUNS = 3
_LEVELS = [f"h{level}" for level in range(1, 7)]
_HEADING = re.compile(r"#{1,6}\s+(.*?)\s*#*\Z")
_MARKS = re.compile(r"\[([^\]]*)\]\([^)]*\)|[*_`]")


class _Html(HTMLParser):
    """Cuts HTML at its tagged headings."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[list[str] | None, list[str]]] = [(None, [])]
        self.title: list[str] | None = None

    def handle_starttag(self, tag: str, attrs: object) -> None:  # noqa: ARG002 - the base's signature
        if tag in _LEVELS:
            self.title = []
            self.found.append((self.title, []))

    def handle_endtag(self, tag: str) -> None:
        if tag in _LEVELS:
            self.title = None

    def handle_data(self, data: str) -> None:
        (self.found[-1][1] if self.title is None else self.title).append(data)


def from_html(html: str) -> Sections:
    parser = _Html()
    parser.feed(html)
    return [(_join(title) if title else None, _join(prose)) for title, prose in parser.found]


def _join(parts: list[str]) -> str:
    return " ".join("".join(parts).split())


def from_markdown(text: str) -> Sections:
    found: list[tuple[str | None, list[str]]] = [(None, [])]
    for line in text.splitlines():
        heading = _HEADING.match(line)
        if heading:
            found.append((_MARKS.sub(r"\1", heading[1]), []))
        else:
            found[-1][1].append(_MARKS.sub(r"\1", line))
    return [(title, " ".join(prose)) for title, prose in found]


def decoded(page: bytes) -> str:
    return page.decode("utf-8", "replace")


def trafilatura() -> Reader:
    from trafilatura import extract

    return extract, lambda html, _: from_markdown(extract(html, output_format="markdown") or "")


def readability() -> Reader:
    from readability import Document

    return lambda page: Document(page).summary(), lambda _, summary: from_html(summary)


def resiliparse() -> Reader:
    from resiliparse.extract.html2text import extract_plain_text

    def formatted(html: str, _: object) -> Sections:
        return from_html(extract_plain_text(html, main_content=True, preserve_formatting="minimal_html"))

    return lambda page: extract_plain_text(decoded(page), main_content=True), formatted


def langchain() -> Reader:
    from langchain_text_splitters import HTMLHeaderTextSplitter

    splitter = HTMLHeaderTextSplitter([(level, level) for level in _LEVELS])

    def sections(_: str, documents: list[Any]) -> Sections:
        """A heading is a document of its own, whose text is the title."""
        found: Sections = []
        for document in documents:
            titles = [document.metadata[level] for level in _LEVELS if level in document.metadata]
            title = titles[-1] if titles else None
            if not found or found[-1][0] != title:
                found.append((title, ""))
            if document.page_content != title:
                found[-1] = title, f"{found[-1][1]} {document.page_content}"
        return found

    return lambda page: splitter.split_text(decoded(page)), sections


def html_to_markdown() -> Reader:
    from html_to_markdown import convert

    return lambda page: convert(decoded(page)), lambda _, result: from_markdown(result.content)


def unstructured() -> Reader:
    from unstructured.partition.html import partition_html

    def sections(_: str, elements: list[Any]) -> Sections:
        found: Sections = [(None, "")]
        for element in elements:
            if element.category == "Title":
                found.append((element.text, ""))
            else:
                found[-1] = found[-1][0], f"{found[-1][1]} {element.text}"
        return found

    return lambda page: partition_html(text=decoded(page)), sections


def docling() -> Reader:
    from io import BytesIO

    from docling.datamodel.base_models import DocumentStream
    from docling.document_converter import DocumentConverter

    converter = DocumentConverter()

    def convert(page: bytes) -> Any:
        return converter.convert(DocumentStream(name="page.html", stream=BytesIO(page))).document

    return convert, lambda _, document: from_markdown(document.export_to_markdown())


READERS = {
    "trafilatura": trafilatura, "readability-lxml": readability, "resiliparse": resiliparse,
    "langchain-text-splitters": langchain, "html-to-markdown": html_to_markdown, "unstructured": unstructured,
    "docling": docling,
}  # fmt: skip


def main() -> None:
    read, sections_of = READERS[sys.argv[1]]()
    for path in sys.stdin.read().split("\n"):
        page = Path(path).read_bytes()
        times = []
        result, error = None, ""
        for _ in range(RUNS):
            started = time.process_time()
            try:
                result = read(page)
            except Exception as exception:  # Whatever a tool raises is its answer to the page.
                error = f"{type(exception).__name__}: {exception}"
            times.append(1e3 * (time.process_time() - started))
        found = [] if error else sections_of(decoded(page), result)
        print(json.dumps({"ms": min(times), "sections": found, "error": error[:300]}), flush=True)


if __name__ == "__main__":
    main()
