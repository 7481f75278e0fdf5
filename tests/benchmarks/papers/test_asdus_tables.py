"""The tables of the ASDUS paper on small corpora."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from asdus_tables import TABLE_2, TABLE_3, table_2, table_3, table_4, tuned
from paper_table import show

from rubricator.errors import UsageError
from rubricator.evaluate.folds import write_table
from rubricator.evaluate.gold.corpora import read_corpus
from rubricator.segment.asdus.domain_model import save_model
from tests.segment.asdus.models import tiny_model
from tests.segment.asdus.pages import SUBJECTS, policy, prose


@pytest.fixture
def corpora(tmp_path: Path) -> Path:
    for domain in ("PP", "TOS"):
        folder = tmp_path / "asdus" / f"{domain}__one.example"
        folder.mkdir(parents=True)
        (folder / "page.html").write_text(policy(), "utf-8")
        sections = [{"title": subject, "prose": [prose(subject)]} for subject in SUBJECTS]
        gold = {"id": f"asdus/{folder.name}", "page": "page.html", "kind": "sections", "domain": domain}
        (folder / "gold.json").write_text(json.dumps({**gold, "sections": sections}), "utf-8")
    return tmp_path


def test_table_2_has_all_domains_beside_the_published_figures(corpora: Path) -> None:
    table = table_2(read_corpus(corpora, "asdus"), corpora)
    rows = {row.name: row for row in table.rows[:5]}
    assert list(rows) == [
        "asdus-di:preset=paper",
        "  PP, 1 pages",
        "  TOS, 1 pages",
        "  Misc, 0 pages",
        "  all, 2 pages",
    ]
    assert rows["  all, 2 pages"].ours == (1.0,) * 13
    assert rows["  TOS, 1 pages"].published == TABLE_2["TOS"]
    assert [row.published for row in table.rows[5:]] == [None] * 15
    assert show(table).startswith("Table 2: results of the DI model")


def test_table_3_leaves_out_each_feature(corpora: Path) -> None:
    table = table_3(read_corpus(corpora, "asdus"), corpora)
    assert [row.name for row in table.rows] == list(TABLE_3)
    assert table.rows[-1].ours == (1.0, 1.0, 1.0)


def test_values_are_chosen_on_other_folds(corpora: Path) -> None:
    folder = corpora / "asdus" / "TOS__one.example"
    subjects = tuple(f"{one} {'and what you should know about it ' * 3}".strip() for one in SUBJECTS)
    (folder / "page.html").write_text(policy(subjects=subjects), "utf-8")
    gold = json.loads((folder / "gold.json").read_text("utf-8"))
    gold["sections"] = [{"title": one, "prose": [prose(one)]} for one in subjects]
    (folder / "gold.json").write_text(json.dumps(gold), "utf-8")
    folds = {f"asdus/{domain}__one.example/page.html": number for number, domain in enumerate(("PP", "TOS"))}
    table = tuned("asdus-di", read_corpus(corpora, "asdus"), corpora, folds, None)
    assert [row.name for row in table.rows] == [
        "fold 0, 1 pages: share 0.0, longest 150.0",
        "fold 1, 1 pages: share 0.0, longest 100.0",
        "all 2 pages, values of the other folds",
    ]
    ours = [row.ours for row in table.rows]
    assert ours[0] == (1.0,) * 13
    assert ours[1] is not None and ours[1][1] == 0


def test_table_4_is_out_of_fold(corpora: Path, tmp_path: Path) -> None:
    golds = [gold for gold in read_corpus(corpora, "asdus") if gold.domain == "PP"]
    folder = tmp_path / "models"
    folder.mkdir()
    with pytest.raises(UsageError, match="not a folder of out-of-fold models"):
        table_4(golds, corpora, folder)
    keys = {f"asdus/{domain}__one.example/page.html": domain for domain in ("PP", "TOS")}
    write_table(folder / "folds.json", keys, dict.fromkeys(keys, 0))
    save_model(tiny_model(), folder / "fold-0.npz")
    table = table_4(golds, corpora, folder)
    assert [row.name for row in table.rows] == ["asdus-dd:preset=paper, 1 pages", "asdus-dd:preset=improved, 1 pages"]
    assert table.rows[0].ours == (1.0,) * 13
