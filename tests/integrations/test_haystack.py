"""The adapter for Haystack, with Haystack: `make verify` installs it."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

pytest.importorskip("haystack")

from haystack import Pipeline
from haystack.dataclasses import ByteStream

from rubricator.errors import UsageError
from rubricator.integrations.haystack import RubricatorToDocuments

from .pages import BREAD, ROOT


def stream() -> ByteStream:
    return ByteStream(BREAD.encode("iso-8859-1", "replace"), meta={"url": "https://example.org/b"})


def test_documents_have_the_metadata_of_haystacks_splitters() -> None:
    found = RubricatorToDocuments(method="tags").run([stream()], meta={"team": "bakers"})["documents"]
    assert [one.meta["header"] for one in found] == ["Bread", "Flour", "Rye", "Water"]
    rye = found[2]
    assert rye.content.startswith("Rye\nDark and heavy")
    assert rye.meta["parent_headers"] == ["Bread", "Flour"]
    assert (rye.meta["split_id"], rye.meta["team"], rye.meta["url"]) == (2, "bakers", "https://example.org/b")
    assert rye.meta["link"] == "https://example.org/b#rye"
    assert len({one.id for one in found}) == 4


def test_files_and_pages_that_cannot_be_read(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    page = tmp_path / "bread.html"
    page.write_text(BREAD.replace("iso-8859-1", "utf-8"), "utf-8")
    found = RubricatorToDocuments(method="tags").run([str(page), tmp_path / "missing.html"])["documents"]
    assert {one.meta["file_path"] for one in found} == {str(page)}
    assert "missing.html" in caplog.text
    with pytest.raises(UsageError):
        RubricatorToDocuments(method="nothing").run([str(page)])


def test_a_pipeline_can_be_saved_and_loaded() -> None:
    pipeline = Pipeline()
    pipeline.add_component("sections", RubricatorToDocuments(method="tags", max_chars=40))
    loaded = Pipeline.loads(pipeline.dumps(), allowed_modules=["rubricator.integrations.haystack"])
    found = loaded.run({"sections": {"sources": [stream()]}})["sections"]["documents"]
    assert max(len(one.content) for one in found) <= 40


def test_the_example_finds_the_answer(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["haystack_search.py"])
    runpy.run_path(str(ROOT / "examples" / "haystack_search.py"), run_name="__main__")
    assert capsys.readouterr().out.startswith("Sharing the big kiln > Booking a firing > How far ahead\n")
