"""Reading a report as a browser does, and stricter."""

from __future__ import annotations

from html.parser import HTMLParser

import turbohtml

_VOID = {"meta", "link", "br", "hr", "img"}


class _Balance(HTMLParser):
    """Collects ids, references to them, headings and the texts of cells; fails on tags that do not nest."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.targets: list[str] = []
        self.levels: list[int] = []
        self.outside: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        assert len(given) == len(attrs), f"{tag} has an attribute twice"
        if tag not in _VOID:
            self.open.append(tag)
        if "id" in given:
            self.ids.append(given["id"] or "")
        if tag == "a" and (given["href"] or "").startswith("#"):
            self.targets.append((given["href"] or "")[1:])
        if len(tag) == 2 and tag[0] == "h" and tag[1].isdigit():
            self.levels.append(int(tag[1]))
        if tag == "th":
            assert given.get("scope") in {"col", "row"}
        self.outside += [f"{tag} {name}" for name in ("src", "srcset", "onclick") if name in given]
        if tag in {"script", "link", "img", "iframe"}:
            self.outside.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in {"path", "polyline"}, f"{tag} {attrs} closes itself outside of SVG"

    def handle_endtag(self, tag: str) -> None:
        assert self.open and self.open[-1] == tag, f"</{tag}> closes {self.open[-1:]}"
        self.open.pop()


def assert_sound(html: str) -> None:
    """Check that a report is well-formed, needs nothing from elsewhere, and has a sound structure of headings."""
    assert turbohtml.parse(html, strict=True).errors == []
    found = _Balance()
    found.feed(html)
    found.close()
    assert found.open == []
    assert found.outside == []
    assert len(found.ids) == len(set(found.ids))
    assert set(found.targets) <= set(found.ids)
    assert found.levels[0] == 1
    assert found.levels.count(1) == 1
    assert all(after <= before + 1 for before, after in zip(found.levels, found.levels[1:], strict=False))


def rows(html: str) -> list[tuple[str, ...]]:
    """Return the rows of outlines in a report, as the texts of their cells."""
    document = turbohtml.parse(html)
    return [
        tuple(" ".join(cell.text.split()) for cell in row.select("td"))
        for row in document.select("table.outlines tbody tr")
    ]
