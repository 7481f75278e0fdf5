"""Small corpora with titles, and their fold table."""

from __future__ import annotations

import json
from pathlib import Path

from rubricator.evaluate.folds import write_table

WORDS = "Bread Wells Hedges Ferries Bells Clocks Looms Orchards Kilns Mills Ropes Sails".split()


def html(number: int) -> str:
    name = f"{WORDS[number]} of the valley"
    return (
        f"<title>{name}</title><ul><li><a href='/'>Home</a><li><a href='/n'>News</a></ul>"
        f"<div style='font-size:30px'>{name}</div><p>{'Words that go on for a while about it. ' * 4}<p>The end {number}"
    )


def write_corpora(folder: Path) -> list[str]:
    """Write small `l3s` and `outline` and their fold table; return the options that name them."""
    folds = {}
    for number, word in enumerate(WORDS):
        corpus = "l3s" if number % 2 else "outline"
        home = folder / "corpora" / corpus / f"p{number}"
        home.mkdir(parents=True)
        (home / "page.html").write_text(html(number), "utf-8")
        gold: dict[str, object] = {"id": f"{corpus}/p{number}", "page": "page.html", "title": f"{word} of the valley"}
        if corpus == "l3s":
            gold |= {"kind": "title", "url": None, "full_text": "The end"}
        else:
            gold |= {"kind": "outline", "body": None, "headings": []}
        (home / "gold.json").write_text(json.dumps(gold), "utf-8")
        folds[f"{corpus}/p{number}/page.html"] = number // 2 % 3
    write_table(folder / "folds.json", dict.fromkeys(folds, "g"), folds)
    return ["--corpora", str(folder / "corpora"), "--folds", str(folder / "folds.json")]
