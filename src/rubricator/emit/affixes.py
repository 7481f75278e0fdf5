"""Affixes: characters that replace the meaning of placed text (raised, over a line, beside another).

They are no part of the page's text: outputs write them around the text nodes that they belong to.
"""

from __future__ import annotations

from bisect import bisect_left
from itertools import compress
from typing import NamedTuple

from rubricator.emit.superscripts import NOTHING, superscript_affixes
from rubricator.page.model import TEXT, VISIBLE, Page

_COMPOUND = frozenset("mfrac msup msubsup mroot".split())
_PLACED = _COMPOUND | frozenset("msub msqrt munder mover munderover mtr mtd mfenced".split())
_WITH_AFFIXES = _PLACED | frozenset("math sup rt rtc".split())
_AROUND_RT = 3
"""Elements above the text of a ruby in which the ruby is looked for."""
_BRACKETS = (("(", ")"), ("[", "]"), ("{", "}"), ("|", "|"))


class Affixes(NamedTuple):
    """What to write before and after a text; `tight` says that no space comes before.

    `raised` is written outside of these, in outputs that have no raised text.
    """

    before: str = ""
    after: str = ""
    tight: bool = False
    raised: tuple[str, str] = NOTHING

    def around(self, text: str, *, first: bool, last: bool) -> str:
        """Return a part of a text with its affixes, those before it if it is the first, those after it if the last."""
        return (self.before if first else "") + text + (self.after if last else "")

    def flattened(self) -> Affixes:
        """Return the affixes where nothing can be raised."""
        if self.raised == NOTHING:
            return self
        return Affixes(self.raised[0] + self.before, self.after + self.raised[1], self.tight)


NO_AFFIXES = Affixes()


def find_affixes(page: Page) -> dict[int, Affixes]:
    """Return the affixes of a page by the text nodes that they stand around."""
    if _WITH_AFFIXES.isdisjoint(page.tag):
        return {}
    return _Scan(page).run()


class _Scan:
    def __init__(self, page: Page) -> None:
        self.page = page
        self.affixes: dict[int, Affixes] = {}
        tags, nodes = page.tag, range(len(page.tag))
        self.texts = [node for node in compress(nodes, map(TEXT.__eq__, tags)) if page.start[node] < page.end[node]]
        self.seen = [node for node in self.texts if page.flags[node] & VISIBLE]
        self.compound = self.with_tags(_COMPOUND)
        self.brackets = self.with_tags(frozenset({"rp"}))
        self.links = self.with_tags(frozenset({"a"}))

    def with_tags(self, tags: frozenset[str]) -> list[int]:
        return list(compress(range(len(self.page.tag)), map(tags.__contains__, self.page.tag)))

    def run(self) -> dict[int, Affixes]:
        page = self.page
        formula = raised = 0
        for node in self.with_tags(_WITH_AFFIXES):
            tag = page.tag[node]
            if tag == "math":
                formula = page.stop[node]
            elif tag == "sup":
                self.raise_text(node, nested=node < raised)
                raised = max(raised, page.stop[node])
            elif tag in ("rt", "rtc"):
                self.ruby(node)
            elif node < formula:
                self.formula(node, tag)
        return self.affixes

    def within(self, found: list[int], node: int) -> bool:
        """Say whether one of some nodes in document order is in an element."""
        at = bisect_left(found, node)
        return at < len(found) and found[at] < self.page.stop[node]

    def ends(self, node: int) -> tuple[int, int, int] | None:
        """Return the first and the last text in an element, as far as it is seen, and how many there are."""
        texts = self.seen if self.page.flags[node] & VISIBLE else self.texts
        low, high = bisect_left(texts, node), bisect_left(texts, self.page.stop[node])
        return (texts[low], texts[high - 1], high - low) if low < high else None

    def put(self, node: int, before: str, after: str, *, tight: bool = False) -> None:
        """Put affixes around the text of an element, inside of those that it has."""
        ends = self.ends(node)
        if ends is None:
            return
        old = self.affixes.get(ends[0], NO_AFFIXES)
        is_tight = old.tight or (tight and not old.before)
        self.affixes[ends[0]] = old._replace(before=old.before + before, tight=is_tight)
        old = self.affixes.get(ends[1], NO_AFFIXES)
        self.affixes[ends[1]] = old._replace(after=after + old.after)

    def raise_text(self, node: int, *, nested: bool) -> None:
        page, ends = self.page, self.ends(node)
        if ends is None:
            return
        start, end = page.start[ends[0]], page.end[ends[1]]
        before, after = superscript_affixes(page.text, start, end, linked=self.is_linked(node))
        if nested:
            self.put(node, before, after)
            return
        for text, raised in ((ends[0], (before, "")), (ends[1], ("", after))):
            old = self.affixes.get(text, NO_AFFIXES)
            self.affixes[text] = old._replace(raised=(old.raised[0] + raised[0], raised[1] + old.raised[1]))

    def is_linked(self, node: int) -> bool:
        """Say whether a link is in an element, or around it and nothing else."""
        page, above = self.page, self.page.parent[node]
        if page.tag[above] == "a" and page.start[above] == page.start[node] and page.end[above] == page.end[node]:
            return True
        return self.within(self.links, node)

    def ruby(self, node: int) -> None:
        """Put the reading of a ruby in brackets, where the page has none for it."""
        page, above = self.page, node
        if page.tag[page.parent[node]] == "rtc":
            return
        for _ in range(_AROUND_RT):
            above = page.parent[above]
            if page.tag[above] == "ruby":
                if not self.within(self.brackets, above):
                    self.put(node, "(", ")")
                return

    def formula(self, node: int, tag: str) -> None:
        parts = self.children(node)
        match tag, parts:
            case ("mfrac", [above, below]):
                self.fraction(node, above, below)
            case ("msup" | "mover", [base, script]):
                self.scripts(node, base, over=script)
            case ("msub" | "munder", [base, script]):
                self.scripts(node, base, under=script)
            case ("msubsup" | "munderover", [base, under, over]):
                self.scripts(node, base, under, over)
            case ("msqrt", _):
                self.put(node, "√(", ")")
            case ("mroot", [base, index]):
                self.operand(base)
                self.put(index, "^(1/", ")", tight=True)
            case ("mtr" | "mtd", _):
                self.cell(node, "; " if tag == "mtr" else " ")
            case ("mfenced", _):
                self.fenced(node, parts)

    def children(self, node: int) -> list[int]:
        page, found, child = self.page, list[int](), node + 1
        while child < page.stop[node]:
            if page.tag[child] != TEXT:
                found.append(child)
            child = page.stop[child]
        return found

    def fraction(self, node: int, above: int, below: int) -> None:
        """Write a fraction, apart from a number or letter at its side: 1 1/2 is not 11/2."""
        self.space_before(node)
        self.space_after(node)
        if self.attribute(node, "linethickness", "1").startswith("0"):
            self.put(below, ", ", "", tight=True)
            return
        self.operand(above)
        self.operand(below, "/")

    def scripts(self, node: int, base: int, under: int | None = None, over: int | None = None) -> None:
        """Write what stands below and above at the side of a base, or under and over it; an accent is no script."""
        only = over if under is None else under if over is None else None
        if only is not None and self.page.tag[node] in ("munder", "mover") and self.is_accent(base, only):
            return
        self.space_after(node)
        if self.within(self.compound, base) and not self.is_in_brackets(base):
            self.put(base, "(", ")")
        if under is not None:
            self.operand(under, "_")
        if over is not None:
            self.operand(over, "^")

    def operand(self, node: int, sign: str = "") -> None:
        simple = self.is_simple(node)
        self.put(node, sign + ("" if simple else "("), "" if simple else ")", tight=bool(sign))

    def cell(self, node: int, sign: str) -> None:
        """Part the cells and rows of a table; the first of them needs nothing before it."""
        page, ends = self.page, self.ends(node)
        first = page.parent[node] + 1
        while first < node and page.tag[first] == TEXT:
            first = page.stop[first]
        if first != node and ends is not None and not self.affixes.get(ends[0], NO_AFFIXES).before:
            self.put(node, sign, "", tight=True)

    def fenced(self, node: int, parts: list[int]) -> None:
        self.put(node, self.attribute(node, "open", "("), self.attribute(node, "close", ")"))
        separator = self.attribute(node, "separators", ",").strip()[:1]
        for part in parts[1:]:
            self.put(part, separator, "", tight=True)

    def attribute(self, node: int, name: str, default: str) -> str:
        """Return an attribute, short as affixes are."""
        return next((value[:4] for key, value in self.page.attributes[node] if key == name and value), default)

    def space_before(self, node: int) -> None:
        text, ends = self.page.text, self.ends(node)
        if ends is None or self.affixes.get(ends[0], NO_AFFIXES).before:
            return
        start = self.page.start[ends[0]]
        before = self.texts[bisect_left(self.texts, ends[0]) - 1]
        if text[start - 1 : start].isalnum() and not self.affixes.get(before, NO_AFFIXES).after.endswith(" "):
            self.put(node, " ", "")

    def space_after(self, node: int) -> None:
        text, ends = self.page.text, self.ends(node)
        if ends is None or self.affixes.get(ends[1], NO_AFFIXES).after:
            return
        end = self.page.end[ends[1]]
        behind = bisect_left(self.texts, ends[1] + 1)
        tight = behind < len(self.texts) and self.affixes.get(self.texts[behind], NO_AFFIXES).tight
        if text[end : end + 1].isalnum() and not tight:
            self.put(node, "", " ")

    def is_simple(self, node: int) -> bool:
        """Say whether an operand needs no brackets: it is one number, name or sign."""
        ends = self.ends(node)
        if ends is None:
            return False
        text = self.page.text[self.page.start[ends[0]] : self.page.end[ends[0]]]
        return ends[2] == 1 and (len(text) == 1 or text.replace(".", "").replace(",", "").isalnum())

    def is_accent(self, base: int, script: int) -> bool:
        page = self.page
        letter, sign = page.text[page.start[base] : page.end[base]], page.text[page.start[script] : page.end[script]]
        return len(sign) == 1 and not sign.isalnum() and letter.isalnum()

    def is_in_brackets(self, node: int) -> bool:
        text = self.page.text[self.page.start[node] : self.page.end[node]]
        return any(text.startswith(left) and text.endswith(right) for left, right in _BRACKETS)
