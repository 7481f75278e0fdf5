"""Pages that are changed on disk, as the studio's scripts ask about them."""

from __future__ import annotations

from pathlib import Path

from rubricator.serve.settings import Settings
from tests.serve.servers import serving

from .steps import body, folder_pages, marks, put

BEFORE = "<h1>Boats</h1><p>All.<h2>Rowing</h2><p>Slow.<h2>Sailing</h2><p>Fast."
AFTER = "<h1>Boats</h1><p>All of them.<h2>Rowing</h2><p>Slow."


def test_what_is_of_the_page_as_it_was_is_kept_and_told(tmp_path: Path) -> None:
    boats, kiln = tmp_path / "boats.html", tmp_path / "kiln.html"
    boats.write_text(BEFORE, "utf-8")
    kiln.write_text("<h1>Kiln</h1><p>Hot.<h2>Fees</h2><p>None.", "utf-8")
    with serving(Settings(port=0, workers=1, pages=tmp_path, annotations=tmp_path / "gold")) as client:
        pages = folder_pages(client)
        for page in pages:
            for name in ("ada", "ben"):
                assert put(client, page, name, body(marks(client, page, name))).status == 200
        seen = marks(client, pages[0], "ada")
        assert (seen["from"], seen["older"]) == ("annotation", [])
        assert client.get("/data/agreement", left="ada", right="ben").json()["pages"] == 2

        boats.write_text(AFTER, "utf-8")
        assert put(client, pages[0], "ada", body(seen)).status == 409
        found = client.get("/data/agreement", left="ada", right="ben").json()
        assert found["pages"] == 1
        assert len(found["messages"]) == 1 and "boats.html is left out" in found["messages"][0]

        now = marks(client, pages[0], "ada")
        assert now["from"] == "method"
        assert [(one["kind"], len(one["headings"])) for one in now["older"]] == [("annotation", 3)]
        brought = marks(client, pages[0], "ada", older=now["older"][0]["name"])
        assert brought["messages"][:2] == [
            "2 of 3 headings were found in the page as it is now.",
            "Not found: “Sailing”.",
        ]
        before = (tmp_path / "gold" / "ada" / "boats.json").read_bytes()
        assert put(client, pages[0], "ada", body(brought)).status == 200
        (kept,) = (tmp_path / "gold" / "ada" / ".old").glob("boats.*.json")
        assert kept.read_bytes() == before
        assert [one["path"] for one in marks(client, pages[0], "ada")["older"]] == [str(kept)]
        assert client.get(f"/data/pages/{pages[0]}/marks", annotator="ada", older="../x").status == 422


def test_pages_that_differ_in_their_endings_have_files_of_their_own(tmp_path: Path) -> None:
    for ending in ("htm", "html", "xhtml"):
        (tmp_path / f"boats.{ending}").write_text(BEFORE + ending, "utf-8")
    gold = tmp_path / "gold" / "ada"
    with serving(Settings(port=0, workers=1, pages=tmp_path, annotations=tmp_path / "gold")) as client:
        pages = folder_pages(client)
        for page in pages:
            assert put(client, page, "ada", body(marks(client, page, "ada"))).status == 200
        assert sorted(one.name for one in gold.glob("*.json")) == ["boats.htm.json", "boats.json", "boats.xhtml.json"]
        for page in pages:
            seen = marks(client, page, "ada")
            assert (seen["from"], seen["older"]) == ("annotation", [])

        (gold / "boats.json").unlink()
        (gold / "boats.htm.json").rename(gold / "boats.json")  # as one file for all was called
        assert [marks(client, page, "ada")["from"] for page in pages] == ["annotation", "method", "annotation"]


def test_drafts_of_pages_that_shared_a_name_are_found(tmp_path: Path) -> None:
    for ending in ("htm", "html"):
        (tmp_path / f"boats.{ending}").write_text(BEFORE + ending, "utf-8")
    drafts = tmp_path / "gold" / "ada" / ".drafts"
    with serving(Settings(port=0, workers=1, pages=tmp_path, annotations=tmp_path / "gold")) as client:
        page = folder_pages(client)[0]
        assert put(client, page, "ada", body(marks(client, page, "ada")), "draft").status == 200
        (draft,) = drafts.glob("boats.htm.*.json")
        draft.rename(drafts / draft.name.replace(".htm.", "."))
        assert marks(client, page, "ada")["from"] == "draft"
