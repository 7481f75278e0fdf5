"""What a snapshot leaves out: computed values of elements that are not laid out, and what would be laid out later."""

from __future__ import annotations

from typing import TypedDict, cast

from playwright.sync_api import CDPSession

from rubricator.style.browser.snapshot import ELEMENT, PROPERTIES, Row, Snapshot

_SKIPPED = frozenset("HEAD SCRIPT STYLE NOSCRIPT TEMPLATE".split())
_ASK = """(count, wanted, names) => {
    const all = document.querySelectorAll("*"), numbers = new Map(), rows = [], of = [];
    if (all.length !== count) return null;
    for (const place of wanted) {
        const style = getComputedStyle(all[place]);
        const row = names.map(name => style.getPropertyValue(name));
        const key = row.join("\\n");
        if (!numbers.has(key)) { numbers.set(key, rows.length); rows.push(row); }
        of.push(numbers.get(key));
    }
    return {of, rows};
}"""

_LAY_OUT = """() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("* { content-visibility: visible !important }");
    document.adoptedStyleSheets.push(sheet);
}"""


class _Answer(TypedDict):
    """The number of each element's row, and the rows."""

    of: list[int]
    rows: list[list[str]]


def lay_out_all(session: CDPSession) -> None:
    """Have the browser lay out what it puts off until a reader scrolls near; the document itself is not touched."""
    frame = session.send("Page.getFrameTree")["frameTree"]["frame"]["id"]
    _call(session, frame, _LAY_OUT, [])


def hidden_rows(session: CDPSession, snapshot: Snapshot) -> dict[int, Row]:
    """Ask for what the snapshot's main document does not say, by its nodes.

    Where the document cannot be numbered so (shadow trees, a page that changes meanwhile), nothing is known of them.
    """
    nodes, wanted, count = _unseen(snapshot)
    if not wanted:
        return {}
    frame = snapshot["strings"][snapshot["documents"][0]["frameId"]]
    answer = cast(_Answer | None, _call(session, frame, _ASK, [count, wanted, list(PROPERTIES)]))
    if answer is None:
        return {}
    rows = [tuple(row) for row in answer["rows"]]
    # Fallback content of a frame or an object has no style at all, as it is in no tree that could be shown.
    return {node: rows[number] for node, number in zip(nodes, answer["of"], strict=True) if all(rows[number])}


def _call(session: CDPSession, frame: str, function: str, arguments: list[object]) -> object:
    """Call a function in a world apart from the page's, where no script of the page can change the answer."""
    world = session.send("Page.createIsolatedWorld", {"frameId": frame, "worldName": "rubricator"})
    asked = {
        "functionDeclaration": function,
        "executionContextId": world["executionContextId"],
        "arguments": [{"value": value} for value in arguments],
        "returnByValue": True,
    }
    return session.send("Runtime.callFunctionOn", asked)["result"].get("value")


def _unseen(snapshot: Snapshot) -> tuple[list[int], list[int], int]:
    """Return the elements that are not laid out, by node and by place among all elements, and how many those are."""
    document, strings = snapshot["documents"][0], snapshot["strings"]
    nodes = document["nodes"]
    laid_out, pseudo = set(document["layout"]["nodeIndex"]), set(nodes["pseudoType"]["index"])
    skipped: set[int] = set()
    found, places, count = [], [], 0
    for node, kind in enumerate(nodes["nodeType"]):
        if kind != ELEMENT or node in pseudo:
            continue
        if nodes["parentIndex"][node] in skipped or strings[nodes["nodeName"][node]] in _SKIPPED:
            skipped.add(node)
        elif node not in laid_out:
            found.append(node)
            places.append(count)
        count += 1
    return found, places, count
