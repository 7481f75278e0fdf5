"""`rubricator completion SHELL`: what a shell needs to complete commands, options and their values.

bash: `rubricator completion bash > ~/.local/share/bash-completion/completions/rubricator`; zsh: source what `rubricator
completion zsh` writes in ~/.zshrc; fish: `rubricator completion fish > ~/.config/fish/completions/rubricator.fish`.
Create these folders if they do not exist.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from typing import NamedTuple

_BASH = """\
# Completion of rubricator for bash{also}; made by `rubricator completion`.
_rubricator() {{
    local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} words= options=
    case ${{COMP_WORDS[1]}} in
{cases}
    esac
    if [ "$COMP_CWORD" -eq 1 ]; then words="{commands}"; options="--help --version"; fi
    case $word in -*) words=$options ;; esac
    COMPREPLY=($(compgen -W "$words" -- "$word"))
}}
complete -o default -F _rubricator rubricator
"""
_CASE = """\
    {command})
        options="{options}"
        case $before in
{values}
        esac ;;"""


class Option(NamedTuple):
    """An option of a command: its names, whether it takes a value, the values it may have, what it is for."""

    names: tuple[str, ...]
    takes_value: bool
    choices: tuple[str, ...]
    help: str


def add_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser("completion", help="write a completion script for a shell", description=__doc__)
    parser.add_argument("shell", choices=sorted(_WRITERS), metavar="SHELL", help=", ".join(sorted(_WRITERS)))
    parser.add_argument("-v", "--verbose", action="count", default=0, help="log progress")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    # Imported here: it imports this module.
    from rubricator.cli.main import build_parser

    sys.stdout.write(_WRITERS[args.shell](build_parser()))
    return 0


def parsers(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    """Return the parsers of all commands by name."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            return dict(action.choices)
    return {}


def options(parser: argparse.ArgumentParser) -> Iterator[Option]:
    """Yield the options of a command."""
    for action in parser._actions:
        if action.option_strings:
            choices = tuple(map(str, action.choices)) if action.choices is not None else ()
            purpose = (action.help or "").replace("%(default)s", str(action.default)).replace("%%", "%")
            yield Option(tuple(action.option_strings), action.nargs != 0, choices, purpose)


def _bash(parser: argparse.ArgumentParser, also: str = "") -> str:
    commands = parsers(parser)
    cases = []
    for name, command in commands.items():
        known = list(options(command))
        values = [f'        {"|".join(one.names)}) words="{" ".join(one.choices)}" ;;' for one in known if one.choices]
        shown = " ".join(text for one in known for text in one.names)
        cases.append(_CASE.format(command=name, options=shown, values="\n".join(values) or "        *) ;;"))
    return _BASH.format(commands=" ".join(commands), cases="\n".join(cases), also=also)


def _zsh(parser: argparse.ArgumentParser) -> str:
    return "autoload -U +X bashcompinit && bashcompinit\n" + _bash(parser, " and zsh")


def _fish(parser: argparse.ArgumentParser) -> str:
    lines = ["# Completion of rubricator for fish; made by `rubricator completion`."]
    for name, command in parsers(parser).items():
        about = _quoted((command.description or "").partition("\n")[0].partition(": ")[2])
        lines.append(f"complete -c rubricator -n __fish_use_subcommand -f -a {name} -d {about}")
        for one in options(command):
            names = " ".join(f"-{'l' if text.startswith('--') else 's'} {text.lstrip('-')}" for text in one.names)
            values = f" -x -a {_quoted(' '.join(one.choices))}" if one.choices else " -r" if one.takes_value else ""
            lines.append(
                f"complete -c rubricator -n '__fish_seen_subcommand_from {name}' {names}{values} -d {_quoted(one.help)}"
            )
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


_WRITERS = {"bash": _bash, "zsh": _zsh, "fish": _fish}
