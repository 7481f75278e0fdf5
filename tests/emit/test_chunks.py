"""Chunks: paths, limits, overlap and links."""

from __future__ import annotations

import builtins
import json
import time
from collections.abc import Sequence
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rubricator
from rubricator.emit.chunks import Chunk, chunks, to_jsonl
from rubricator.emit.json import from_json, to_json
from rubricator.emit.words import count_tokens, count_words
from rubricator.errors import MissingExtraError, UsageError
from rubricator.page.units import units
from rubricator.structure.model import Block, Heading, Origin, Structure

from .hostile import structures
from .pages import page, structure

HTML = "<p>top</p><h1>One</h1><h2>Two</h2><p>a b c<p>d e<h2>Three</h2><h1>Four</h1>f"
SPEC = [(1, "One"), (2, "Two"), (2, "Three"), (1, "Four")]


def texts(found: Structure, **limits: int) -> list[str]:
    return [chunk.text for chunk in chunks(found, **limits)]  # type: ignore[arg-type]


def sections(*paragraphs: str) -> Structure:
    html = "<h1>Head</h1>" + "".join(f"<p>{text}</p>" for text in paragraphs)
    return structure(page(html), [(1, "Head")])


def test_a_chunk_for_each_block_with_its_path() -> None:
    found = list(chunks(structure(page(HTML), SPEC, title="Title")))
    assert [(chunk.text, chunk.headings, chunk.level) for chunk in found] == [
        ("top", ("Title",), 0),
        ("Two\na b c\nd e", ("Title", "One", "Two"), 2),
        ("Three", ("Title", "One", "Three"), 2),
        ("Four\nf", ("Title", "Four"), 1),
    ]


def test_the_lines_of_a_chunk() -> None:
    source = Origin("p.html", "http://e.org/p#old", "")
    found = structure(page("<h1>One</h1>a"), [(1, "One")], source=source, anchors={"One": "o ne"})
    assert to_jsonl(chunks(found)) == (
        '{"text": "One\\na", "headings": ["One"], "level": 1, "start": 0, "end": 5, "xpath": "//h[1]", '
        '"anchor": "o ne", "link": "http://e.org/p#o%20ne", "confidence": 0.5, '
        '"url": "http://e.org/p#old", "source": "p.html"}\n'
    )


def test_overlap_does_not_repeat_half_a_row() -> None:
    rows = "".join(f"<tr><td>{number}<td>permit for two cars<td>90</tr>" for number in (101, 102, 103))
    html = f"<h1>Fees</h1><table><tr><th>Id<th>Name<th>Fee</tr>{rows}</table>"
    found = texts(structure(page(html), [(1, "Fees")]), max_tokens=12, overlap=4)
    assert len(found) == 3
    for text in found:
        assert all(len(row.split("\t")) == 3 for row in text.splitlines()[1:])


@pytest.mark.parametrize(
    ("html", "fragment"),
    [
        ("<h1>One</h1>", "One"),
        ("<h1>One</h1><p>a-b, c & d", "One"),
        ("<h1>One-two, three & four", "One%2Dtwo%2C%20three%20%26%20four"),
        ("<h1>1 2 3 4 5 6 7 8 9</h1>", "1%202%203%204%205%206%207%208"),
        (f"<h1>{'a' * 50} {'b' * 50}</h1>", "a" * 50),
        ("<ul><li>One<li>Two</ul><h1>One</h1><p>text", "One,-text"),
        ("<p>One <b>text</b></p><h1>Two</h1><p>x</p><h1>Two</h1><p>x", "Two"),
        ("<p>Oneself</p><h1>One</h1><p>text", "One"),
        ("<p hidden>One</p><h1>One</h1><p>text", "One"),
        ("<h1><img alt=Photo src=p.png> One</h1><p>text", "One"),
        ("<h1>One <img alt=Photo src=p.png> two</h1>", "One"),
        ("<p>One text</p><p>Here</p><h1>One</h1><p>text", "Here-,One"),
        ("<p>One text</p><h1>One</h1><p>text", "One%20text-,One"),
        ("<p>ONE</p><h1>One</h1><p hidden>x</p><p>text", "One,-text"),
    ],
)
def test_without_an_anchor_the_link_is_a_text_fragment(html: str, fragment: str) -> None:
    found = rubricator.read(html, url="http://e.org/", method="tags", body="page")
    headed = next(chunk for chunk in found.chunks() if chunk.headings)
    assert headed.link == f"http://e.org/#:~:text={fragment}"


FIXED = "<h1>Fixed</h1><p>a leak"


@pytest.mark.parametrize(
    ("html", "number", "target"),
    [
        (f"{FIXED}</p><h1>Fixed</h1><p>a crack", 0, ":~:text=Fixed"),
        (f"{FIXED}</p><h1>Fixed</h1><p>a crack", 1, ":~:text=Fixed,-a%20crack"),
        (f"<div id=all>{FIXED * 3}", 2, "all"),
        ("<h1>One</h1><p>a</p><h2><span id=s></span>Two</h2><p>b", 1, "s"),
        ("<h1>One</h1><p>a</p><a name=s></a><h2>Two</h2><p>b", 1, "s"),
        ("<h1>One</h1><p>a</p><h2 id=s>Two</h2><p>b", 1, "s"),
    ],
    ids=["first", "second", "the same words", "empty element inside", "empty element before", "heading"],
)
def test_equal_headings_and_anchors_at_headings_are_told_apart(html: str, number: int, target: str) -> None:
    found = list(rubricator.read(html, url="http://e.org/", method="tags").chunks())
    assert found[number].link == f"http://e.org/#{target}"


def test_an_anchor_around_a_block_has_a_text_fragment_behind_it() -> None:
    html = "<div id=all><h1>One</h1><p>a</p><h1 id=own>Two</h1><p>b</p><h1>Three</h1><p>c"
    anchors = {"One": "all", "Two": "own", "Three": "all"}
    found = structure(page(html, url="http://e.org/"), [(1, "One"), (1, "Two"), (1, "Three")], anchors=anchors)
    assert [chunk.link for chunk in chunks(found)] == [
        "http://e.org/#all", "http://e.org/#own", "http://e.org/#all:~:text=Three"
    ]  # fmt: skip


def test_a_piece_within_a_line_is_linked_by_the_words_that_follow() -> None:
    html = "<h2>Kilns</h2><p>Put a cone behind the door and look at it before you leave the house at night.</p>"
    found = structure(page(html), [(1, "Kilns")], source=Origin(url="https://a.example/"))
    links = [chunk.link for chunk in chunks(found, max_tokens=8)]
    assert links[1] == "https://a.example/#:~:text=look%20at%20it%20before%20you%20leave%20the%20house"


def test_text_before_its_heading_does_not_reach_to_it() -> None:
    found = rubricator.read("<p>one two three</p><p>four five six</p><h1>Title</h1><p>seven</p>", method="tags")
    held = [found.text[chunk.start : chunk.end] for chunk in chunks(found, max_tokens=4)]
    assert held == ["one two three", "four five six", "Title seven"]


def test_there_is_no_link_without_an_address() -> None:
    assert [chunk.link for chunk in chunks(structure(page("x")))] == [None]


def test_units_are_kept_whole_and_the_heading_is_repeated() -> None:
    found = sections("aaa bbb", "ccc ddd", "eee")
    assert texts(found, max_chars=16) == ["Head\naaa bbb", "Head\nccc ddd\neee"]
    assert texts(found, max_chars=20) == ["Head\naaa bbb\nccc ddd", "Head\neee"]
    assert texts(found, max_tokens=5) == ["Head\naaa bbb\nccc ddd", "Head\neee"]


def test_a_long_unit_is_split_between_sentences_then_words_then_characters() -> None:
    assert texts(sections("First one. Second! Third of all?"), max_chars=23) == [
        "Head\nFirst one. Second!",
        "Head\nThird of all?",
    ]
    assert texts(sections("one two three four"), max_chars=14) == ["Head\none two", "Head\nthree", "Head\nfour"]
    assert texts(sections("a" * 22), max_chars=15) == ["Head\n" + "a" * 10, "Head\n" + "a" * 10, "Head\naa"]


def test_code_keeps_its_lines_and_is_split_between_them() -> None:
    html = "<h1>Head</h1><p>say<pre>\n  if x:\n    <b>go</b>()<br>    stop()\n</pre>"
    found = structure(page(html), [(1, "Head")])
    assert texts(found) == ["Head\nsay\n  if x:\n    go()\n    stop()"]
    assert texts(found, max_chars=24) == ["Head\nsay\n  if x:", "Head\n    go()\n    stop()"]
    assert [(chunk.start, chunk.end) for chunk in chunks(found, max_chars=24)] == [(0, 14), (15, 26)]


def test_a_piece_of_code_keeps_the_indent_of_its_first_line() -> None:
    html = "<h1>Head</h1><pre>def f():\n    one()\n\n\n        two()\n    three()</pre>"
    found = structure(page(html), [(1, "Head")])
    assert texts(found, max_chars=18) == [
        "Head\ndef f():",
        "Head\n    one()",
        "Head\n        two()",
        "Head\n    three()",
    ]
    for chunk in chunks(found, max_chars=18):
        assert found.text[chunk.start : chunk.end].split()[-1] == chunk.text.split()[-1]


def test_lines_of_code_may_be_elements() -> None:
    code = "<pre><code><div>if x:</div><div>    go()</div></code></pre><pre><div>  stop()</div></pre>"
    html = f"<h1>Head</h1>{code}<p>say"
    found = structure(page(html), [(1, "Head")])
    assert texts(found) == ["Head\nif x:\n    go()\n  stop()\nsay"]
    for chunk in chunks(found, max_chars=12):
        assert found.text[chunk.start : chunk.end].split()[-1] == chunk.text.split()[-1]


def test_scripts_without_spaces_are_counted_and_split_by_characters() -> None:
    assert count_words("日本語 and テスト") == 7
    assert texts(sections("日本語。文字です"), max_tokens=5) == ["Head\n日本語。", "Head\n文字です"]
    assert count_words("ที่นี่") == 2
    assert texts(sections("ภาษาที่นี่"), max_tokens=5) == ["Head\nภาษา", "Head\nที่นี่"]


def test_data_without_spaces_keeps_a_limit_of_tokens() -> None:
    found = texts(sections("before", "QUJD" * 25_000, "after"), max_tokens=50)
    assert max(map(len, found)) <= 50 * 32 + len("Head\n")
    assert sum(text.count("QUJD") for text in found) == 25_000
    assert (found[0][:11], found[-1][-5:]) == ("Head\nbefore", "after")


def test_long_words_and_addresses_are_kept_whole() -> None:
    words = ["Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz", "http://e.org/" + "a/" * 40]
    assert [count_tokens(word) for word in words] == [2, 3]
    assert count_tokens("incomprehensibilities and 日本語") == 5
    assert texts(sections(" ".join(words)), max_tokens=4) == [f"Head\n{word}" for word in words]


@pytest.mark.parametrize("text", ["यह एक है। वह दो है॥", "أهذا واحد؟ هو اثنان۔"])
def test_sentences_end_with_the_signs_of_their_script(text: str) -> None:
    first, second = text[: len(text) // 2].strip(), text[len(text) // 2 :].strip()
    assert texts(sections(text), max_chars=17) == [f"Head\n{first}", f"Head\n{second}"]


def test_a_heading_over_half_of_the_limit_is_only_in_the_path() -> None:
    found = structure(page("<h1>A long heading</h1>text that follows"), [(1, "A long heading")])
    assert [(chunk.text, chunk.headings) for chunk in chunks(found, max_chars=20)] == [
        ("text that follows", ("A long heading",))
    ]


def test_a_heading_alone_is_not_lost_over_the_limit() -> None:
    found = structure(page("<h1>A long heading</h1>"), [(1, "A long heading")])
    assert texts(found, max_chars=8) == ["A long", "heading"]


def test_overlap_repeats_units_or_else_words() -> None:
    found = sections("aa", "bb", "cc", "dddd ee")
    assert texts(found, max_chars=13, overlap=3) == ["Head\naa\nbb\ncc", "Head\ndddd ee"]
    assert texts(found, max_chars=15, overlap=3) == ["Head\naa\nbb\ncc", "Head\ncc\ndddd ee"]
    words = sections("one two three four five")
    assert texts(words, max_chars=19, overlap=5) == ["Head\none two three", "Head\nthree four", "Head\nfour five"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"max_chars": 0},
        {"max_chars": 5, "max_tokens": 5},
        {"max_chars": 5, "overlap": 5},
        {"overlap": 1},
        {"max_chars": 5, "overlap": -1},
        {"max_chars": 5, "tokenizer": len},
        {"max_tokens": 5, "tokenizer": 7},
    ],
)
def test_wrong_limits_are_errors_at_once(wrong: dict[str, object]) -> None:
    with pytest.raises(UsageError):
        chunks(structure(page("x")), **wrong)  # type: ignore[arg-type]


def test_an_unknown_tokenizer_is_an_error_that_names_the_known_ones() -> None:
    pytest.importorskip("tiktoken")
    with pytest.raises(UsageError, match="cl100k_base"):
        chunks(structure(page("x")), max_tokens=5, tokenizer="no such encoding")


def test_a_missing_tokenizer_names_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *rest: object) -> ModuleType:
        if name == "tiktoken":
            raise ImportError(name)
        return real(name, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(MissingExtraError, match=r"rubricator\[tokens\]"):
        chunks(structure(page("x")), max_tokens=5, tokenizer="cl100k_base")


def test_a_tokenizer_that_cannot_be_downloaded_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    tiktoken = pytest.importorskip("tiktoken")

    def offline(_: str) -> None:
        raise ConnectionError("HTTPSConnectionPool(host='example.org', port=443): Max retries exceeded with url: /x")

    monkeypatch.setattr(tiktoken, "get_encoding", offline)
    with pytest.raises(UsageError) as told:
        chunks(structure(page("x")), max_tokens=5, tokenizer="an encoding")
    assert str(told.value) == (
        "the tokenizer 'an encoding' could not be loaded (ConnectionError): tiktoken downloads it at its first use and "
        "keeps it; get on line once, or set TIKTOKEN_CACHE_DIR"
    )


def test_a_tokenizer_whose_counts_do_not_add_up_still_keeps_the_limit() -> None:
    def count(text: str) -> int:
        return len(text.split()) + 5 * (text.count("\n") > 1)

    found = list(chunks(sections(*["one two"] * 7), max_tokens=12, tokenizer=count))
    assert [count(chunk.text) for chunk in found] == [12, 12, 3]
    overlapping = list(chunks(sections(*["one two"] * 7), max_tokens=12, tokenizer=count, overlap=2))
    assert [count(chunk.text) for chunk in overlapping] == [12, 12, 12]


def test_without_a_page_the_text_is_split_by_sentences() -> None:
    found = from_json(to_json(sections("First one.", "Second one.", "Third")))
    assert texts(found) == ["Head\nFirst one. Second one. Third"]
    assert texts(found, max_chars=20) == ["Head\nFirst one.", "Head\nSecond one.", "Head\nThird"]


def test_text_after_the_blocks_inside_is_a_chunk_of_its_own() -> None:
    inner = Block(6, 9, 2, Heading("In", 6, 8))
    outer = Block(0, 14, 1, Heading("Out", 0, 3), (inner,))
    found = Structure("Out a In b end", Block(0, 14, children=(outer,)), "tags")
    assert [(chunk.text, chunk.start, chunk.end) for chunk in chunks(found)] == [
        ("Out\na", 0, 5),
        ("In", 6, 8),
        ("Out\nb end", 9, 14),
    ]


def test_a_heading_over_blocks_without_text_is_not_lost() -> None:
    outer = Block(0, 3, 1, Heading("Out", 0, 3), (Block(3, 3, 2),))
    found = Structure("Out", Block(0, 3, children=(outer,)), "tags")
    assert texts(found) == ["Out"]


@st.composite
def limits(draw: st.DrawFn) -> dict[str, int]:
    most = draw(st.integers(1, 60))
    return {draw(st.sampled_from(("max_chars", "max_tokens"))): most, "overlap": draw(st.integers(0, most - 1))}


@settings(max_examples=200, deadline=None)
@given(structures(), limits())
def test_limits_are_kept_and_nothing_is_lost(structure: Structure, limit: dict[str, int]) -> None:
    measure = len if "max_chars" in limit else count_tokens
    most = max(limit.get("max_chars", 0), limit.get("max_tokens", 0))
    found = list(chunks(structure, hidden="keep", **limit))  # type: ignore[arg-type]
    assert all(measure(chunk.text) <= most for chunk in found)
    covered = covered_places(structure, found)
    missing = [place for place, char in enumerate(structure.text) if not char.isspace() and place not in covered]
    assert missing == []


@settings(max_examples=200, deadline=None)
@given(structures(run_in=False), st.integers(2, 60))
def test_a_unit_is_never_split_when_the_limit_can_be_kept(structure: Structure, most: int) -> None:
    assert structure.page is not None
    found = [" ".join(chunk.text.split()) for chunk in chunks(structure, hidden="keep", max_chars=most)]
    headings = {block.heading.start for block in structure.root.walk() if block.heading}
    for unit in units(structure.page):
        text = " ".join(structure.text[unit.start : unit.end].split())
        # A heading takes at most half of the limit; code measures more than its text here.
        if unit.start not in headings and len(text) <= most // 2 and structure.page.tag[unit.container] != "pre":
            assert any(text in piece for piece in found)


def covered_places(structure: Structure, found: Sequence[Chunk]) -> set[int]:
    """Return the places of the text that chunks cover, or that stand in the heading of a block."""
    covered: set[int] = set()
    for chunk in found:
        covered.update(range(chunk.start, chunk.end))
    for block in structure.root.walk():
        if block.heading is not None:
            covered.update(range(block.heading.start, block.heading.end))
    return covered


def test_the_time_is_linear() -> None:
    found = sections(*["word " * 20] * 5_000, "x" * 200_000)
    began = time.process_time()
    count = sum(1 for _ in chunks(found, max_chars=300, overlap=50))
    assert count > 1000
    assert time.process_time() - began < 10


def test_json_lines_are_one_object_each() -> None:
    lines = to_jsonl(chunks(structure(page(HTML), SPEC))).splitlines()
    assert [json.loads(line)["text"] for line in lines] == ["top", "Two\na b c\nd e", "Three", "Four\nf"]


def test_an_address_that_is_none_is_cited_as_it_is() -> None:
    (chunk,) = chunks(rubricator.read("<p>Some words.", url="http://[bad#x"))
    assert chunk.link == "http://[bad#:~:text=Some%20words."
