"""Tables as text."""

from __future__ import annotations

from paper_table import WIDTH, Row, Table, figure, notes_text, show


def test_ours_stands_beside_the_published_figures() -> None:
    rows = (
        Row("HEPS", (0.712, 1.0), (0.638, 0.569)),
        Row("(a) Parts"),
        Row("VIPS", "not yet", (None, 0.07)),
        Row("tags", (0.5, None)),
    )
    assert show(Table("Table 5", ("P", "R"), rows, ("One note.",))) == "\n".join(
        [
            "Table 5",
            "               ours      | published",
            "                P     R  |     P     R",
            "HEPS         .712 1.000  |  .638  .569",
            "(a) Parts",
            "VIPS         not yet     |        .070",
            "tags         .500        |",
            "- One note.",
        ]
    )


def test_figures() -> None:
    assert [figure(value) for value in (0.0, 0.0704, 0.9996, 1.0, None)] == [".000", ".070", "1.000", "1.000", ""]


def test_notes_are_folded() -> None:
    lines = notes_text(["word " * 60, "short"]).splitlines()
    assert all(len(line) <= WIDTH for line in lines)
    assert [line[:2] for line in lines] == ["- ", "  ", "  ", "- "]
