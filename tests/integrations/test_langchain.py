"""The adapter for LangChain, with LangChain."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

pytest.importorskip("langchain_core")

from langchain_core.documents import Document

from rubricator.errors import LoadError
from rubricator.integrations.langchain import RubricatorLoader, RubricatorSplitter

from .pages import BREAD, KILN, ROOT


def test_documents_have_the_headers_of_their_path() -> None:
    found = RubricatorSplitter(method="tags").split_text(BREAD)
    assert [one.page_content.partition("\n")[0] for one in found] == ["Bread", "Flour", "Rye", "Water"]
    rye = found[2]
    headers = {key: value for key, value in rye.metadata.items() if key.startswith("Header")}
    assert headers == {"Header 1": "Bread", "Header 2": "Flour", "Header 3": "Rye"}
    assert rye.metadata["heading_path"] == "Bread > Flour > Rye"
    assert (rye.metadata["level"], rye.metadata["anchor"], rye.metadata["title"]) == (3, "rye", "Bread")
    assert all(isinstance(value, str | int | float) for one in found for value in one.metadata.values())


def test_text_is_text_whatever_it_declares() -> None:
    assert "bake – all" in RubricatorSplitter().split_text(BREAD)[0].page_content
    assert RubricatorSplitter().split_text("http://example.org/")[0].page_content == "http://example.org/"
    assert RubricatorSplitter().split_text("<p>a \ud800 b")[0].page_content == "a \ufffd b"
    assert RubricatorSplitter().split_text("") == []


def test_start_index_and_end_index_are_in_the_text_of_the_page() -> None:
    import rubricator

    text = rubricator.read(BREAD).text
    for one in RubricatorSplitter(method="tags").split_text(BREAD):
        place = text[one.metadata["start_index"] : one.metadata["end_index"]]
        assert place.split() == one.page_content.split()


def test_a_limit_splits_and_repeats() -> None:
    found = RubricatorSplitter(method="tags", max_chars=30, overlap=8).split_text(BREAD)
    assert max(len(one.page_content) for one in found) <= 30
    assert len([one for one in found if one.metadata["Header 1"] == "Bread"]) == len(found) > 6


def test_transforming_keeps_metadata_and_links_to_the_source() -> None:
    given = [Document(page_content=BREAD, metadata={"source": "https://example.org/b", "language": "en"})]
    splitter = RubricatorSplitter(method="tags")
    (_, flour, *_) = splitter.transform_documents(given)
    assert flour.metadata["language"] == "en"
    assert flour.metadata["link"] == "https://example.org/b#flour"
    assert splitter.split_documents(given) == list(splitter.transform_documents(given))
    with pytest.raises(ValueError, match="zip"):
        splitter.create_documents([BREAD], [])


def test_files_are_split_with_their_styles() -> None:
    found = RubricatorLoader(KILN, method="heps").load()
    assert {one.metadata.get("Header 2") for one in found} >= {"Booking a firing", "Loading the kiln"}
    assert RubricatorSplitter(method="heps").split_text_from_file(KILN) == found


def test_a_page_as_one_document(tmp_path: Path) -> None:
    (page,) = RubricatorLoader([str(KILN)], mode="single").load()
    assert page.page_content.startswith("# Sharing the big kiln\n")
    assert page.metadata == {"source": str(KILN), "title": "Sharing the big kiln"}
    with pytest.raises(LoadError):
        RubricatorLoader(tmp_path / "missing.html").load()


def test_the_example_finds_the_answer(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["langchain_search.py"])
    runpy.run_path(str(ROOT / "examples" / "langchain_search.py"), run_name="__main__")
    assert capsys.readouterr().out.startswith("Sharing the big kiln > Booking a firing > How far ahead\n")
