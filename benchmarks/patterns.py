"""What `rubric` makes of ways to write pages that people meet today: `python benchmarks/patterns.py [--pages NAME...]`.

Each page of the folder `patterns` was written for this, after the markup and the stylesheets of a kind of site or a
generator, and opens with a comment that says what a careful reader finds: `title:`, headings as in Markdown (`?#` for
those that may be one), and words that must (`keep:`) and must not (`drop:`) be in the Markdown that is written.
Mistakes are listed, then counted. Rules of the method were chosen while looking at these pages, so the figures are
no measure of other pages; they show what is lost when something changes.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Iterator
from difflib import SequenceMatcher
from pathlib import Path
from typing import NamedTuple

import rubricator
from rubricator import Block

FOLDER = Path(__file__).with_name("patterns")
_COMMENT = re.compile(r"<!--\n(.*?)-->\n", re.DOTALL)
_HEADING = re.compile(r"(\?)?(#+) (.*)")
_MARKUP = re.compile(r"[*_`\\|#>]+")


class Wanted(NamedTuple):
    """A heading that a reader finds, or may find."""

    text: str
    above: tuple[str, ...]
    sure: bool


class Gold(NamedTuple):
    """What a careful reader finds on a page."""

    title: str
    headings: list[Wanted]
    keep: list[str]
    drop: list[str]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", nargs="+", metavar="NAME", help="only these")
    given = parser.parse_args()
    counts: Counter[str] = Counter()
    names = given.pages or sorted(path.stem for path in FOLDER.glob("*.html"))
    for name in names:
        found = list(mistakes(FOLDER / f"{name}.html", counts))
        if found:
            print(name, *found, sep="\n  ")
    print(
        f"{len(names)} pages, {counts.pop('headings')} headings:",
        ", ".join(f"{n} {what}" for what, n in counts.items()),
    )


def mistakes(path: Path, counts: Counter[str]) -> Iterator[str]:
    """Read a page and yield what is wrong, counted by kind."""
    gold, page = read_gold(path), rubricator.read(path)
    found = list(_headings(page.root))
    texts = [text for text, _ in found]
    matcher = SequenceMatcher(None, [one.text for one in gold.headings], texts, autojunk=False)
    pairs = {a + at: b + at for a, b, size in matcher.get_matching_blocks() for at in range(size)}
    known = {one.text for one in gold.headings if one.sure}
    counts["headings"] += sum(one.sure for one in gold.headings)
    for number, one in enumerate(gold.headings):
        if not one.sure:
            continue
        if number not in pairs:
            counts["missed"] += 1
            yield f"missed: {one.text}"
        else:
            counts["right"] += 1
            above = tuple(text for text in found[pairs[number]][1] if text in known)
            if above != one.above:
                counts["at a wrong place"] += 1
                yield f"at a wrong place: {one.text} (under {' / '.join(above) or 'nothing'})"
    for number in sorted({*range(len(found))} - {*pairs.values()}):
        counts["false"] += 1
        yield f"false: {texts[number]}"
    if _folded(page.title or "") != gold.title:
        counts["wrong titles"] += 1
        yield f"title: {page.title}"
    written = _folded(_MARKUP.sub("", page.to_markdown()))
    for kind, words in (("lost", [one for one in gold.keep if _bare(one) not in written]),
                        ("foreign", [one for one in gold.drop if _bare(one) in written])):  # fmt: skip
        counts[kind] += len(words)
        yield from (f"{kind}: {one}" for one in words)


def read_gold(path: Path) -> Gold:
    """Read the comment that a page opens with."""
    match = _COMMENT.match(path.read_text("utf-8"))
    assert match, f"{path} opens with no comment"
    gold = Gold("", [], [], [])
    above: list[tuple[int, str, bool]] = []
    for line in match[1].splitlines():
        kind, _, text = line.partition(": ")
        if heading := _HEADING.match(line):
            level, text, sure = len(heading[2]), _folded(heading[3]), not heading[1]
            while above and above[-1][0] >= level:
                above.pop()
            gold.headings.append(Wanted(text, tuple(name for _, name, is_sure in above if is_sure), sure))
            above.append((level, text, sure))
        elif kind == "title":
            gold = gold._replace(title=_folded(text))
        else:
            (gold.keep if kind == "keep" else gold.drop).append(text)
    return gold


def _headings(block: Block, above: tuple[str, ...] = ()) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the headings below a block with those above them."""
    for child in block.children:
        text = _folded(child.heading.text) if child.heading else ""
        if text:
            yield text, above
        yield from _headings(child, (*above, text))


def _bare(text: str) -> str:
    return _folded(_MARKUP.sub("", text))


def _folded(text: str) -> str:
    return " ".join(text.replace("\u00ad", "").replace("\u200b", "").split())


if __name__ == "__main__":
    main()
