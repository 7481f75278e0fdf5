"""What coverage-guided fuzzing aims at: functions from bytes that raise when something is wrong.

Each takes any bytes. A LoadError says that they are no page, which is an answer; anything else that is raised is a
finding.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from run import WrongOutputError, cpu_limit, write

from rubricator.check.rules import check_page
from rubricator.check.write import to_json, to_sarif, to_text
from rubricator.emit.affixes import find_affixes
from rubricator.emit.html import to_html
from rubricator.emit.valid import characters
from rubricator.emit.view import to_view
from rubricator.errors import LoadError
from rubricator.load import load
from rubricator.options import Options
from rubricator.page.model import Page
from rubricator.page.render import render_static
from rubricator.page.units import units
from rubricator.pipeline import structure_of
from rubricator.segment import static_methods
from rubricator.structure.invariants import check
from rubricator.style.css.sheet import forget_sheets

SECONDS = 20.0
"""CPU time that one input may take in one step."""
URL = "http://example.org/page"
_BODY = (
    "<body class=x id=top><h1 class='a b' title=t>One</h1><div id=main lang=en><p class=a>two <b>three</b><p>four"
    "<ul><li>5<li class=b>6<li hidden>7</ul><table><tr><th>8<td colspan=2>9</table><a href=x name=n>10</a>"
    "<details><summary>11</summary>12</details><section><h2>13</h2><input disabled><img alt=14 src=i.png></section>"
)
_PLAIN_SELECTOR = re.compile(r"[\w\s.#>+~:()\[\]=*-]{1,80}\Z", re.ASCII)
_MARK = "color:#010203"


def _page(data: bytes) -> Page:
    return render_static(load(data, url=URL))


def fuzz_load(data: bytes) -> None:
    """Bytes of a page or an archive, by their own word or with a charset: decoded, never with surrogates left in."""
    charset = data[:12].decode("latin-1") if data[:1] == b"\x01" else None
    source = load(data, url=None, charset=charset)
    source.html.encode("utf-8")
    if source.html and not source.encoding:
        raise WrongOutputError("a page without an encoding")


def fuzz_css(data: bytes) -> None:
    """A stylesheet over a fixed page: the text stays the same, and every node has a style."""
    css = data.decode("utf-8", "replace").replace("</", "< /")
    page = render_static(load(f"<style>{css}</style>{_BODY}"))
    forget_sheets()
    if _squeezed(page.text) != "Onetwothreefour567891011121314":
        raise WrongOutputError(f"a stylesheet changed the text: {page.text[:60]!r}")
    if any(style >= len(page.styles) for style in page.style):
        raise WrongOutputError("a node has no style")
    for style in page.styles:
        if not 0 <= style.font_size < float("inf") or not 1 <= style.weight <= 1000:
            raise WrongOutputError(f"an impossible style: {style}")


def fuzz_selectors(data: bytes) -> None:
    """A selector: it matches what `:is(...)` and a doubled `:not(...)` of it match."""
    selector = data.decode("utf-8", "replace")
    found = _matched(selector)
    if _PLAIN_SELECTOR.match(selector) and _is_balanced(selector) and "::" not in selector and ":has" not in selector:
        for other in (f":is({selector})", f":not(:not({selector}))"):
            again = _matched(other)
            if found != again and found:
                raise WrongOutputError(f"{selector!r} matches {sorted(found)}, {other!r} {sorted(again)}")


def _matched(selector: str) -> set[int]:
    html = f"<style>{selector.replace('</', '< /')}{{{_MARK}}}</style>{_BODY}"
    page = render_static(load(html))
    forget_sheets()
    return {
        node
        for node, style in enumerate(page.style)
        if page.styles[style].color == 0x010203FF and page.styles[page.style[page.parent[node]]].color != 0x010203FF
    }


def _is_balanced(selector: str) -> bool:
    depth = 0
    for char in re.sub(r"\[[^\[\]]*\]", "", selector):
        depth += (char == "(") - (char == ")")
        if depth < 0 or char in "[]":
            return False
    return depth == 0


def fuzz_methods(data: bytes) -> None:
    """A page, by a method that its length chooses: what is found keeps its invariants, and is the same twice."""
    page = _page(data)
    units(page)
    methods = static_methods()
    method = methods[len(data) % len(methods)]
    with cpu_limit(SECONDS):
        first = structure_of(page, Options(method))
        check(first)
        if structure_of(page, Options(method)) != first:
            raise WrongOutputError(f"{method} gives another structure the second time")


def fuzz_emit(data: bytes) -> None:
    """A page in every form: JSON is read back the same, HTML holds every character once and in order."""
    source = load(data, url=URL)
    page = render_static(source)
    # A title that stands in the head only is printed on top: text that the page does not have.
    structure = replace(structure_of(page, Options(("tags", "heps")[len(data) % 2], body="page")), title=None)
    with cpu_limit(SECONDS):
        write(structure)
        again = load(to_html(structure, hidden="keep"))
        found = _squeezed(render_static(again).text)
        expected = _squeezed(characters(_without_permalinks(page)))
        heads = [block.heading for block in structure.root.walk() if block.heading]
        named = any(head.start == head.end for head in heads)  # images without text, by their files
        if found != expected and not ((named or find_affixes(page)) and _is_part(expected, found)):
            raise WrongOutputError("HTML has another text than the page")
        if len(data) < 20_000:
            to_view(source, [structure])
        report = check_page(structure, "page.html", html=source.html)
        for form in (to_text, to_json, to_sarif):
            form([report]).encode("utf-8")


def _without_permalinks(page: Page) -> str:
    """Return the text of a page without what its sections are cited by, which no output has."""
    text, at = "", 0
    for node in page.permalinks:
        text += page.text[at : max(page.start[node], at)]
        at = max(page.end[node], at)
    return text + page.text[at:]


def _squeezed(text: str) -> str:
    return "".join(text.split())


def _is_part(text: str, other: str) -> bool:
    """Return whether all characters of a text are in another one, in order."""
    there = iter(other)
    return all(char in there for char in text)


TARGETS: dict[str, Callable[[bytes], None]] = {
    "load": fuzz_load,
    "css": fuzz_css,
    "selectors": fuzz_selectors,
    "methods": fuzz_methods,
    "emit": fuzz_emit,
}


def answer(target: Callable[[bytes], None], data: bytes) -> None:
    """Run a target on bytes; that they are no page is an answer."""
    try:
        target(data)
    except LoadError:
        return
