"""`rubricator train` as a person runs it."""

from __future__ import annotations

from pathlib import Path

import pytest

from rubricator.cli import main
from rubricator.evaluate.folds import write_table
from rubricator.segment.rubric.learned_model import load_model, save_model

from ..evaluate.gold_files import CONTENT, LINES, SECTIONS, TITLE, write
from ..evaluate.pages import HTML, render
from ..learn.pages import gold, html, write_annotation
from ..segment.rubric.forests import tiny_model

OTHERS = {"asdus": SECTIONS, "cleaneval": LINES, "wcxb": CONTENT, "l3s": TITLE}
ODD = "<div style='text-align:right;font-size:11px;color:#999'>", "</div>"


@pytest.fixture
def base(tmp_path: Path) -> str:
    save_model(tiny_model(), tmp_path / "base.npz")
    return str(tmp_path / "base.npz")


@pytest.fixture
def marked(tmp_path: Path) -> Path:
    folder = tmp_path / "mine"
    folder.mkdir()
    for number in range(6):
        write_annotation(folder, number, *ODD)
    return folder


@pytest.fixture
def corpora(tmp_path: Path) -> list[str]:
    """Write small corpora and their fold table; return the options that name them."""
    folds = {}
    for number in range(9):
        right = gold(number, render(html(number)))
        headings = [
            {"text": one.text, "level": one.level, "parent": one.parent, "run_in": False, "then": one.then, "ends": ""}
            for one in right.headings
        ]
        body = {"starts": right.body[0], "ends": right.body[1]} if right.body else None
        fields = {"id": f"outline/p{number}", "kind": "outline", "page": "page.html", "title": right.titles[0]}
        folder = tmp_path / "corpora" / "outline" / f"p{number}"
        write(folder, fields | {"body": body, "headings": headings}, html=html(number))
        folds[f"outline/p{number}/page.html"] = number % 3
    for number, (name, other) in enumerate(OTHERS.items()):
        write(tmp_path / "corpora" / name / "x", other, html=f"{HTML}<!-- {name} -->")
        folds[f"{name}/x/page.html"] = number % 3
    write_table(tmp_path / "folds.json", dict.fromkeys(folds, "g"), folds)
    return ["--corpora", str(tmp_path / "corpora"), "--folds", str(tmp_path / "folds.json")]


def test_a_model_is_adapted_to_annotations(
    tmp_path: Path, marked: Path, base: str, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "own.npz"
    assert main(["train", "rubric", "--gold", str(marked), "--base", base, "-o", str(out)]) == 0
    printed = capsys.readouterr()
    assert printed.out == f"{out}: {out.stat().st_size} bytes, trained on 6 marked pages\n"
    assert printed.err == ""
    assert len(load_model(str(out)).trained_on) == 8
    assert main(["outline", "--method", "rubric", "--param", f"model={out}", str(marked / "p1.html")]) == 0
    assert "Opening hours 1" in capsys.readouterr().out


def test_single_annotation_files(tmp_path: Path, marked: Path, base: str) -> None:
    files = [str(path) for path in sorted(marked.glob("*.json"))[:3]]
    assert main(["train", "rubric", "--gold", *files, "--base", base, "-o", str(tmp_path / "own.npz")]) == 0


def test_training_on_the_corpora(tmp_path: Path, corpora: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "new.npz"
    assert main(["train", "rubric", *corpora, "-o", str(out)]) == 0
    assert "trained on 13 marked pages" in capsys.readouterr().out
    assert len(load_model(str(out)).trained_on) == 13


def test_one_model_per_fold(tmp_path: Path, corpora: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "folds"
    assert main(["train", "rubric", *corpora, "--out-of-fold", "-o", str(out)]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert printed == [
        f"{out}/fold-{fold}.npz: trained on {pages} marked pages" for fold, pages in enumerate((8, 9, 9))
    ]
    assert sorted(path.name for path in out.iterdir()) == ["fold-0.npz", "fold-1.npz", "fold-2.npz", "folds.json"]
    seen = [load_model(str(out / f"fold-{fold}.npz")).trained_on for fold in range(3)]
    assert not seen[0] & seen[1] & seen[2]


def test_a_fold_table_that_lacks_a_page(tmp_path: Path, corpora: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    write_table(tmp_path / "folds.json", {}, {})
    assert main(["train", "rubric", *corpora, "-o", str(tmp_path / "x.npz")]) == 1
    assert "p0/page.html" in capsys.readouterr().err


def test_bayes_learns_from_pages_without_gold(
    tmp_path: Path, marked: Path, corpora: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "bases.npz"
    assert main(["train", "bayes", "--pages", str(marked), "--sweeps", "4", "-o", str(out)]) == 0
    assert capsys.readouterr().out == f"{out}: {out.stat().st_size} bytes, learned from 6 pages\n"
    assert main(["outline", "--method", "bayes", "--param", f"model={out}", str(marked / "p1.html")]) == 0
    assert "Opening hours 1" in capsys.readouterr().out
    assert main(["train", "bayes", *corpora[:2], "--sweeps", "2", "-o", str(out)]) == 0
    assert "learned from 3 pages" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        ("", 2, "method"),
        ("rubric", 2, "--output"),
        ("magic -o x.npz", 2, "magic"),
        ("rubric --corpora corpora -o x.npz", 2, "needs --folds FILE"),
        ("rubric --gold mine --base none.npz -o x.npz", 2, "cannot read the model"),
        ("rubric --gold mine --out-of-fold -o x.npz", 2, "it needs their fold table"),
        ("rubric --gold none -o x.npz", 1, "none"),
        ("rubric --gold bad.json -o x.npz", 1, "bad.json"),
        ("rubric --corpora corpora --folds bad.json -o x.npz", 1, "bad.json is not a fold table"),
        ("rubric --gold mine --base base.npz -o none/x.npz", 2, "none"),
        ("rubric --gold mine --base base.npz -o mine", 2, "that is a folder"),
        ("rubric --gold mine --base base.npz -o base.npz --out-of-fold", 2, "that is a folder, not a file"),
        ("asdus-dd --corpora corpora --folds folds.json --domain Poems -o x.npz", 1, "'Poems'; it has: PP"),
        ("asdus-dd --base x.npz -o x.npz", 2, "asdus-dd is trained on the corpora"),
        ("bayes --pages none -o x.npz", 2, "there is no such file or folder"),
        ("bayes --base x.npz -o x.npz", 2, "bayes learns from pages without gold"),
        ("bayes --pages mine --sweeps 1 -o x.npz", 2, "--sweeps is at least 2"),
        ("bayes --pages empty -o x.npz", 1, "no page to learn from"),
    ],
)
@pytest.mark.usefixtures("marked", "corpora", "base")
def test_wrong_use_is_told_before_training(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: str,
    code: int,
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bad.json").write_text("{}", "utf-8")
    (tmp_path / "empty").mkdir()
    assert main(["train", *arguments.split()]) == code
    assert message in capsys.readouterr().err
    assert not (tmp_path / "x.npz").exists()
