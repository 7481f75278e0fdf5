"""`rubricator index`, `rubricator search` and `rubricator evaluate retrieval` as a person runs them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rubricator.cli import main

from ..search.pages import GARDEN, KILN, ORCHARD


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    pages = tmp_path / "pages"
    pages.mkdir()
    (pages / "kiln.html").write_text(KILN, "utf-8")
    (pages / "garden.htm").write_text(GARDEN, "utf-8")
    (pages / "notes.txt").write_text("no page", "utf-8")
    (pages / "again.html").symlink_to(pages / "kiln.html")
    return pages


def test_index_and_search(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    index = str(tmp_path / "my.idx")
    assert main(["index", str(folder), "-o", index, "--method", "tags"]) == 0
    assert capsys.readouterr().out == f"{index}: 2 pages put in, 0 taken out\n"
    assert main(["search", index, "dust", "shelves"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "1. The kiln > Loading > Shelves"
    assert lines[1].strip() == "*Dust* *shelves* with alumina."
    assert lines[2].split()[0] == str(folder / "kiln.html")
    assert "/html[1]/body[1]/h3[1]" in lines[2]


def test_json(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    index = str(tmp_path / "my.idx")
    main(["index", str(folder), "-o", index, "--method", "tags"])
    capsys.readouterr()
    assert main(["search", index, "noon", "--json", "--level", "page", "-n", "1"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["query"] == "noon"
    assert answer["terms"] == ["noon"]
    assert answer["warnings"] == []
    (result,) = answer["results"]
    assert result["headings"][0] in ("The kiln", "The garden")
    (mark,) = result["snippet"]["marks"]
    assert result["snippet"]["text"][slice(*mark)] == "noon"


def test_pages_are_changed_and_deleted(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    index = str(tmp_path / "my.idx")
    main(["index", str(folder), "-o", index])
    (folder / "kiln.html").write_text(ORCHARD, "utf-8")
    assert main(["index", str(folder / "kiln.html"), "-o", index, "--delete", str(folder / "garden.htm")]) == 0
    assert "1 page put in, 1 taken out" in capsys.readouterr().out
    assert main(["search", index, "alumina"]) == 1
    assert main(["search", index, "beans"]) == 1
    assert capsys.readouterr().err == "rubricator: nothing found\n" * 2
    assert main(["search", index, "Apfel"]) == 0
    assert main(["index", "-o", index, "--delete", "none"]) == 1
    assert "none is not in the index" in capsys.readouterr().err


def test_a_page_has_one_name_and_a_folder_names_all_of_its_own(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(folder)
    index = str(tmp_path / "my.idx")
    (folder / "more").mkdir()
    (folder / "more" / "orchard.html").write_text(ORCHARD, "utf-8")
    assert main(["index", "./kiln.html", "more", "-o", index]) == 0
    assert main(["index", "kiln.html", "-o", index]) == 0
    capsys.readouterr()
    assert main(["index", "-o", index, "--delete", "./kiln.html", "more/"]) == 0
    assert "0 pages put in, 2 taken out" in capsys.readouterr().out
    assert main(["index", "-o", index, "--delete", "more", ""]) == 1


def test_a_page_without_text_is_left_out(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    index, page = str(tmp_path / "my.idx"), folder / "kiln.html"
    assert main(["index", str(page), "-o", index]) == 0
    page.write_text("", "utf-8")
    assert main(["index", str(page), "-o", index]) == 1
    told = capsys.readouterr()
    assert f"{page} was left out: it has no text" in told.err
    assert told.out.endswith("0 pages put in, 0 taken out\n")
    assert main(["search", index, "shelves"]) == 1


def test_a_name_with_a_less_than_sign_is_a_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pages, index = tmp_path / "pages", str(tmp_path / "my.idx")
    pages.mkdir()
    (pages / "a<b.html").write_text(KILN, "utf-8")
    assert main(["index", str(pages), "-o", index]) == 0
    assert main(["search", index, "alumina"]) == 0
    assert "The kiln > Loading > Shelves" in capsys.readouterr().out


def test_a_bad_page_is_told_and_the_rest_is_indexed(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    index = str(tmp_path / "my.idx")
    assert main(["index", str(folder), str(tmp_path / "none.html"), "-o", index]) == 1
    found = capsys.readouterr()
    assert "2 pages put in" in found.out
    assert "none.html was left out" in found.err
    assert main(["search", index, "beans"]) == 0


def test_wrong_use_and_odd_queries(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    index = str(tmp_path / "my.idx")
    assert main(["search", index, "x"]) == 2
    assert "there is no index; make one with" in capsys.readouterr().err
    (tmp_path / "damaged").write_bytes(b"SQLite format 3\x00" + bytes(range(256)) * 8)
    assert main(["search", str(tmp_path / "damaged"), "x"]) == 2
    assert f"rubricator: {tmp_path / 'damaged'}: " in capsys.readouterr().err
    assert main(["index", "-o", index]) == 2
    assert main(["index", str(folder), "-o", index, "--language", "tlh"]) == 2
    assert main(["index", str(folder), "-o", index, "--method", "rubric:none=1"]) == 2
    assert main(["search", index, "x"]) == 2
    assert "never finished" in capsys.readouterr().err
    assert main(["index", str(folder), "-o", index]) == 0
    assert main(["index", str(folder), "-o", index, "--method", "tags"]) == 2
    assert main(["search", index, "x", "--share", "2"]) == 2
    capsys.readouterr()
    assert main(["search", index, "the", "of"]) == 1
    assert "the query has only stop words" in capsys.readouterr().err
    assert main(["search", index, "🔥"]) == 1
    Path(index).write_bytes(b"not an index at all, but long enough to look like a file" * 20)
    assert main(["search", index, "x"]) == 2
    assert "that is not an index of rubricator; name one" in capsys.readouterr().err


def test_a_folder_without_pages_is_told_and_makes_no_index(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "notes.txt").write_text("no page", "utf-8")
    assert main(["index", str(tmp_path), "-o", str(tmp_path / "my.idx")]) == 2
    assert "no pages in what was named" in capsys.readouterr().err
    assert not (tmp_path / "my.idx").exists()


def test_bulk_export(folder: Path, tmp_path: Path) -> None:
    index, bulk, mapping = (str(tmp_path / name) for name in ("my.idx", "bulk.jsonl", "mapping.json"))
    assert main(["index", str(folder), "-o", index, "--bulk", "blocks", bulk, "--mapping", mapping]) == 0
    lines = Path(bulk).read_text("utf-8").splitlines()
    assert all(json.loads(line)["index"]["_index"] == "blocks" for line in lines[::2])
    assert json.loads(Path(mapping).read_text("utf-8"))["mappings"]["properties"]["text"]["type"] == "text"
    assert main(["index", "-o", index, "--bulk", "blocks", str(tmp_path / "none" / "x")]) == 1


def test_evaluate_retrieval(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "index.html").write_text("<h1>alumina beans noon diary</h1>", "utf-8")
    (folder / "kiln.html").write_text(KILN.replace("<h3>", "<h3 id=shelves>"), "utf-8")
    queries = tmp_path / "queries.tsv"
    lines = [f"alumina shelves {number}\tkiln.html#shelves\n" for number in range(8)]
    queries.write_text("".join([*lines, "beans\tgarden.htm\n"]), "utf-8")
    written = tmp_path / "figures.json"
    command = ["evaluate", "retrieval", str(folder), str(queries), "--leave-out", "index.html", "--methods", "tags"]
    assert main([*command, "--titles", "--alphas", "--feedback", "--json", str(written)]) == 0
    assert capsys.readouterr().out.startswith("2 pages; 9 queries")
    rows = {row["name"]: row["measures"] for row in json.loads(written.read_text("utf-8"))}
    assert rows["tags, default"]["J"] == rows["tags, default"]["page MRR"] == 1
    assert 0 < rows["whole pages"]["J"] < 0.5
    assert {"pages, no feedback", "pages, 10 terms from pages", "pages, 10 terms from tags", "tags, 10 terms"} <= set(
        rows
    )
    assert any(name.startswith("BasicField+CombTitle, alpha") for name in rows)


def test_evaluate_retrieval_with_bad_gold(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    queries = tmp_path / "queries.tsv"
    for text, message in (
        ("no tab here\n", "line 1 is not `query TAB page.html#anchor`"),
        ("", "there are no queries"),
        ("a\tother.html\n", "none of the pages that the queries ask for is there"),
    ):
        queries.write_text(text, "utf-8")
        assert main(["evaluate", "retrieval", str(folder), str(queries)]) == 1
        assert message in capsys.readouterr().err
    assert main(["evaluate", "retrieval", str(tmp_path / "none"), str(queries)]) == 1
    assert main(["evaluate", "retrieval", str(folder), str(queries), "--methods", "none"]) == 2


def test_an_unknown_method_is_told_and_makes_no_index(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    index = tmp_path / "my.idx"
    assert main(["index", str(folder), "-o", str(index), "--method", "tag"]) == 2
    assert "unknown method 'tag'" in capsys.readouterr().err
    assert not index.exists()


def test_an_index_keeps_the_parameters_of_its_method(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page, index = tmp_path / "a.html", str(tmp_path / "i.db")
    page.write_text(KILN, "utf-8")
    assert main(["index", str(page), "-o", index, "--method", "heps:preset=reference"]) == 0
    assert main(["index", str(page), "-o", index]) == 0
    assert main(["index", str(page), "-o", index, "--method", "heps"]) == 2
    assert "heps:preset=reference" in capsys.readouterr().err
    assert main(["index", str(page), "-o", str(tmp_path / "j.db"), "--method", "heps:preset=none"]) == 2
    assert "unknown preset 'none' of heps" in capsys.readouterr().err
