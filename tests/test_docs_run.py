"""Every fenced block of README and docs that shows code is run, in order, page by page, in a folder with the examples.

`python` blocks are executed; a `text` block after one is what it prints. In `console` blocks a line after `$` is a
command, and what follows is its output, in which `...` stands for anything.
"""

from __future__ import annotations

import contextlib
import gzip
import importlib.util
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import rubricator
from rubricator.cli import main
from rubricator.cli.main import build_parser
from rubricator.evaluate.gold.annotation import read_annotation
from rubricator.evaluate.gold.annotation import write_annotation as save_annotation

from .learn.pages import write_annotation
from .skipped import CLUSTER

ROOT = Path(__file__).parent.parent
_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_COMMAND = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n?)*)", re.MULTILINE)
_SHOWN_COMMAND = re.compile(r"^ {4,}(rubricator .*)$", re.MULTILINE)
_RUN = frozenset({"python", "console"})
_SHOWN = frozenset({"json", "text"})
"""Blocks that are not code: examples of formats, and what code prints."""
PAGES = [
    path
    for path in sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])
    if _RUN & {kind for kind, _ in _BLOCK.findall(path.read_text("utf-8"))}
]
ALLOWED = frozenset({"rubricator", "mkdir", "cp", "mv", "ls", "head", "cat"})
"""Programs that a block may call; others have no place in the tests."""


CLUSTER_ADDRESS = "10.0.0.1:6379"
"""What the documentation calls the address of a cluster; the tests start one of two nodes."""
_MODELS = (Path(rubricator.__file__).parent / "segment").as_posix()
STAND_INS = {
    r"PAGE(\.\.\.)?": "page.html",
    "INDEX": "my.idx",
    "QUERY": "kiln",
    "--gold FOLDER(?!/)|--gold marked/": "--gold pages/annotations/ada",
    "FOLDER": "pages",
    "asdus-dd --param model=FILE": f"asdus-dd --param model={_MODELS}/asdus/privacy.npz",
    "model=FILE": f"model={_MODELS}/rubric/rubric.npz",
    "FILE": "made.npz",
}
"""What stands for the names in commands that are only shown."""
NOT_RUN = re.compile(
    r"^rubricator (serve|mcp|batch|compare|folds|evaluate retrieval|train bayes)\b"
    r"|--folds|--corpus|--render|preset=paper"
)
"""Shown commands with tests of their own: they do not end, take long, or need the corpora, a cluster or a browser."""
_START_CLUSTER = """
import sys, cluster
with cluster.cluster() as (address, *_):
    print(address, flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make what blocks may name: the examples, a page, an archive of both examples."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    shutil.copy(ROOT / "examples" / "kiln.html", tmp_path / "page.html")
    with gzip.open(tmp_path / "crawl.warc.gz", "wb") as archive:
        for name in ("kiln", "menu"):
            archive.write(_record(name, (ROOT / "examples" / f"{name}.html").read_bytes()))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _record(name: str, html: bytes) -> bytes:
    """Return a WARC record of a page as a crawler writes it."""
    answer = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + html
    head = (
        f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-{len(html):012}>\r\n"
        f"WARC-Target-URI: https://example.org/{name}\r\nWARC-Date: 2026-01-01T00:00:00Z\r\n"
        f"Content-Type: application/http;msgtype=response\r\nContent-Length: {len(answer)}\r\n\r\n"
    )
    return head.encode() + answer + b"\r\n\r\n"


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
@pytest.mark.usefixtures("folder")
def test_blocks_do_what_they_say(path: Path) -> None:
    text = path.read_text("utf-8")
    if path.name == "batch.md":
        _run("rubricator batch examples -o out")
    elif path.name == "own-model.md":
        _annotate(Path("pages"))
    with _cluster() if f"--cluster {CLUSTER_ADDRESS}\n" in text else contextlib.nullcontext("") as address:
        _run_blocks(path, text.replace(f"--cluster {CLUSTER_ADDRESS}\n", f"--cluster {address}\n"))


def _annotate(pages: Path, count: int = 20) -> None:
    """Write pages with headings that are small and grey, and Ada's annotations as the studio saves them."""
    pages.mkdir()
    ada = pages / "annotations" / "ada"
    ada.mkdir(parents=True)
    for number in range(count):
        written = write_annotation(pages, number, "<div style='text-align:right;font-size:11px;color:#999'>", "</div>")
        save_annotation(ada / written.name, read_annotation(written))
        written.unlink()


@contextlib.contextmanager
def _cluster() -> Iterator[str]:
    """Start a Ray cluster of two nodes on this machine, and yield its address."""
    if importlib.util.find_spec("ray") is None:
        pytest.skip(f"{CLUSTER}: Ray is not installed (extra `cluster`)")
    command = [sys.executable, "-W", "ignore", "-c", _START_CLUSTER]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "benchmarks")}
    # The cluster ends with its standard input, which is closed when the block is left.
    with subprocess.Popen(
        command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as started:
        assert started.stdout
        yield started.stdout.readline().strip()


def _run_blocks(path: Path, text: str) -> None:
    blocks = _BLOCK.findall(text)
    for number, (kind, text) in enumerate(blocks):
        assert kind in _RUN | _SHOWN, f"{path.name}: a block of {kind} is neither run nor shown"
        if kind == "console":
            commands = _COMMAND.findall(text)
            assert commands, text
            for command, expected in commands:
                _compare(_run(command), expected, command)
        elif kind == "python":
            printed = io.StringIO()
            with contextlib.redirect_stdout(printed):
                exec(compile(text, f"{path.name}, block {number}", "exec"), {"__name__": "__main__"})
            if number + 1 < len(blocks) and blocks[number + 1][0] == "text":
                _compare(printed.getvalue(), blocks[number + 1][1], text)


def _run(command: str) -> str:
    """Run a command; a plain one of ours in this process, which is faster."""
    words = shlex.split(command)
    assert words[0] in ALLOWED, command
    if words[0] == "rubricator" and words[1] != "batch":
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            assert main(words[1:]) in ({0, 1} if words[1] == "check" else {0}), command
        return printed.getvalue()
    place = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(words, capture_output=True, text=True, check=False, env={**os.environ, "PATH": place})
    assert done.returncode == 0, done.stderr
    return done.stdout


def _compare(printed: str, expected: str, what: str) -> None:
    parts = [re.escape(part) for part in expected.rstrip("\n").split("...")]
    assert re.fullmatch(".*".join(parts), printed.rstrip("\n"), re.DOTALL) or not expected.strip(), f"{what}\n{printed}"


def shown_commands() -> list[tuple[str, str]]:
    """Return the commands in indented blocks, which name files that are not there: FILE, PAGE, and so on."""
    pages = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])
    texts = ((str(path.relative_to(ROOT)), re.sub(r"\\\n *", "", path.read_text("utf-8"))) for path in pages)
    return [
        (name, re.split(r" {2,}| #| > ", command.strip())[0])
        for name, text in texts
        for command in _SHOWN_COMMAND.findall(text)
    ]


@pytest.mark.parametrize(("page", "command"), shown_commands(), ids=lambda value: value)
def test_commands_that_are_only_shown_can_be_parsed(page: str, command: str) -> None:
    words = shlex.split(command)[1:]
    build_parser(words[:1]).parse_args(words)
    assert page


@pytest.mark.parametrize("command", sorted({one for _, one in shown_commands() if not NOT_RUN.search(one)}))
@pytest.mark.usefixtures("folder")
def test_commands_that_are_only_shown_run_with_stand_ins(command: str) -> None:
    _annotate(Path("pages"), 6)
    if "INDEX" in command:
        _run("rubricator index page.html -o my.idx")
    for name, stand_in in STAND_INS.items():
        command = re.sub(name, stand_in, command)
    _run(command)


def test_the_pages_are_found() -> None:
    assert len(PAGES) > 5


def test_a_wrong_output_is_seen() -> None:
    with pytest.raises(AssertionError):
        _compare("one\ntwo\n", "one\nthree\n", "test")
    _compare("one\ntwo\nthree\n", "one\n...\nthree\n", "test")
