"""Where outline gold stands in a page's text."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from outline_spans import place_outline

from rubricator.evaluate.gold.gold import Gold, GoldHeading

TEXT = "Menu Fees Big news Contents Fees Late Fees You pay monthly. Late Ten percent. Advertisement Rights None. Foot"
GOLD = Gold(
    "one",
    "outline",
    Path("page.html"),
    headings=(
        GoldHeading("Contents", 1, None, "Fees", "Late"),
        GoldHeading("Fees", 1, None, "You pay", "Ten percent."),
        GoldHeading("Late", 2, 1, "Ten per", "Ten percent."),
        GoldHeading("Rights", 1, None, "None.", "None."),
    ),
    body=("Big news", "None."),
)


def texts(gold: Gold, text: str = TEXT) -> tuple[str | None, list[str | None], list[str | None]]:
    placed = place_outline(gold, text)

    def cut(span: tuple[int, int] | None) -> str | None:
        return text[slice(*span)] if span else None

    return cut(placed.body), [cut(span) for span in placed.headings], [cut(span) for span in placed.blocks]


def test_headings_and_blocks_are_placed() -> None:
    body, headings, blocks = texts(GOLD)
    assert body == TEXT[TEXT.index("Big") : TEXT.index(" Foot")]
    assert headings == ["Contents", "Fees", "Late", "Rights"]
    assert blocks == [
        "Contents Fees Late",
        "Fees You pay monthly. Late Ten percent.",
        "Late Ten percent.",
        "Rights None.",
    ]


def test_a_block_ends_before_the_next_heading_of_its_level() -> None:
    late = replace(GOLD.headings[2], ends="None.")
    _, _, blocks = texts(replace(GOLD, headings=(*GOLD.headings[:2], late, GOLD.headings[3])))
    assert blocks[2] is None


def test_what_is_not_there_is_not_placed() -> None:
    lost = replace(GOLD, headings=(*GOLD.headings, GoldHeading("Nowhere", 1, None, "to be seen", "at all")))
    _, headings, blocks = texts(lost)
    assert (headings[-1], blocks[-1]) == (None, None)
    assert place_outline(replace(GOLD, body=None), TEXT) == (None, (None,) * 4, (None,) * 4)
    assert place_outline(replace(GOLD, body=("Elsewhere", "None.")), TEXT).body is None
