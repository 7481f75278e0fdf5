"""XHTML, read as what it says."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rubricator
from rubricator.load import load
from rubricator.load.xhtml import html_of_xhtml, says_xhtml

from .site import Site

XML = '<?xml version="1.0"?>'
ROOT = '<html xmlns="http://www.w3.org/1999/xhtml">'
BODY = (
    '<head><title/><script src="a.js"/></head><body><textarea/><h1>One</h1><p>two <![CDATA[<three> & four]]></p></body>'
)
WRITTEN = [
    ('<a id="x"/>y', '<a id="x"></a>y'),
    ("<p class='a>b' />c", "<p class='a>b' ></p>c"),
    ("<br/><hr /><img src='a'/>", "<br/><hr /><img src='a'/>"),
    ("<br></br>", "<br>"),
    ("<a href=b/>c</a>", "<a href=b/>c</a>"),
    ("<script>a<b/>c</script><b/>", "<script>a<b/>c</script><b></b>"),
    ("<!-- <b/> --><?x <b/>?>", "<!-- <b/> --><?x <b/>?>"),
    ("a<![CDATA[<b> & c", "a&lt;b&gt; &amp; c"),
    ("<style><![CDATA[a > b{}]]></style>", "<style>a > b{}</style>"),
    ("<style/><script/>a", "<style></style><script></script>a"),
    ("<svg><g><path d='M0 0'/></g></svg>", "<svg><g><path d='M0 0'></path></g></svg>"),
    ('<a b="c', '<a b="c'),
]


@pytest.mark.parametrize(("xhtml", "html"), WRITTEN)
def test_empty_tags_get_an_end_and_cdata_becomes_text(xhtml: str, html: str) -> None:
    assert html_of_xhtml("<!DOCTYPE html>" + xhtml) == "<!DOCTYPE html>" + html


def test_a_page_without_a_doctype_is_given_one() -> None:
    assert html_of_xhtml("<p/>") == "<!DOCTYPE html><p></p>"


@pytest.mark.parametrize("page", [XML + ROOT + BODY, (XML + "<!-- a -->\n" + ROOT + BODY).encode()])
def test_a_page_that_declares_itself(page: str | bytes) -> None:
    assert rubricator.read(page).text.strip() == "One two <three> & four"


@pytest.mark.parametrize("name", ["page.xhtml", "PAGE.XHT"])
def test_a_file_named_so(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_text(ROOT + BODY)
    assert rubricator.read(path).text.strip() == "One two <three> & four"


@pytest.mark.parametrize(("kind", "is_read"), [("application/xhtml+xml", True), ("text/html", False)])
def test_what_a_server_says_counts(site: Site, kind: str, is_read: bool) -> None:
    url = site.put("/page", (XML + ROOT + BODY).encode(), kind)
    assert ("<title></title>" in load(url).html) == is_read


def test_a_part_of_an_archive() -> None:
    head = 'Content-Type: multipart/related; boundary="b"\r\n\r\n--b\r\nContent-Type: application/xhtml+xml\r\n\r\n'
    assert "<title></title>" in load((head + ROOT + BODY + "\r\n--b--").encode()).html


@pytest.mark.parametrize("page", ["<p/>a", XML + "<html><p/>a", ROOT + "<p/>a", f"<p>{XML}{ROOT}<p/>a"])
def test_others_are_html(page: str) -> None:
    assert not says_xhtml(page)
    assert load(page).html == page


@pytest.mark.parametrize(
    "piece", ["<!--", "<![CDATA[", '<a "', '<a "<a" ', "<script>", "<style/", "<a =", "</br", "<?"]
)
def test_odd_markup_ends_soon(piece: str) -> None:
    started = time.process_time()
    html_of_xhtml(piece * 100_000)
    assert time.process_time() - started < 5


@given(st.text("<>/!-[]CDAT?\"'= abr", max_size=60))
def test_words_stay(text: str) -> None:
    html = html_of_xhtml("<!DOCTYPE html>" + text)
    assert len(html) >= len(text) or "[CDATA[" in text or "</br" in text.lower()
