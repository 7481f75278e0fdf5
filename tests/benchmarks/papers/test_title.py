"""The tables of the title paper on small corpora."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import title
import title_tables

from rubricator.segment.rubric.learned_model import save_model
from tests.evaluate.title_files import write_corpora
from tests.segment.rubric.forests import tiny_model


class Script:
    """The command with options that name small corpora."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._options, self._monkeypatch, self._capsys = write_corpora(folder), monkeypatch, capsys

    def __call__(self, *more: str) -> str:
        self._monkeypatch.setattr("sys.argv", ["title.py", *self._options, *more])
        title.main()
        return self._capsys.readouterr().out


@pytest.fixture
def script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Script:
    return Script(tmp_path, monkeypatch, capsys)


def test_the_tables_are_printed(script: Script) -> None:
    printed = script()
    assert "l3s, titles as marked, beside Table 3 (TREC)" in printed
    assert "outline, titles by the specification, beside Table 4 (MS)" in printed
    rows = {line[:13].strip(): line.split()[-9:] for line in printed.split("\n\n")[0].splitlines()[3:8]}
    assert rows["largest font"] == ["1.000"] * 4 + ["|", ".528", ".643", ".580", ".523"]
    assert rows["first unit"] == [".000"] * 4 + ["|", ".327", ".402", ".360", ".327"]
    assert rows["perceptron"][:4] == ["1.000"] * 4


def test_the_say_of_rubric_is_measured_out_of_fold(tmp_path: Path, script: Script) -> None:
    models = tmp_path / "models"
    models.mkdir()
    for fold in range(3):
        save_model(tiny_model(), models / f"fold-{fold}.npz")
    table = tmp_path / "folds.json"
    (models / "folds.json").write_bytes(table.read_bytes())
    printed = script("--models", str(models))
    assert printed.count("\nnetwork") == 6 and printed.count("\nwith rubric") == 6
    other = json.loads(table.read_text("utf-8"))
    other["pages"]["l3s/p1/page.html"]["fold"] = 2
    models.rename(tmp_path / "others")
    (tmp_path / "others" / "folds.json").write_text(json.dumps(other), "utf-8")
    with pytest.raises(SystemExit, match="trained by other folds"):
        script("--models", str(tmp_path / "others"))


def test_transfer_and_features(script: Script, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(title_tables, "VARIANTS", ("perceptron",))
    lines = script("--tables", "transfer,features").splitlines()
    transfer = next(line for line in lines if line.startswith("perceptron: l3s, trained on outline"))
    assert transfer.split("|")[0].split()[-4:] == ["1.000"] * 4
    assert transfer.split("|")[1].split() == [".698", ".615", ".654", ".642"]
    assert any(line.startswith("App, font size (30)") for line in lines)
    assert any(line.startswith("All (245)") for line in lines)


def test_a_table_that_does_not_exist(script: Script) -> None:
    with pytest.raises(SystemExit):
        script("--tables", "seven")
