"""Units: what a reader takes as one line or paragraph, on pages of the static renderer."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubricator.load import Source
from rubricator.page.model import BLOCK, Page
from rubricator.page.render import render_static
from rubricator.page.units import units


def render(body: str) -> Page:
    source = Source(f"<!doctype html><title>t</title><body>{body}", "utf-8", "")
    return render_static(source)


def lines(body: str) -> list[str]:
    page = render(body)
    return [page.text[unit.start : unit.end] for unit in units(page)]


LINES = [
    ("<p>a</p><p>b</p>", ["a", "b"]),
    ("a<p>b</p>c", ["a", "b", "c"]),
    ("<p>a <b>b</b> c</p>", ["a b c"]),
    ("a<br>b<br><br>c", ["a", "b", "c"]),
    ("<b>a<br>b</b>c", ["a", "bc"]),
    ("<div>a<div>b</div>c</div>", ["a", "b", "c"]),
    ("<b>a<div>b</div>c</b>", ["a", "b", "c"]),
    ("<ul><li>a<li>b <i>c</i></ul>", ["a", "b c"]),
    ("<table><tr><td>a<td>b<tr><td>c</table>", ["a", "b", "c"]),
    ("<dl><dt>a<dd>b</dl>", ["a", "b"]),
    ("<span style='display:block'>a</span>b", ["a", "b"]),
    ("<p style='display:inline'>a</p><p style='display:inline'>b</p>", ["ab"]),
    ("a<span style='display:inline-block'>b</span>c", ["a b c"]),
    ("<p style='display:flex'><span>a</span><span>b</span></p>", ["a", "b"]),
    ("<span style='float:left'>a</span>b", ["a", "b"]),
    ("<p>a<img alt=b>c</p><img alt=d>", ["a b c", "d"]),
    ("<p>a<script>x</script>b</p>", ["ab"]),
    ("<p> </p><div></div>", []),
    ("<p hidden>a</p><p>b</p>", ["a", "b"]),
    ("<div style='display:contents'>a<p>b</p></div>c", ["a", "b", "c"]),
    ("<pre>a\n\nb\nc\n \t\n\n d</pre>", ["a", "b c", "d"]),
    ("<pre>\r\n\r\na\r\n\r\nb\r\n\r\n</pre>c", ["a", "b", "c"]),
    ("<pre><b>a</b>\n\nb <i>c\n\nd</i>e</pre>", ["a", "b c", "de"]),
    ("<pre>a<img alt=b>\n\n<img alt=c>d\n\n</pre>", ["a b", "c d"]),
    ("<pre>a\n\nb<pre>c\n\nd</pre></pre>", ["a", "b", "c", "d"]),
    ("<pre>a&nbsp;\n\nb</pre>", ["a", "b"]),
    ("<pre>a\n\nb</pre><p>This is most of the page.</p>", ["a b", "This is most of the page."]),
    ("", []),
]


@pytest.mark.parametrize(("body", "expected"), LINES)
def test_lines(body: str, expected: list[str]) -> None:
    assert lines(body) == expected


PLAIN = st.text(st.sampled_from("ab \n\t"), max_size=12)


@given(st.lists(st.tuples(st.sampled_from(["", "<b>", "</b>", "<br>", "<p>", "<img alt=x>"]), PLAIN), max_size=8))
def test_plain_text_is_parted_at_blank_lines_and_nothing_is_lost(pieces: list[tuple[str, str]]) -> None:
    page = render("<pre>" + "".join(tag + text for tag, text in pieces))
    found = units(page)
    assert "".join(page.text[unit.start : unit.end] for unit in found).replace(" ", "") == page.text.replace(" ", "")
    assert all(page.text[place] == " " for place in page.breaks)
    assert all(one.end <= other.start for one, other in pairwise(found))
    for unit in found:
        assert (unit.start, unit.end) == (unit.runs[0].start, unit.runs[-1].end)
        assert not any(unit.start <= place < unit.end for place in page.breaks)
        assert all(page.start[run.node] <= run.start < run.end <= page.end[run.node] for run in unit.runs)


def test_a_unit_knows_its_container_and_its_runs() -> None:
    page = render("<section><p>a <b>b</b><img alt=c></p>d</section>")
    first, second = units(page)
    assert (page.tag[first.container], page.tag[second.container]) == ("p", "section")
    assert [(page.text[run.start : run.end], page.tag[page.parent[run.node]]) for run in first.runs] == [
        ("a", "p"),
        ("b", "b"),
        ("c", "p"),
    ]


def test_a_unit_is_visible_when_a_part_of_it_is() -> None:
    page = render("<p>a<b style='visibility:hidden'>b</b></p><p hidden>c</p>")
    assert [unit.visible for unit in units(page)] == [True, False]


def test_what_stands_after_a_block_belongs_to_the_block_around_it() -> None:
    page = render("<div id=x>a<p>b</p>c<ul><li>d</ul></div>e")
    assert [page.tag[unit.container] for unit in units(page)] == ["div", "p", "div", "li", "body"]


PIECES = ["a", "b ", " ", "<p>", "</p>", "<b>", "</b>", "<br>", "<div>", "</div>", "<img alt='x y'>", "<table><td>",
          "</table>", "<li>",
          "<span style='display:block'>", "</span>", "<script>z</script>", "<p hidden>",
          "<select><option>o</select>"]  # fmt: skip


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
def test_units_hold_every_character_once_and_in_order(body: str) -> None:
    page = render(body)
    found = units(page)
    assert "".join(page.text[unit.start : unit.end] for unit in found).replace(" ", "") == page.text.replace(" ", "")
    for unit in found:
        assert unit.runs[0].start == unit.start < unit.end == unit.runs[-1].end
        assert unit.container == 0 or page.flags[unit.container] & BLOCK
        assert unit.container < unit.runs[0].node < page.stop[unit.container]
    for before, after in pairwise(found):
        assert before.end <= after.start


def test_deep_pages_are_fine() -> None:
    assert lines("<div>" * 50_000 + "x" + "</div>" * 50_000 + "y") == ["x", "y"]
