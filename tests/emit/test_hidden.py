"""Hidden text: what is left out, and what is said about it."""

from __future__ import annotations

import pytest

from rubricator.emit.chunks import chunks
from rubricator.emit.json import from_json, to_json
from rubricator.emit.markdown import to_markdown
from rubricator.emit.reading_order import Hidden, hidden_notice
from rubricator.errors import UsageError
from rubricator.structure.model import Structure

from .pages import page, structure

HTML = "<p hidden>menu of site</p><p>top</p><h1>One</h1><p hidden>collapsed text</p><p>a</p><h1 hidden>Two</h1><p>b</p>"


def found(body: tuple[int, int] | None = None) -> Structure:
    return structure(page(HTML), [(1, "One"), (1, "Two")], body=body)


def after(word: str) -> tuple[int, int]:
    text = page(HTML).text
    return text.index(word), len(text)


@pytest.mark.parametrize(
    ("hidden", "expected", "words"),
    [
        ("auto", "top\n\n# One\n\ncollapsed text\n\na\n\n# Two\n\nb\n", 3),
        ("keep", "menu of site\n\ntop\n\n# One\n\ncollapsed text\n\na\n\n# Two\n\nb\n", 0),
        ("drop", "top\n\n# One\n\na\n\nb\n", 6),
    ],
)
def test_the_rule(hidden: Hidden, expected: str, words: int) -> None:
    assert to_markdown(found(), hidden=hidden) == expected
    notice = hidden_notice(found(), hidden)
    assert (notice is None) if not words else (notice is not None and notice.message.startswith(f"{words} words "))
    assert notice is None or notice.code == "hidden-text-left-out"


def test_hidden_text_outside_the_body_is_left_out() -> None:
    assert to_markdown(found(after("a Two"))) == "top\n\n# One\n\na\n\n# Two\n\nb\n"
    notice = hidden_notice(found(after("a Two")))
    assert notice is not None
    assert notice.message.startswith("5 words ")


def test_a_page_without_hidden_text_needs_no_notice() -> None:
    assert hidden_notice(structure(page("<h1>One</h1>a"), [(1, "One")]), "drop") is None


def test_chunks_follow_the_rule() -> None:
    assert [chunk.text for chunk in chunks(found())] == ["top", "One\ncollapsed text\na", "Two\nb"]
    assert [chunk.text for chunk in chunks(found(), hidden="drop")] == ["top", "One\na", "b"]
    assert [chunk.headings for chunk in chunks(found(), hidden="drop")] == [(), ("One",), ()]


SEEN = "<h1>One</h1><p>a</p>"


@pytest.mark.parametrize(
    "inert",
    [
        "<template><p>x</p></template>",
        "<dialog>x</dialog>",
        "<div role=dialog style='display:none'><p>x</p></div>",
        "<div role=status hidden>x</div>",
        "<select><option>x<option selected>y</select>",
        "<noscript><p>x</p></noscript>",
        "<video src=v.mp4>Get a browser</video>",
        "<datalist><option>x</datalist>",
        "<b style='position: absolute; clip: rect(0, 0, 0, 0)'>x</b>",
    ],
)
def test_what_no_reader_can_unfold_is_left_out(inert: str) -> None:
    held = structure(page(SEEN + inert), [(1, "One")])
    assert to_markdown(held) == "# One\n\na\n"
    assert [chunk.text for chunk in chunks(held)] == ["One\na"]
    assert to_markdown(held, hidden="keep") != "# One\n\na\n"
    notice = hidden_notice(held)
    assert notice is not None
    assert notice.code == "hidden-text-left-out"


def test_a_page_for_readers_without_scripts_is_read() -> None:
    posts = "<noscript><p>a first post of many words</p></noscript>" * 3
    assert to_markdown(structure(page(f"<h1>One</h1>{posts}"), [(1, "One")])).count("first post") == 3


def test_a_heading_in_a_template_is_left_out() -> None:
    held = structure(page(f"{SEEN}<template><h1>Two</h1>b</template><p>c"), [(1, "One"), (1, "Two")])
    assert to_markdown(held) == "# One\n\na\n\nc\n"


def test_a_picture_that_scripts_would_load_is_kept() -> None:
    held = structure(page(f"{SEEN}<noscript><img src=p.png alt=b></noscript>"), [(1, "One")])
    assert to_markdown(held) == "# One\n\na\n\n![b](p.png)\n"


def test_without_the_page_nobody_knows_what_is_hidden() -> None:
    again = from_json(to_json(found()))
    with pytest.raises(UsageError, match="known with the page only"):
        to_markdown(again, hidden="drop")
    assert "collapsed text" in to_markdown(again)
