"""The manual page, made from the parsers of all commands: `python -m rubricator.cli.manual > rubricator.1`."""

from __future__ import annotations

import argparse
import re
import sys

from rubricator.cli.completion import parsers
from rubricator.cli.main import build_parser
from rubricator.version import __version__

_BLANK = re.compile(r"\s+")


def manual(parser: argparse.ArgumentParser) -> str:
    """Return the manual page as roff."""
    lines = [
        f'.TH RUBRICATOR 1 "" "rubricator {__version__}" "User Commands"',
        ".SH NAME",
        "rubricator \\- reads a web page as a person does and returns its logical hierarchy",
        ".SH SYNOPSIS",
        ".B rubricator\n.I COMMAND\n.RI [ options ]",
        ".SH DESCRIPTION",
        _text(parser.description or ""),
        ".PP",
        _text(parser.epilog or ""),
        ".SH COMMANDS",
    ]
    for name, command in parsers(parser).items():
        lines += [f".SS {name}", _text((command.description or "").replace("`", ""))]
        for action in command._actions:
            if isinstance(action, argparse._HelpAction | argparse._SubParsersAction):
                continue
            purpose = (action.help or "").replace("%(default)s", str(action.default)).replace("%%", "%")
            lines += [".TP", f".B {_text(_shown(action))}", _text(purpose)]
    lines += [".SH EXIT STATUS", _text((parser.epilog or "").partition("Exit codes: ")[2])]
    return "\n".join(lines) + "\n"


def _shown(action: argparse.Action) -> str:
    value = action.metavar if action.metavar is not None else (action.dest.upper() if action.nargs != 0 else "")
    if action.choices is not None and action.metavar is None:
        value = "{" + ",".join(map(str, action.choices)) + "}"
    value = " ".join(value) if isinstance(value, tuple) else value
    if not action.option_strings:
        return value
    return ", ".join(action.option_strings) + (f" {value}" if value and action.nargs != 0 else "")


def _text(text: str) -> str:
    """Return text as roff: white space folded, nothing in it taken for a request."""
    folded = _BLANK.sub(" ", text).strip().replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + folded if folded.startswith((".", "'")) else folded


if __name__ == "__main__":
    sys.stdout.write(manual(build_parser()))
