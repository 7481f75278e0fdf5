"""Hooks of the documentation site: pages that are made from the code, or that live at the top of the repository."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

import rubricator
from rubricator.check.findings import RULES
from rubricator.cli.completion import parsers
from rubricator.cli.main import COMMANDS, build_parser

ROOT = Path(__file__).parents[1]
TOP = {"index.md": "README.md", "changelog.md": "CHANGELOG.md", "contributing.md": "CONTRIBUTING.md"}
_ADAPTERS = (
    "rubricator.integrations.langchain",
    "rubricator.integrations.llama_index",
    "rubricator.integrations.haystack",
    "rubricator.integrations.spans",
    "rubricator.check.rules.check_page",
    "rubricator.search",
    "rubricator.errors",
)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the generated pages."""
    for name, source in TOP.items():
        files.append(File.generated(config, name, content=_moved((ROOT / source).read_text("utf-8"))))
    files.append(File.generated(config, "reference/cli.md", content=cli_reference()))
    files.append(File.generated(config, "reference/api.md", content=api_reference()))
    return files


def on_page_markdown(markdown: str, **_: object) -> str:
    """Lead links to files at the top of the repository to the pages made from them."""
    for name, source in TOP.items():
        markdown = re.sub(rf"\]\(((?:\.\./)*)\.\./{re.escape(source)}(#[^)]*)?\)", rf"](\g<1>{name}\g<2>)", markdown)
    return markdown


def _moved(text: str) -> str:
    return (
        text.replace("](docs/", "](")
        .replace("](CHANGELOG.md", "](changelog.md")
        .replace("](CONTRIBUTING.md", "](contributing.md")
    )


def cli_reference() -> str:
    """Return all commands with their options, as their parsers know them."""
    parser = build_parser()
    lines = ["# Command line", "", parser.description or "", "", parser.epilog or "", ""]
    for name, command in parsers(parser).items():
        lines += [f"## rubricator {name}", "", f"{COMMANDS[name]}.", "", *_description(command), ""]
        lines += ["```text", command.format_usage().rstrip(), "```", "", "| option | |", "|---|---|"]
        lines += [_row(action) for action in command._actions if not isinstance(action, argparse._HelpAction)]
        lines.append("")
    lines += ["## Rules of rubricator check", "", "| rule | severity | what to do |", "|---|---|---|"]
    lines += [f"| `{rule.id}` | {rule.severity} | {rule.summary} {_cell(rule.help)} |" for rule in RULES.values()]
    return "\n".join(lines) + "\n"


def _description(command: argparse.ArgumentParser) -> list[str]:
    return (command.description or "").strip().splitlines()


def _row(action: argparse.Action) -> str:
    names = ", ".join(f"`{name}`" for name in action.option_strings) or f"`{action.metavar or action.dest}`"
    if action.option_strings and action.nargs != 0:
        value = action.metavar or ("|".join(map(str, action.choices)) if action.choices else action.dest.upper())
        names += f" `{' '.join(value) if isinstance(value, tuple) else value}`".replace("|", "\\|")
    purpose = (action.help or "").replace("%(default)s", str(action.default)).replace("%%", "%")
    return f"| {names} | {_cell(purpose)} |"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;")


def api_reference() -> str:
    """Return a page that asks for the docstrings of all that is public."""
    lines = ["# Python", "", "What `import rubricator` gives, and the adapters.", ""]
    for name in rubricator.__all__:
        if name.startswith("__"):
            continue
        home = f"rubricator.{rubricator._HOMES[name]}.{name}" if name in rubricator._HOMES else f"rubricator.{name}"
        lines += [f"::: {home}", "    options:", f"      heading: rubricator.{name}", ""]
    for name in _ADAPTERS:
        lines += [f"::: {name}", ""]
    return "\n".join(lines) + "\n"
