"""Everything that README and docs show as code runs, page by page and in order, in a folder with small stand-ins."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from rubricator.cli.main import build_parser

from . import folder as stand_ins
from .reading import PAGES, ROOT, blocks, shown
from .running import NOT_RUN, PROGRAMS, SHOWN_CLUSTER, cluster_of_two, compare, run, run_page, why_not
from .store import object_store

_RUN = frozenset({"python", "console", "shell"})
_SHOWN = frozenset({"json", "text"})
"""Blocks that are not code: examples of formats, and what code prints."""
WITH_CODE = [path for path in PAGES if _RUN & {block.kind for block in blocks(path)}]
ON_A_CLUSTER = [path for path in WITH_CODE if any(SHOWN_CLUSTER.search(block.text) for block in blocks(path))]
ALONE = [path for path in WITH_CODE if path not in ON_A_CLUSTER]


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("docs") / "folder"
    made.mkdir()
    stand_ins.make(made)
    return made


@pytest.fixture
def folder(template: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    place = tmp_path / "folder"
    shutil.copytree(template, place)
    monkeypatch.chdir(place)
    monkeypatch.setenv("RUBRICATOR_CORPORA", str(place / "corpora"))
    return place


@pytest.mark.parametrize("path", ALONE, ids=name)
@pytest.mark.usefixtures("folder")
def test_a_page_does_what_it_says(path: Path) -> None:
    if path.name == "own-model.md":
        stand_ins.annotate(Path("pages"), 20)
    run_page(path)


def test_pages_with_a_cluster_do_what_they_say(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert {path.name for path in ON_A_CLUSTER} == {"batch.md", "cluster.md", "scale.md"}
    with object_store(folder / "store") as store:
        for key, value in store.items():
            monkeypatch.setenv(key, value)
        with cluster_of_two(store) as address:
            for path in ON_A_CLUSTER:
                place = folder / path.stem
                shutil.copytree(folder, place, ignore=lambda *_: [one.stem for one in ON_A_CLUSTER])
                monkeypatch.chdir(place)
                run_page(path, address)
    assert list((folder / "scale" / "shared" / "out").glob("part-*"))


def test_every_block_and_command_is_accounted_for() -> None:
    for path in PAGES:
        for block in blocks(path):
            assert block.kind in _RUN | _SHOWN, f"{name(path)}:{block.line}: a block of {block.kind!r}"
    for path, command in shown():
        assert why_not(command) or command.split()[0] in PROGRAMS, f"{name(path)}: {command}"


def test_what_is_not_run_is_there() -> None:
    """A reason for a command that nobody shows any more is to be deleted."""
    for pattern in NOT_RUN:
        assert any(re.match(pattern, command) for _, command in shown()), pattern


def test_the_example_of_a_client_starts_the_server(folder: Path) -> None:
    text = next(block.text for block in blocks(ROOT / "docs" / "integrations.md") if block.kind == "json")
    server = json.loads(text)["mcpServers"]["rubricator"]
    words = [server["command"], *server["args"]]
    build_parser(words[1:2]).parse_args(words[1:])
    told = run(" ".join(words).replace("/home/me/saved-pages", str(folder / "examples")))
    assert "'kiln.html', 'menu.html'" in told and "'section'" in told


def test_a_wrong_output_is_seen() -> None:
    with pytest.raises(AssertionError):
        compare("one\ntwo\n", "one\nthree\n", "test")
    compare("one\ntwo\nthree\n", "one\n...\nthree\n", "test")


@pytest.mark.usefixtures("folder")
def test_a_command_that_fails_is_seen() -> None:
    for wrong in ("rubricator outline none.html", "ls none", "wget page.html"):
        with pytest.raises(AssertionError):
            run(wrong)
