"""`rubricator batch`: one row for every record, in the formats and with the columns that the documentation names."""

from __future__ import annotations

import gzip
import json
import os
import pty
import re
import subprocess
from pathlib import Path

import archives
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import rubricator
from rubricator.batch.rows import COLUMNS
from rubricator.cli import main
from tests.batch.runs import batch, command, environment, rows, same

NAMES = ["url", "warc_record_id", "warc_date", "title", "text", "structure", "method", "warnings", "error", "ms"]
STYLED = (
    "<title>T</title><link rel=stylesheet href=/style.css><body><div class=over>Fees</div><p>None.<p class=gone>Secret."
)
CHEAP = ("--method", "tags", "--workers", 1)


def record(url: str, body: bytes, kind: str = "text/html", *headers: str) -> bytes:
    return archives.record(url, archives.response(body, kind, *headers))


@pytest.fixture(scope="module")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive with all that is met in archives, good and bad."""
    folder = tmp_path_factory.mktemp("mixed")
    good = list(archives.records(6))
    parts = [
        *good[:3],
        record(
            "http://a/latin", "<title>t</title><h1>Über</h1><p>ä".encode("latin-1"), "text/html; charset=iso-8859-1"
        ),
        record("http://a/packed", gzip.compress(b"<h1>Packed</h1><p>x"), "text/html", "Content-Encoding: gzip"),
        record("http://a/empty", b""),
        record("http://a/picture", b"\x89PNG" + bytes(100), "image/png"),
        record("http://a/lies", b"%PDF-1.4 not a page"),
        b"GARBAGE\r\n\r\n",
        record("http://a/long", b"<h1>Long</h1><p>x").replace(b"Content-Length: ", b"Content-Length: 9", 1),
        record("http://a/huge", b"<h1>Huge</h1><p>" + b"x" * (60 << 20)),
        *good[3:],
    ]
    return archives.write(folder / "mixed.warc.gz", parts)


def test_every_record_has_its_row(mixed: Path, tmp_path: Path) -> None:
    done = batch(mixed, "-o", tmp_path / "out", *CHEAP, "--timeout", 20)
    found = {str(row["url"]).rpartition("/")[2]: row for row in rows(tmp_path / "out")}
    assert len(rows(tmp_path / "out")) == 15
    assert list(next(iter(found.values()))) == list(COLUMNS)
    assert set(NAMES) < set(COLUMNS)
    errors = {name: str(row["error"]) for name, row in found.items() if row["error"]}
    huge = errors.pop("huge", None)
    assert huge is None or huge.partition(":")[0] in ("timeout", "memory")
    assert errors == {
        "picture": "not-html: image/png",
        "style.css": "not-html: text/css",
        "lies": "load: the page seems to be a PDF document, not a web page; give the web page itself",
        "None": "broken-record: 11 bytes that are no WARC record",
    }
    assert found["latin"]["text"] == "Über ä"
    assert found["packed"]["text"] == "Packed x"
    assert found["empty"]["text"] == "" and "empty-page" in str(found["empty"]["warnings"])
    assert found["long"]["text"] == "Long x" and "record-length" in str(found["long"]["warnings"])
    assert found["0"]["warc_record_id"] == "<urn:uuid:00000000-0000-4000-8000-000001000000>"
    assert found["0"]["warc_date"] == "2026-01-02T03:04:05Z"
    assert (found["0"]["title"], found["0"]["method"]) == ("Page 0", "tags")
    assert re.search(r"^pages   15 \(15 rows\)$", done.stdout, re.MULTILINE)
    assert re.search(r"^ms      p50 \d+, p95 \d+$", done.stdout, re.MULTILINE)
    assert re.search(r"pages/s/core", done.stdout)


def test_chunks_are_rows_of_their_own(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text(STYLED, "utf-8")
    batch(page, "-o", tmp_path / "out", "--emit", "chunks", "--max-chars", 12, "--format", "jsonl", *CHEAP)
    found = rows(tmp_path / "out")
    expected = list(rubricator.read(page, method="tags").chunks(max_chars=12))
    assert len(expected) > 1
    assert [json.loads(str(row["structure"])) | {"text": row["text"]} for row in found] == [
        chunk.to_dict() for chunk in expected
    ]
    assert [row["part"] for row in found] == list(range(len(expected)))


def test_stylesheets_of_the_archive_are_used(tmp_path: Path) -> None:
    parts = [
        record("https://pages.example/1", STYLED.encode()),
        record("http://pages.example/style.css", gzip.compress(archives.SHEET), "text/css", "Content-Encoding: gzip"),
    ]
    path = archives.write(tmp_path / "a.warc.gz", parts)
    for name, more in {"with": [], "without": ["--no-stylesheets"]}.items():
        batch(path, "-o", tmp_path / name, *CHEAP, "--emit", "markdown", "--hidden", "drop", *more)
    (used, _), (left, _) = rows(tmp_path / "with"), rows(tmp_path / "without")
    assert "stylesheet-missing" not in str(used["warnings"])
    assert "stylesheet-missing" in str(left["warnings"])
    assert "None." in str(used["text"])
    assert "Secret" not in str(used["text"])
    assert "Secret" in str(left["text"])


def test_tables_lines_and_folders_are_read_in_one_run(tmp_path: Path) -> None:
    inputs = tmp_path / "in"
    inputs.mkdir()
    html = [f"<title>{number}</title><h1>H{number}</h1><p>ü" for number in range(6)]
    pq.write_table(pa.table({"url": ["u0", "u1"], "html": html[:2]}), inputs / "a.parquet")
    lines = [json.dumps({"url": f"u{number}", "html": html[number]}) for number in (2, 3)]
    (inputs / "b.jsonl").write_text("\n".join([*lines, "{"]), "utf-8")
    (inputs / "c.html").write_text(html[4], "utf-8")
    archives.write(inputs / "d.warc.zst", [record("u5", html[5].encode())])
    batch(inputs, "-o", tmp_path / "out", *CHEAP)
    found = rows(tmp_path / "out")
    assert [row["title"] for row in found] == ["0", "1", "2", "3", None, "4", "5"]
    assert [row["url"] for row in found] == ["u0", "u1", "u2", "u3", None, None, "u5"]
    assert str(found[4]["error"]).startswith("input: the line is not JSON")


def test_names_of_files_may_be_anything(tmp_path: Path) -> None:
    folder = tmp_path / os.fsdecode(b"in/sub\xff")
    folder.mkdir(parents=True)
    for name in (b"a\xfe.html", b"b [1]*?.html", "ü \n.html".encode()):
        (folder / os.fsdecode(name)).write_text("<title>found</title><p>x", "utf-8")
    archives.write(folder / os.fsdecode(b"c\xfe.warc.gz"), [record("http://a/1", b"<title>found</title><p>x")])
    batch(tmp_path / "in", "-o", tmp_path / "out", *CHEAP)
    assert [row["title"] for row in rows(tmp_path / "out")] == ["found"] * 4


def test_a_run_goes_on_in_a_folder_of_its_inputs(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text("<h1>A</h1><p>x", "utf-8")
    for _ in range(2):
        batch(tmp_path, "-o", tmp_path / "out", *CHEAP)
        assert [row["source"] for row in rows(tmp_path / "out")] == [str(tmp_path / "a.html")]


def test_too_many_errors_are_exit_code_1(tmp_path: Path) -> None:
    path = archives.write(tmp_path / "a.warc.gz", [record("http://a/1", b"%PDF-"), record("http://a/2", b"<p>x")])
    picture = archives.write(tmp_path / "b.warc.gz", [record("http://a/3", b"GIF89a", "image/gif")] * 5)
    done = batch(path, picture, "-o", tmp_path / "out", *CHEAP, "--max-error-rate", 0.4, code=1)
    assert "50.00% of the pages failed" in done.stderr
    batch(path, picture, "-o", tmp_path / "out", *CHEAP, "--max-error-rate", 0.5)


def test_inputs_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    good, bad, out = tmp_path / "good.parquet", tmp_path / "bad.parquet", tmp_path / "out"
    pq.write_table(pa.table({"html": ["<h1>Fees</h1><p>None."] * 9}), good)
    bad.write_bytes(good.read_bytes()[:-50])
    # Also when the run is asked for again.
    for _ in range(2):
        done = batch(good, bad, "-o", out, *CHEAP, code=1)
        assert f"rubricator: {bad} could not be read" in done.stderr
        assert str(good) not in done.stderr
    assert len(rows(out)) == 10


def test_archives_that_are_cut_off_are_named(tmp_path: Path) -> None:
    path = archives.write(tmp_path / "a.warc.gz", [record(f"http://a/{n}", b"<h1>Fees</h1><p>None.") for n in (1, 2)])
    path.write_bytes(path.read_bytes()[:-20])
    done = batch(path, "-o", tmp_path / "out", *CHEAP, code=1)
    assert f"rubricator: {path} could not be read, or not to its end" in done.stderr


def test_inputs_that_are_changed_are_not_those_of_the_run(tmp_path: Path) -> None:
    path, out = tmp_path / "a.jsonl", tmp_path / "out"
    path.write_text('{"html": "<h1>One</h1><p>x"}\n', "utf-8")
    batch(path, "-o", out, *CHEAP)
    batch(path, "-o", out, *CHEAP)
    before = path.stat()
    path.write_text('{"html": "<h1>Two</h1><p>x"}\n', "utf-8")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns + 1))
    assert f"{path} was changed after the run here was begun" in batch(path, "-o", out, *CHEAP, code=2).stderr


def test_the_bar_has_the_terminal_for_itself(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text("<h1>Fees</h1><p>None.", "utf-8")
    ours, theirs = pty.openpty()
    call = command(tmp_path / "a.html", "-o", tmp_path / "out", *CHEAP)
    done = subprocess.run(call, stdout=subprocess.DEVNULL, stderr=theirs, env=environment(), check=False)
    os.close(theirs)
    said = b""
    while piece := _read(ours):
        said += piece
    os.close(ours)
    assert (done.returncode, b"Daft" in said) == (0, False)


def _read(terminal: int) -> bytes:
    """Read what a terminal was sent; one whose other side is closed says so with an error."""
    try:
        return os.read(terminal, 65536)
    except OSError:
        return b""


def test_a_run_goes_on_only_as_it_was_begun(tmp_path: Path) -> None:
    path = archives.write(tmp_path / "a.warc.gz", archives.records(3))
    other = archives.write(tmp_path / "b.warc.gz", archives.records(3, 2))
    out = tmp_path / "out"
    batch(path, "-o", out, *CHEAP)
    before = same(out)
    batch(path, "-o", out, *CHEAP)
    assert same(out) == before
    assert "another emit" in batch(path, "-o", out, *CHEAP, "--emit", "outline", code=2).stderr
    assert "other inputs" in batch(path, other, "-o", out, *CHEAP, code=2).stderr
    assert same(out) == before


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["none.warc", "-o", "out"], "'none.warc' cannot be read"),
        (["a.warc", "-o", "a.warc"], "that is a file"),
        (["a.warc", "-o", "."], "something else in this folder"),
        (["a.warc", "-o", "s3://bucket/out"], "written to a folder"),
        (["a.warc", "-o", "out", "--method", "magic"], "magic"),
        (["a.warc", "-o", "out", "--emit", "chunks", "--max-chars", "0"], "at least 1"),
        (["a.warc", "-o", "out", "--memory", "1"], "--memory"),
        (["a.warc", "-o", "out", "--timeout", "0"], "--timeout"),
        (["a.warc", "-o", "out", "--timeout", "inf"], "--timeout"),
        (["a.warc", "-o", "out", "--shard-size", "inf"], "--shard-size"),
        (["a.warc", "-o", "out", "--workers", "-1"], "--workers"),
        (["a.warc", "-o", "out", "--workers", "0"], "--workers: give at least 1"),
        (["a.warc", "-o", "out", "--max-chars", "9"], "--max-chars is for chunks"),
        (["a.warc", "-o", "out", "--method", "vips"], "needs a browser, which is not started here"),
        (["a.parquet", "-o", "out"], "'a.parquet' has no column 'html'"),
        (["a.jsonl", "-o", "out", "--html-column", "body"], "'a.jsonl' has no column 'body'; name another with"),
        (["a.warc", "-o", "out", "--shard-size", "0"], "--shard-size"),
        (["a.warc", "-o", "out", "--max-error-rate", "2"], "0 to 1"),
    ],
)
def test_wrong_use_is_told_before_anything_is_done(
    arguments: list[str], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.warc").write_bytes(b"")
    (tmp_path / "a.jsonl").write_bytes(b'{"html": "<p>x"}')
    pq.write_table(pa.table({"x": [1]}), tmp_path / "a.parquet")
    assert main(["batch", *arguments]) in (1, 2)
    assert told in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_an_empty_archive_is_an_empty_run(tmp_path: Path) -> None:
    (tmp_path / "a.warc").write_bytes(b"")
    assert "pages   0 (0 rows)" in batch(tmp_path / "a.warc", "-o", tmp_path / "out", *CHEAP).stdout
    assert rows(tmp_path / "out") == []


def test_the_base_install_names_the_extra(tmp_path: Path) -> None:
    (tmp_path / "daft.py").write_text("raise ImportError", "utf-8")
    (tmp_path / "a.warc").write_bytes(b"")
    done: subprocess.CompletedProcess[str] = batch(
        tmp_path / "a.warc", "-o", tmp_path / "out", code=1, PYTHONPATH=str(tmp_path)
    )
    assert "pip install 'rubricator[batch]'" in done.stderr


def test_parameters_may_follow_the_method(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text("<h1>Fees</h1><p>None.", "utf-8")
    batch(tmp_path / "a.html", "-o", tmp_path / "out", "--method", "heps:preset=reference", "--workers", 1)
    (row,) = rows(tmp_path / "out")
    assert row["method"] == "heps"
    assert json.loads(str(row["structure"]))["params"]["inclusive"] is True
