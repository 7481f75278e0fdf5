"""What goes wrong with saved pages in a browser, and must not here."""

from __future__ import annotations

from pathlib import Path

import pytest

from rubricator.errors import BrowserError
from rubricator.style.browser import Chromium

from .pages import box_of, looks, plain, show

pytestmark = pytest.mark.browser


def write(folder: Path, html: str, **files: str) -> Path:
    """Save a page with its files; `_` in a name stands for a dot."""
    for name, text in files.items():
        (folder / name.replace("_", ".")).write_text(text, "utf-8")
    page = folder / "page.html"
    page.write_text(html, "utf-8")
    return page


@pytest.mark.parametrize("scripts", [False, True])
@pytest.mark.parametrize(
    "refresh",
    [
        "<noscript><meta http-equiv=refresh content='0;url=other.html'></noscript>",
        "<meta http-equiv=refresh content='0;url=other.html'>",
        "<meta http-equiv=refresh content=0>",
        "<script>location = 'other.html'</script>",
        "<body onload='location.replace(\"http://elsewhere.test/\")'>",
        "<body onload='document.forms[0].submit()'><form action=other.html></form>",
    ],
)
def test_the_page_stays(chromium: Chromium, tmp_path: Path, refresh: str, scripts: bool) -> None:
    path = write(tmp_path, f"<!doctype html><p>here{refresh}", other_html="<p>away")
    assert show(chromium, path, scripts=scripts).text == "here"


def test_a_page_that_leaves_before_it_is_complete_says_so(chromium: Chromium) -> None:
    page = show(chromium, "<!doctype html><p>before<script>location = 'other.html'</script><p>after", scripts=True)
    assert page.text.startswith("before")
    assert [notice.code for notice in page.warnings] == ["page-incomplete"]


def test_a_page_that_wipes_itself_is_an_error(chromium: Chromium) -> None:
    with pytest.raises(BrowserError, match="about:blank"):
        show(chromium, "<p>here<script>onload = () => { location = 'about:blank' }</script>", scripts=True)


@pytest.mark.parametrize("mark", ["", "anonymous", "use-credentials"])
def test_sheets_with_crossorigin_apply(chromium: Chromium, tmp_path: Path, mark: str) -> None:
    html = f"<link rel=stylesheet href=a.css crossorigin={mark!r}><p>red"
    assert looks(show(chromium, write(tmp_path, html, a_css="p { color: red }"))) == [("red", "#ff0000 block")]


def test_sheets_that_the_saving_changed_apply(chromium: Chromium, tmp_path: Path) -> None:
    html = "<link rel=stylesheet href=a.css integrity='sha256-abc'><p>red integrity='sha256-abc'"
    page = show(chromium, write(tmp_path, html, a_css="p { color: red }"))
    assert looks(page) == [("red integrity='sha256-abc'", "#ff0000 block")]
    assert dict(page.attributes[page.tag.index("link")])["integrity"] == "sha256-abc"


@pytest.mark.parametrize("name", ["a", "a.php", "a.css.txt", "a.css%3Fv=1", "a.html", "a.css?v=2"])
def test_sheets_of_any_name_apply(chromium: Chromium, tmp_path: Path, name: str) -> None:
    (tmp_path / name.replace("%3F", "?").removesuffix("?v=2")).write_text("@import 'more'; p { color: red }")
    (tmp_path / "more").write_text("p { font-style: italic }")
    page = show(chromium, write(tmp_path, f"<!doctype html><link rel=stylesheet href='{name}'><p>red"))
    assert looks(page) == [("red", "italic #ff0000 block")]


def test_sheets_in_other_encodings_apply(chromium: Chromium, tmp_path: Path) -> None:
    (tmp_path / "a.css").write_bytes(".ж { color: red }".encode("windows-1251"))
    (tmp_path / "page.html").write_bytes(
        "<meta charset=windows-1251><link rel=stylesheet href=a.css><p class=ж>да".encode("windows-1251")
    )
    assert looks(show(chromium, tmp_path / "page.html")) == [("да", "#ff0000 block")]


def test_missing_resources_are_noticed(chromium: Chromium, tmp_path: Path) -> None:
    html = """<!doctype html><link rel=stylesheet href=gone.css><link rel=stylesheet href=https://cdn.test/x.css>
        <img src=gone.png alt=gone><p>here"""
    path = write(tmp_path, html)
    page = show(chromium, path)
    assert page.text == "gone here"
    assert {notice.message for notice in page.warnings} == {notice.message for notice in plain(path).warnings}
    assert [notice.code for notice in page.warnings] == ["stylesheet-missing"] * 2


def test_nothing_outside_of_the_folder_is_served(chromium: Chromium, tmp_path: Path) -> None:
    deep = tmp_path / "1" / "2" / "3" / "4" / "5"
    deep.mkdir(parents=True)
    (tmp_path / "a.css").write_text("p { color: red }")
    path = write(deep, "<!doctype html><link rel=stylesheet href=../../../../../a.css><p>black")
    assert looks(show(chromium, path)) == [("black", "block")]


def test_frames_of_a_set_are_read(chromium: Chromium, tmp_path: Path) -> None:
    html = "<title>Set</title><frameset cols='50%,*'><frame src=one.html><frame src=gone.html></frameset>"
    path = write(tmp_path, html, one_html="<style>h1 { color: red }</style><h1>One</h1>")
    page = show(chromium, path)
    assert (page.text, page.title, page.tag[page.body]) == ("One", "Set", "frameset")
    assert looks(page) == [("One", "32px 700 #ff0000 block")]
    assert [(n.code, n.message) for n in page.warnings] == [
        ("frames", "1 frames of the page could not be had; read their pages")
    ]


def test_frames_inside_a_page_stay_empty(chromium: Chromium, tmp_path: Path) -> None:
    html = "<!doctype html><p>here<iframe src=one.html></iframe><iframe srcdoc='<p>three'></iframe>"
    page = show(chromium, write(tmp_path, html, one_html="<p>two"))
    assert page.text == "here"
    assert page.warnings == ()


def test_dialogs_do_not_wait(chromium: Chromium) -> None:
    html = "<p>before<script>alert(1); confirm(2); prompt(3); document.body.append('after'); print()</script>"
    assert show(chromium, html, scripts=True).text == "before after"


def test_downloads_and_windows_are_refused(chromium: Chromium, tmp_path: Path) -> None:
    html = """<p>here<a href=a.zip download>file</a><a id=b download=b.txt href='data:text/plain,hello'>text</a>
        <script>document.querySelectorAll('a').forEach(a => a.click())
        open('other.html'); open('about:blank')</script>"""
    path = write(tmp_path, html, a_zip="PK", other_html="<p>away")
    assert show(chromium, path, scripts=True).text == "herefiletext"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["a.zip", "other.html", "page.html"]


def test_scripts_run_only_when_asked(chromium: Chromium, tmp_path: Path) -> None:
    html = "<!doctype html><p>a</p><script src=b.js></script><noscript><p>no scripts</p></noscript>"
    path = write(tmp_path, html, b_js="document.body.append('written')")
    assert show(chromium, path).text == "a no scripts"
    assert show(chromium, path, scripts=True).text == "a written"


def test_scripts_have_time_to_settle(chromium: Chromium) -> None:
    html = "<p>a<script>setTimeout(() => document.body.append(' later'), 300)</script>"
    assert show(chromium, html, scripts=True, settle=2).text == "a later"


def test_pages_do_not_know_of_each_other(chromium: Chromium) -> None:
    html = "<script>document.write(localStorage.n || 'new'); localStorage.n = 'old'</script>"
    assert [show(chromium, html, scripts=True).text for _ in range(2)] == ["new", "new"]


def test_shadow_trees_are_read_in_their_places(chromium: Chromium) -> None:
    html = "<div><template shadowrootmode=open><i>before</i> <slot></slot></template>light</div>"
    assert show(chromium, html).text == "before light"


def test_parts_of_an_archive_apply(chromium: Chromium) -> None:
    head = b'Content-Type: multipart/related; boundary="b"\r\n\r\n--b\r\n'
    html = b"Content-Type: text/html\r\nContent-Location: https://example.org/a\r\n\r\n"
    html += b"<link rel=stylesheet href='cid:css-1@x'><link rel=stylesheet href=/main><p title='cid:css-1@x'>red"
    cid = b"\r\n--b\r\nContent-Type: text/css\r\nContent-ID: <css-1@x>\r\n\r\np { color: red }"
    main = b"\r\n--b\r\nContent-Type: text/css\r\nContent-Location: /main\r\n\r\np { font-size: 9px }\r\n--b--\r\n"
    page = show(chromium, head + html + cid + main)
    assert looks(page) == [("red", "9px #ff0000 block")]
    assert dict(page.attributes[page.tag.index("p")]) == {"title": "cid:css-1@x"}
    assert page.url == "https://example.org/a"


def test_what_is_below_the_fold_is_laid_out(chromium: Chromium) -> None:
    html = (
        "<!doctype html><div style='height:9000px'></div><div style='content-visibility:auto'><p>far <b>below</b></div>"
    )
    page = show(chromium, html)
    assert looks(page) == [("far", "block"), ("below", "700")]
    box = box_of(page, "below")
    assert box and box.y > 9000


def test_deep_and_long_pages(chromium: Chromium) -> None:
    page = show(chromium, "<div>" * 2000 + "deep" + "</div>" * 2000 + "<p>word " * 3000)
    assert page.text.startswith("deep word")
    assert len(page.text.split()) == 3001
