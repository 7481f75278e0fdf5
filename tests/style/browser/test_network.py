"""The browser reaches no network; a URL's page and what belongs to it come through our own fetching."""

from __future__ import annotations

from pathlib import Path

import pytest

from rubricator.style.browser import Chromium
from tests.load.site import serving

from .pages import looks, show

pytestmark = pytest.mark.browser


def test_a_saved_page_asks_nobody(chromium: Chromium, tmp_path: Path) -> None:
    with serving() as site:
        there = site.url("")
        path = tmp_path / "page.html"
        path.write_text(
            f"""<link rel=stylesheet href='{there}/a.css'><link rel=preconnect href='{there}'><img src='{there}/b'>
            <iframe src='{there}/c'></iframe><p>here<script>
            fetch('{there}/d'); new WebSocket('{there.replace("http", "ws")}/e'); new Image().src = '{there}/f';
            navigator.sendBeacon('{there}/g'); new EventSource('{there}/h'); new Worker('{there}/i');
            </script>"""
        )
        assert show(chromium, path, scripts=True, settle=0.5).text == "here"
        assert site.requests == []


def test_a_url_gets_what_belongs_to_it(chromium: Chromium) -> None:
    with serving() as site:
        html = b"<link rel=stylesheet href=a.css crossorigin><img src=b.svg><p>red<script src=c.js></script>"
        there = site.put("/x/", html)
        site.put("/x/a.css", b"p { color: red }", "text/css")
        site.put("/x/b.svg", b"<svg xmlns='http://www.w3.org/2000/svg' width='9' height='21'/>", "image/svg+xml")
        site.put("/x/c.js", b"document.body.append('written')", "text/javascript")
        page = show(chromium, there)
        assert looks(page) == [("red", "#ff0000 block")]
        assert list(page.heights.values()) == ["21px"]
        assert show(chromium, there, scripts=True).text == "red written"


def test_the_site_helper_notes_what_is_asked(chromium: Chromium) -> None:
    with serving() as site:
        there = site.put("/", b"<p>here<img src=b.png>")
        assert show(chromium, there).text == "here"
        assert site.requests == ["/", "/b.png"]
