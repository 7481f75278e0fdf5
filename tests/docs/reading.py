"""What README and docs show as code, page by page, in order.

Fenced blocks say what they are: `python` and `console` are run, `text` and `json` are what code prints or
reads: a `text` right after `python` what that prints, lines of a `console` after a command what the command prints.
Every line of an indented block is a command, with what it is for after two spaces or `#`; a backslash joins lines.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")])
_FENCE = re.compile(r"^(?P<fence>```)(?P<kind>\w*)$")
_INDENTED = re.compile(r" {4}\S")
_REMARK = re.compile(r" {2,}| +# ")


@dataclass(frozen=True, slots=True)
class Block:
    """Code that a page shows: its kind (`shell` for an indented block) and text."""

    kind: str
    text: str
    line: int

    @property
    def end(self) -> int:
        """Return the line of the fence that ends it."""
        return self.line + self.text.count("\n") + 1


def blocks(path: Path) -> list[Block]:
    """Return the blocks of a page in order."""
    found: list[Block] = []
    kind, start, held = "", 0, list[str]()
    for number, line in enumerate([*path.read_text("utf-8").splitlines(), ""], 1):
        fence = _FENCE.match(line)
        if fence and kind not in {"", "shell"}:
            found.append(Block(kind, "".join(f"{one}\n" for one in held), start))
            kind = ""
        elif fence:
            kind, start, held = fence["kind"] or "unnamed", number, []
        elif kind == "" and _INDENTED.match(line):
            kind, start, held = "shell", number, [line]
        elif kind == "shell" and not line.startswith("    "):
            found.append(Block(kind, "".join(f"{one}\n" for one in held), start))
            kind = ""
        elif kind:
            held.append(line)
    return found


def commands(block: Block) -> list[str]:
    """Return the commands of an indented block, without what is said about them."""
    lines = re.sub(r"\\\n *", "", block.text).splitlines()
    return [_REMARK.split(line.strip())[0] for line in lines]


def shown() -> list[tuple[Path, str]]:
    """Return all commands of indented blocks with their pages."""
    return [(path, one) for path in PAGES for block in blocks(path) if block.kind == "shell" for one in commands(block)]
