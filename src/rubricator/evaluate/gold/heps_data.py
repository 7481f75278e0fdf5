"""The public data set of the HEPS paper (https://github.com/tmanabe/HEPS-data-set): blocks as ranges of a raw string.

A file of it holds nested blocks, `{"headings": [[range, ..], ..], "contents": [range, ..], "children": [block, ..]}`
with ranges `{"from", "to", "mandatory"}`; a range that is not mandatory is a transition. The outermost block is the
content body: its headings are the titles of the page, and it is not counted as a block (section 5.3). The raw string is
that of the authors' download.js: one space before each text and image, an image as `<IMG:src>` with its src encoded.
The published files leave it out; their download.rb puts it back under "rawString".

The content bodies are listed in `ID_URL_XPath.csv`, one `id,url,XPath` a line. Such an XPath names nodes by their
number below an element, comments counted. Page has no comments, so that on a page with comments in or before its body
the numbers are off; then the length of the raw string tells, and the page is refused.
"""

from __future__ import annotations

import csv
import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Container
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote, unquote

from rubricator.emit.json_fields import Fields
from rubricator.errors import GoldError, MissingExtraError, UsageError
from rubricator.evaluate.gold.fields import read_object
from rubricator.evaluate.gold.gold import Gold, GoldHeading, Span
from rubricator.page.model import Page
from rubricator.page.raw_string import SEPARATOR, RawString, visit
from rubricator.page.xpath import select

try:
    from rapidfuzz.distance import Indel
except ImportError as error:
    raise MissingExtraError("measuring", "evaluate") from error

LEAST_SHARED = 0.5
"""A raw string that shares fewer of its words with the page is of another page."""
_COUNTED = re.compile(
    r"(?P<above>.+?)/(?:\./)?descendant-or-self::node\(\)"
    r"\[(?P<first>\d+)\s*<=\s*position\(\)\]\[position\(\)\s*<=\s*(?P<count>\d+)\]"
)
_WORD = re.compile(r"<IMG:[^>]*>|\S+")
_UNENCODED = "!~*'()"
"""What encodeURIComponent leaves as it is, beside letters, digits and `-_.`."""

Place = Callable[[int, int], Span | None]
"""Maps a range of a file's raw string to the page's text; None when it is not there."""


class ContentBody(NamedTuple):
    """Where a page was, and the XPath of its content body."""

    url: str
    xpath: str


class Reading(NamedTuple):
    """Gold, and the fields of those ranges that could not be placed in the page."""

    gold: Gold
    missing: tuple[str, ...]


def read_bodies(path: Path) -> dict[str, ContentBody]:
    """Read the list of content bodies, by the id of the page."""
    bodies: dict[str, ContentBody] = {}
    try:
        with path.open(encoding="utf-8", newline="") as file:
            rows = csv.reader(file)
            for row in rows:
                if not row:
                    continue
                if len(row) != 3 or not all(row):
                    raise GoldError(f"{path}: line {rows.line_num} is not id,url,XPath")
                bodies[row[0]] = ContentBody(row[1], row[2])
    except OSError as error:
        raise GoldError(f"{path}: {error.strerror or error}") from error
    except (csv.Error, ValueError) as error:
        raise GoldError(f"{path}: not a list of id,url,XPath: {error}") from error
    return bodies


def read_heps(path: Path, page: Page, body: ContentBody | None = None) -> Reading:
    """Read a file of the data set. Without a content body the page is taken to hold nothing else, as downloaded."""
    root = read_object(path)
    raw = data_set_string(page, body_nodes(page, body.xpath, path) if body else None)
    spans = _Spans(_placing(root, raw))
    titles = [_title(page, spans.split(ranges)[0]) for ranges in root.object_lists("headings")]
    contents, _ = spans.split(root.objects("contents"))
    headings = _blocks(root, page, spans)
    gold = Gold(
        path.stem,
        "annotation",
        Path(page.path) if page.path else path.with_suffix(".html"),
        body.url if body else page.url,
        titles=tuple(title for title in titles if title),
        has_title=bool(titles),
        headings=headings,
        body_span=(contents[0][0], contents[-1][1]) if contents else None,
        sha256=page.sha256 or None,
    )
    return Reading(gold, tuple(spans.missing))


def body_nodes(page: Page, xpath: str, path: Path) -> Container[int]:
    """Return the nodes that an XPath of the list selects.

    Its second condition counts from where the first begins: `[4<=position()][position()<=45]` are 45 nodes from the
    fourth on.
    """
    counted = _COUNTED.fullmatch(xpath)
    try:
        holders = select(page, counted["above"] if counted else xpath)
    except UsageError as error:
        raise GoldError(f"{path}: the content body: {error}") from error
    nodes: set[int] = set()
    for holder in holders:
        first, stop = holder, page.stop[holder]
        if counted:
            first += max(int(counted["first"]) - 1, 0)
            stop = min(first + int(counted["count"]), stop)
        nodes.update(range(first, stop))
    if not nodes:
        raise GoldError(f"{path}: the content body {xpath!r} selects nothing of the page")
    return nodes


def data_set_string(page: Page, nodes: Container[int] | None = None) -> RawString:
    """Make the raw string as the data set has it, of all texts and images or of some."""
    _, contents = visit(page, page.body, hidden=True, image_text="src")
    kept, begins, ends, parts, length = [], [], [], [], 0
    for node, content in contents.items():
        if nodes is None or node in nodes:
            part = _image(page, node) if page.tag[node] == "img" else content
            kept.append(node)
            begins.append(length + len(SEPARATOR))
            length += len(SEPARATOR) + len(part)
            ends.append(length)
            parts.append(SEPARATOR + part)
    return RawString(page, "".join(parts), kept, begins, ends)


def _image(page: Page, node: int) -> str:
    src = dict(page.attributes[node]).get("src") or "no-src"
    return f"<IMG:{quote(src, safe=_UNENCODED)}>"


class _Spans:
    """Reads ranges and places them, noting those that have no place."""

    def __init__(self, place: Place) -> None:
        self._place = place
        self.missing: list[str] = []

    def split(self, ranges: list[Fields]) -> tuple[tuple[Span, ...], tuple[Span, ...]]:
        """Return mandatory ranges and transitions, both in order."""
        mandatory: list[Span] = []
        transitions: list[Span] = []
        for one in ranges:
            start, end, needed = one.integer("from"), one.integer("to"), one.boolean("mandatory")
            if not 0 <= start <= end:
                raise one.error("to", "is before from" if start >= 0 else "follows a from below 0")
            span = self._place(start, end)
            if span is None:
                self.missing.append(one.path)
            else:
                (mandatory if needed else transitions).append(span)
        return tuple(sorted(mandatory)), tuple(sorted(transitions))


def _blocks(root: Fields, page: Page, spans: _Spans) -> tuple[GoldHeading, ...]:
    headings: list[GoldHeading] = []
    waiting: list[tuple[Fields, int, int | None]] = [(one, 1, None) for one in reversed(root.objects("children"))]
    while waiting:
        block, level, parent = waiting.pop()
        contents, transitions = spans.split(block.objects("contents"))
        read = [spans.split(ranges) for ranges in block.object_lists("headings")]
        found = tuple(mandatory for mandatory, _ in read if mandatory)
        all_transitions = {*transitions, *(one for _, some in read for one in some)}
        text = _title(page, found[0]) if found else ""
        headings.append(
            GoldHeading(
                text,
                level,
                parent,
                spans=found,
                block=contents,
                transitions=tuple(sorted(all_transitions)),
            )
        )
        number = len(headings) - 1
        waiting.extend((child, level + 1, number) for child in reversed(block.objects("children")))
    return tuple(headings)


def _title(page: Page, spans: tuple[Span, ...]) -> str:
    return " ".join(page.text[start:end] for start, end in spans)


def _placing(root: Fields, raw: RawString) -> Place:
    """Return how ranges of a file are placed: as they are when its raw string is ours, else by aligning the two."""
    theirs = root.optional_string("rawString")
    if theirs is None:
        ends = [one.integer("to") for one in root.objects("contents")]
        if max(ends, default=0) != len(raw.text):
            raise root.error(
                "contents",
                f"ends at {max(ends, default=0)}, but the raw string of the page has {len(raw.text)} characters: "
                "the page is another, or its content body",
            )
    elif theirs != raw.text:
        return _aligned(root, theirs, raw)

    def place(start: int, end: int) -> Span | None:
        return raw.to_page(start, end) if end <= len(raw.text) else None

    return place


def _aligned(root: Fields, theirs: str, raw: RawString) -> Place:
    """Align two raw strings by their words; a range is where its words are."""
    gold, ours = list(_WORD.finditer(theirs)), list(_WORD.finditer(raw.text))
    blocks = Indel.editops([_key(one[0]) for one in gold], [_key(one[0]) for one in ours]).as_matching_blocks()
    pairs = [(block.a + step, block.b + step) for block in blocks for step in range(block.size)]
    if not pairs or len(pairs) < LEAST_SHARED * len(gold):
        raise root.error("rawString", f"is not that of the page: {len(pairs)} of its {len(gold)} words are there")
    begins = [gold[one].start() for one, _ in pairs]
    ends = [gold[one].end() for one, _ in pairs]

    def place(start: int, end: int) -> Span | None:
        first, last = bisect_right(ends, start), bisect_left(begins, end) - 1
        if first > last:
            return None
        return raw.to_page(ours[pairs[first][1]].start(), ours[pairs[last][1]].end())

    return place


def _key(word: str) -> str:
    """Return a word for comparison; the authors' two programs write images in two ways."""
    return f"<{unquote(word[5:-1]).strip()}>" if word.startswith("<IMG:") else word
