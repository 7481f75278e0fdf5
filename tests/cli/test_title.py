"""`rubricator train title` and `rubricator evaluate title` as a person runs them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import rubricator
from rubricator.cli import main
from rubricator.evaluate.folds import write_table
from rubricator.evaluate.models import fold_models
from rubricator.segment.rubric.model import save_model as save_rubric
from rubricator.segment.title.model import load_model

from ..segment.rubric.forests import tiny_model

WORDS = "Bread Wells Hedges Ferries Bells Clocks Looms Orchards Kilns Mills Ropes Sails".split()


def html(number: int) -> str:
    name = f"{WORDS[number]} of the valley"
    return (
        f"<title>{name}</title><ul><li><a href='/'>Home</a><li><a href='/n'>News</a></ul>"
        f"<div style='font-size:30px'>{name}</div><p>{'Words that go on for a while about it. ' * 4}<p>The end {number}"
    )


@pytest.fixture
def corpora(tmp_path: Path) -> list[str]:
    """Write small corpora and their fold table; return the options that name them."""
    folds = {}
    for number, word in enumerate(WORDS):
        corpus = "l3s" if number % 2 else "outline"
        folder = tmp_path / "corpora" / corpus / f"p{number}"
        folder.mkdir(parents=True)
        (folder / "page.html").write_text(html(number), "utf-8")
        gold: dict[str, object] = {"id": f"{corpus}/p{number}", "page": "page.html", "title": f"{word} of the valley"}
        if corpus == "l3s":
            gold |= {"kind": "title", "url": None, "full_text": "The end"}
        else:
            gold |= {"kind": "outline", "body": None, "headings": []}
        (folder / "gold.json").write_text(json.dumps(gold), "utf-8")
        folds[f"{corpus}/p{number}/page.html"] = number // 2 % 3
    write_table(tmp_path / "folds.json", dict.fromkeys(folds, "g"), folds)
    return ["--corpora", str(tmp_path / "corpora"), "--folds", str(tmp_path / "folds.json")]


def test_a_model_is_trained_and_used(tmp_path: Path, corpora: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "new.npz"
    assert main(["train", "title", "--variant", "perceptron", *corpora, "-o", str(out)]) == 0
    assert capsys.readouterr().out == f"{out}: {out.stat().st_size} bytes, trained on 12 marked pages\n"
    assert load_model(str(out)).card["examples"] == {"l3s": 6, "outline": 6}
    page = html(3).replace("Ferries of the valley", "Locks and bridges")
    assert [title.text for title in rubricator.titles(page, model=str(out))] == ["Locks and bridges"]


def test_network_and_trees_are_trained(tmp_path: Path, corpora: list[str]) -> None:
    assert main(["train", "title", *corpora, "-o", str(tmp_path / "new.npz")]) == 0
    assert load_model(str(tmp_path / "new.npz")).variant == "network"


def test_one_model_per_fold(tmp_path: Path, corpora: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "models"
    assert main(["train", "title", "--variant", "perceptron", *corpora, "--out-of-fold", "-o", str(out)]) == 0
    assert capsys.readouterr().out.count("trained on 8 marked pages") == 3
    known = fold_models(out)
    pages = [load_model(str(path)).trained_on for path in known.models]
    assert [len(one) for one in pages] == [8, 8, 8]
    assert len(frozenset.union(*pages)) == 12


def test_the_tables_are_printed(corpora: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["evaluate", "title", *corpora]) == 0
    printed = capsys.readouterr().out
    assert "l3s, titles as marked, beside Table 3 (TREC)" in printed
    assert "outline, titles by the specification, beside Table 4 (MS)" in printed
    rows = {line[:13].strip(): line.split()[-9:] for line in printed.split("\n\n")[0].splitlines()[3:8]}
    assert rows["largest font"] == ["1.000"] * 4 + ["|", ".528", ".643", ".580", ".523"]
    assert rows["first unit"] == [".000"] * 4 + ["|", ".327", ".402", ".360", ".327"]
    assert rows["perceptron"][:4] == ["1.000"] * 4


def test_the_say_of_rubric_is_measured_out_of_fold(
    tmp_path: Path, corpora: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    models = tmp_path / "models"
    models.mkdir()
    for fold in range(3):
        save_rubric(tiny_model(), models / f"fold-{fold}.npz")
    table = tmp_path / "folds.json"
    (models / "folds.json").write_bytes(table.read_bytes())
    assert main(["evaluate", "title", *corpora, "--models", str(models)]) == 0
    printed = capsys.readouterr().out
    assert printed.count("\nnetwork") == 6 and printed.count("\nwith rubric") == 6
    other = json.loads(table.read_text("utf-8"))
    other["pages"]["l3s/p1/page.html"]["fold"] = 2
    models.rename(tmp_path / "others")
    (tmp_path / "others" / "folds.json").write_text(json.dumps(other), "utf-8")
    assert main(["evaluate", "title", *corpora, "--models", str(tmp_path / "others")]) == 2
    assert "trained by other folds" in capsys.readouterr().err


def test_transfer_and_features(
    corpora: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rubricator.evaluate.papers.title_tables.VARIANTS", ("perceptron",))
    assert main(["evaluate", "title", *corpora, "--tables", "transfer,features"]) == 0
    lines = capsys.readouterr().out.splitlines()
    transfer = next(line for line in lines if line.startswith("perceptron: l3s, trained on outline"))
    assert transfer.split("|")[0].split()[-4:] == ["1.000"] * 4
    assert transfer.split("|")[1].split() == [".698", ".615", ".654", ".642"]
    assert any(line.startswith("App, font size (30)") for line in lines)
    assert any(line.startswith("All (245)") for line in lines)


def test_wrong_use(tmp_path: Path, corpora: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["evaluate", "title", *corpora, "--tables", "seven"]) == 2
    assert "there is no 'seven'; choose of: methods, transfer, features" in capsys.readouterr().err
    assert main(["train", "title", "--gold", str(tmp_path), *corpora, "-o", str(tmp_path / "x.npz")]) == 2
    assert "--gold and --base are for rubric" in capsys.readouterr().err
    assert main(["train", "title", *corpora[:2], "-o", str(tmp_path / "x.npz")]) == 2
    assert "needs --folds FILE" in capsys.readouterr().err
