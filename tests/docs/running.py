"""Running what the documentation shows: programs, servers, a cluster; and comparing what they print."""

from __future__ import annotations

import asyncio
import contextlib
import importlib.util
import io
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from mcp import Client, StdioServerParameters

from rubricator.cli import main

from ..browser import SKIPPED as NO_BROWSER
from ..browser import find_chromium
from ..skipped import CLUSTER, PROGRAM
from .reading import ROOT, Block, blocks, commands

BIN = Path(sys.executable).parent
SHOWN_ADDRESS = "http://127.0.0.1:8484/"
"""Where the documentation has a server; the tests start theirs at any port that is free."""
SHOWN_CLUSTER = re.compile(r"10\.0\.0\.1:6379|HEAD:6379")
"""What the documentation calls the address of a cluster; the tests start one of two nodes."""
PROGRAMS = frozenset({"rubricator", "python", "make", "man", "curl", "mkdir", "cp", "mv", "ls", "head", "cat"})
"""What the tests run; other programs have no place in the documentation, unless NOT_RUN says why."""
_MODELS = Path(importlib.util.find_spec("rubricator").origin or "").parent / "segment"  # type: ignore[union-attr]
STAND_INS = {
    r"\bPAGE\b(\.\.\.)?": "page.html",
    r"\bPAGES QUERIES\b": "manual queries.tsv",
    r"\bINDEX\b": "my.idx",
    r"\bINPUT\.\.\. -o OUT\b": "crawl.warc.gz -o made-rows",
    r"\bQUERY\b": "kiln",
    r"(?<=--gold )(FOLDER(?!/)|marked/)": "saved/annotations/ada",
    r"(?<=-o )(FOLDER|DIR)\b": "made-models",
    r"(train bayes --pages) \S+": r"\1 few",
    r"\bFOLDER\b": "saved",
    r"(?<=--corpora )DIR\b": "corpora",
    r"\bNAME\b": "rubric",
    r"(?<=--models )DIR\b|(?<=model=)DIR\b": "fold-models",
    r"(asdus-dd --param model)=FILE\b": rf"\1={_MODELS.as_posix()}/asdus/privacy.npz",
    r"(?<=--png )FILE\b": "page.png",
    r"\bFILE\b": "made.npz",
    r"page\.html( --method bayes --param preset=paper)": r"few/short.html\1",
    r"(?<= )/shared/": "shared/",
    r"~/": "home/",
    r"--workers 4": "--workers 1",
    r"--sweeps 1000": "--sweeps 50",
    r"^rubricator folds(?= -o)": "rubricator folds --folds 3",
    r"^(rubricator (compare|evaluate(?! title| retrieval)) .*)": r"\1 --processes 1",
    r"^python (?=benchmarks/)": f"{sys.executable} {ROOT.as_posix()}/",
}
"""What stands for the names in commands; all is in the folder that `folder.make` makes."""
NOT_RUN = {
    r"make test": "it is what runs this",
    r"make (verify|docs|audit)": "`make verify` runs the first two; the third needs a database of vulnerabilities",
    r"(pip install|python3 -m venv|\. rubricator-env/)": "`make wheel` installs the wheel in new environments instead",
    r"ray (up|attach) ": "they start and enter machines in a cloud, which costs money",
    r"python benchmarks/peers\.py": "it installs the tools of others",
}
"""Commands of indented blocks that these tests do not run, and why."""
_START_CLUSTER = """
import sys, cluster
with cluster.cluster() as (address, *_):
    print(address, flush=True)
    sys.stdin.read()
"""


class MissingError(Exception):
    """A program that this machine does not have."""


def why_not(command: str) -> str | None:
    """Return why the tests do not run a command; None for those that they run."""
    return next((why for pattern, why in NOT_RUN.items() if re.match(pattern, command)), None)


def with_stand_ins(command: str) -> str:
    for name, stand_in in STAND_INS.items():
        command = re.sub(name, stand_in, command)
    return command


def run_page(path: Path, cluster: str = "") -> None:
    """Run all code of a page in order, in the current folder; skip at the end when a program was missing."""
    missing = []
    shown = blocks(path)
    with contextlib.ExitStack() as stack:
        address = stack.enter_context(serving("rubricator serve --index my.idx")) if needs_server(shown) else ""
        for number, block in enumerate(shown):
            try:
                _run_block(path, block, shown[number + 1] if number + 1 < len(shown) else None, address, cluster)
            except MissingError as error:
                missing.append(str(error))
    if missing:
        pytest.skip(missing[0])


def needs_server(shown: list[Block]) -> bool:
    return any("curl " in block.text for block in shown if block.kind == "shell")


def _run_block(path: Path, block: Block, following: Block | None, address: str, cluster: str) -> None:
    where = f"{path.name}:{block.line}"
    if block.kind == "python":
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(block.text, where, "exec"), {"__name__": "__main__"})
        if following and following.kind == "text" and following.line == block.end + 2:
            compare(printed.getvalue(), following.text, where)
        return
    if block.kind == "console":
        pairs = re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n?)*)", block.text, re.MULTILINE)
        assert pairs, where
    else:
        pairs = (
            [(with_stand_ins(one), "") for one in commands(block) if not why_not(one)] if block.kind == "shell" else []
        )
    for command, expected in pairs:
        here = SHOWN_CLUSTER.sub(cluster, command).replace(SHOWN_ADDRESS, address)
        compare(run(here), expected, f"{where}: {command}")


def compare(printed: str, expected: str, what: str) -> None:
    """See that a program printed what is expected, in which `...` stands for anything and nothing for all."""
    parts = [re.escape(part) for part in expected.rstrip("\n").split("...")]
    assert re.fullmatch(".*".join(parts), printed.rstrip("\n"), re.DOTALL) or not expected.strip(), f"{what}\n{printed}"


def run(command: str) -> str:
    """Run a command and return what it prints; a plain one of ours in this process, which is faster."""
    words = shlex.split(command)
    program, what = Path(words[0]).name, words[1:2]
    if "--render browser" in command and find_chromium() is None:
        raise MissingError(f"{NO_BROWSER}: neither chromium nor google-chrome is on the path")
    if program == "rubricator" and what == ["serve"]:
        with serving(command) as address:
            return _get(address)
    if program == "rubricator" and what == ["mcp"]:
        return asyncio.run(_asked(words))
    if program == "rubricator" and what != ["batch"] and ">" not in words:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            assert main(words[1:]) in ({0, 1} if what == ["check"] else {0}), command
        return printed.getvalue()
    return _run_outside(program, command)


def _run_outside(program: str, command: str) -> str:
    assert program in PROGRAMS or Path(sys.executable).name == program, f"{command}: the tests run no {program}"
    if program != "rubricator" and shutil.which(program) is None:
        raise MissingError(f"{PROGRAM}: {program} is not on the path")
    folder = Path.cwd()
    if program == "make":
        # The environment is there, this one: it must not be made anew.
        command, folder = f"{command} --assume-old .venv/ready BIN={shlex.quote(str(BIN))}", ROOT
    elif program == "curl":
        command += " --silent --show-error --fail"
    done = subprocess.run(
        command, shell=True, capture_output=True, text=True, check=False, cwd=folder, env=environment()
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
    return done.stdout


def environment() -> dict[str, str]:
    """Return the environment of a person who has installed Rubricator."""
    path = os.pathsep.join([str(BIN), os.environ["PATH"]])
    return os.environ | {
        "PATH": path,
        "OMP_NUM_THREADS": "1",
        "MANPATH": str(Path("share/man").absolute()),
        "MANPAGER": "cat",
    }


@contextlib.contextmanager
def serving(command: str) -> Iterator[str]:
    """Start a server at a free port and yield its address; it must end well when it is told to."""
    words = [str(BIN / "rubricator"), *shlex.split(command)[1:], "--port", "0", "--workers", "1"]
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True, env=environment()) as started:
        assert started.stderr
        try:
            told = started.stderr.readline()
            address = re.search(r"http://127\.0\.0\.1:\d+/", told)
            assert address, told
            yield address[0]
        finally:
            started.send_signal(signal.SIGTERM)
            told = started.communicate(timeout=600)[1]
    # uvicorn ends as the signal would have ended it, when all is done.
    assert started.returncode in {0, -signal.SIGTERM}, told


def _get(address: str) -> str:
    with urllib.request.urlopen(address, timeout=600) as answer:
        return str(answer.read().decode())


async def _asked(words: list[str]) -> str:
    """Start an MCP server as a client does, and return the names of its tools and pages."""
    server = StdioServerParameters(command=str(BIN / words[0]), args=words[1:], env=environment(), cwd=Path.cwd())
    async with Client(server) as client:
        tools = await client.list_tools()
        pages = await client.call_tool("pages", {})
        assert not pages.is_error
        return f"{sorted(tool.name for tool in tools.tools)} {pages.structured_content}"


@contextlib.contextmanager
def cluster_of_two(more: dict[str, str]) -> Iterator[str]:
    """Start a Ray cluster of two nodes on this machine, and yield its address."""
    if importlib.util.find_spec("ray") is None:
        pytest.skip(f"{CLUSTER}: Ray is not installed (extra `cluster`)")
    command = [sys.executable, "-W", "ignore", "-c", _START_CLUSTER]
    given = os.environ | more | {"PYTHONPATH": str(ROOT / "benchmarks")}
    # The cluster ends with its standard input, which is closed when the block is left.
    with subprocess.Popen(command, env=given, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as started:
        assert started.stdout
        address = started.stdout.readline().strip()
        assert address, "the cluster did not start: Ray waits 30 s for each node"
        yield address
