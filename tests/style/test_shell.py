"""Pages whose content is elsewhere say so, and what would help."""

from __future__ import annotations

import pytest

from .pages import render

SHELL = "<!doctype html><title>App</title><div id=root></div><script src=app.js></script>"
NEEDS_SCRIPTS = (
    "needs-scripts",
    "the page shows almost no text before its scripts run; try --render browser --scripts",
)
FRAMES = ("frames", "the page is a set of frames without text of its own; read its frames with --render browser")


def notices(html: str) -> list[tuple[str, str]]:
    return [(notice.code, notice.message) for notice in render(html).warnings]


@pytest.mark.parametrize(
    "html",
    [
        SHELL,
        SHELL.replace("<div id=root>", "<div id=root>Loading ..."),
        SHELL + "<noscript>" + "You need to enable JavaScript to run this app. " * 5 + "</noscript>",
        SHELL + "<div hidden>" + "hidden words " * 50 + "</div>",
        "<div id=app></div><script type=module>" + "render(); " * 50 + "</script>",
    ],
)
def test_shells_name_the_option_that_helps(html: str) -> None:
    assert notices(html) == [NEEDS_SCRIPTS]


@pytest.mark.parametrize(
    "html",
    [
        "<p>A short page.",
        "<p>A short page.<script>count()</script>",
        "<p>A short page.<script type=application/ld+json>" + "{} " * 500 + "</script>",
        SHELL + "<p>" + "words of the page " * 10,
    ],
)
def test_pages_that_say_something_do_not(html: str) -> None:
    assert notices(html) == []


def test_sets_of_frames_name_the_option_that_helps() -> None:
    assert notices("<frameset cols='20%,*'><frame src=a.html><frame src=b.html></frameset>") == [FRAMES]
    assert notices("<frameset cols='20%,*'><script src=x.js></script><frame src=a.html></frameset>") == [FRAMES]
