"""A file of the HEPS data set's form, for a tiny page of ours."""

from __future__ import annotations

from typing import Any

from rubricator.evaluate.gold.heps_data import data_set_string

from .pages import render, span

HTML = """<div id=main><h1>Zoo</h1><img src="a b/c.png" alt="A lion"><p>Open <b>daily</b>.</p>
<h2>Cats</h2><p>Big cats.</p><h3>Lions</h3><p>They sleep.</p><hr><h2>Dogs</h2><p>None.</p></div>"""
PAGE = render(HTML)
RAW = data_set_string(PAGE).text


def ranges(text: str, *parts: str, transition: str = "") -> list[dict[str, Any]]:
    """Return the ranges of parts of a raw string; `first..last` is from one text to the end of another."""
    found = []
    for part in parts:
        start, end = span(text, *part.split(".."))
        found.append({"from": start, "to": end, "mandatory": part != transition})
    return found


def block(headings: list[Any], contents: list[Any], children: list[Any] | None = None) -> dict[str, Any]:
    return {"style": "1", "headings": headings, "contents": contents, "children": children or []}


def file(text: str = RAW) -> dict[str, Any]:
    """Return the gold of the page over a raw string of it."""
    image = text[text.index("<IMG:") : text.index(">") + 1]
    lions = block([ranges(text, "Lions")], ranges(text, "Lions..sleep."))
    cats = block([ranges(text, "Cats")], ranges(text, "Cats..sleep."), [lions])
    dogs = block([ranges(text, "Dogs")], ranges(text, "Dogs", "None.", transition="None."))
    whole = [{"from": 1, "to": len(text), "mandatory": True}]
    return block([ranges(text, "Zoo"), ranges(text, image)], whole, [cats, dogs])
