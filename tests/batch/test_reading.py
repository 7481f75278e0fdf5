"""Records of slices: each one once, whatever the input is; what cannot be read is told."""

from __future__ import annotations

import gzip
import json
from itertools import pairwise
from pathlib import Path

import archives
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import zstandard
from fastwarc.warc import WarcRecordType

from rubricator.batch.inputs import Input, Slice, cut, find_inputs, kind_of, shards_of
from rubricator.batch.reading import check_columns, records_of
from rubricator.batch.record import Record
from rubricator.batch.settings import Settings
from rubricator.errors import LoadError, UsageError


def read(path: Path, kind: str, start: int = 0, stop: int | None = None, **settings: str) -> list[Record]:
    one = Slice(kind, (str(path),), 0, start, stop)  # type: ignore[arg-type]
    return list(records_of(one, Settings(**settings)))  # type: ignore[arg-type]


def test_kinds_are_known_by_name() -> None:
    names = [
        "a.warc",
        "a.WARC.gz",
        "a.warc.zst",
        "b.jsonl",
        "b.jsonl.gz",
        "c.parquet",
        "d.html",
        "s3://b/a.warc.gz?v=1",
    ]
    kinds = ["warc", "warc", "warc", "jsonl", "jsonl", "parquet", "page", "warc"]
    assert [kind_of(name) for name in names] == kinds
    assert [kind_of(name) for name in ("a.txt", "d.html.gz", "a.gz", "style.css")] == [None] * 4


def test_inputs_are_found_in_folders_and_by_globs_each_once(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    for name in ("b.html", "a.warc.gz", "sub/c.htm", "sub/style.css", "sub/d.jsonl"):
        (tmp_path / name).write_bytes(b"x")
    folder = [Path(one.path).relative_to(tmp_path).as_posix() for one in find_inputs([str(tmp_path)])]
    assert folder == ["a.warc.gz", "b.html", "sub/c.htm", "sub/d.jsonl"]
    both = find_inputs([str(tmp_path / "**" / "*.htm*"), str(tmp_path / "b.html")])
    assert [(Path(one.path).name, one.kind) for one in both] == [("b.html", "page"), ("c.htm", "page")]


def test_one_file_by_several_names_is_one_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("pages").mkdir()
    Path("pages/b.html").write_bytes(b"x")
    Path("pages/a.html").symlink_to("b.html")
    found = find_inputs(["pages", "./pages", str(tmp_path / "pages"), "pages/../pages/*.html"])
    assert [one.path for one in found] == ["pages/b.html"]


def test_what_is_in_the_folder_of_the_output_is_no_input(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "outer").mkdir()
    for name in ("a.html", "out/part-000000-000.parquet", "outer/b.html"):
        (tmp_path / name).write_bytes(b"x")
    for target in (tmp_path, tmp_path / "**" / "*"):
        found = find_inputs([str(target)], tmp_path / "out")
        assert [Path(one.path).name for one in found] == ["a.html", "b.html"]
    with pytest.raises(LoadError, match="names no input"):
        find_inputs([str(tmp_path / "out")], tmp_path / "out")


def test_files_without_a_telling_name_are_looked_at(tmp_path: Path) -> None:
    contents = {"w": b"WARC/1.0\r\n", "j": b'{"html": 1}', "p": b"PAR1", "h": b"<p>"}
    for name, data in contents.items():
        (tmp_path / name).write_bytes(data)
    kinds = [find_inputs([str(tmp_path / name)])[0].kind for name in contents]
    assert kinds == ["warc", "jsonl", "parquet", "page"]
    (tmp_path / "z").write_bytes(gzip.compress(b"x"))
    with pytest.raises(UsageError, match="packed"):
        find_inputs([str(tmp_path / "z")])


def test_inputs_that_are_not_there_are_told(tmp_path: Path) -> None:
    with pytest.raises(LoadError, match="cannot be read"):
        find_inputs([str(tmp_path / "none.warc")])
    with pytest.raises(LoadError, match="names no input"):
        find_inputs([str(tmp_path / "*.warc")])
    with pytest.raises(LoadError, match="names no input"):
        find_inputs([str(tmp_path)])


def test_only_what_can_be_read_from_the_middle_is_cut(tmp_path: Path) -> None:
    records = list(archives.records(20))
    inputs = []
    for name in ("a.warc", "a.warc.gz", "a.warc.zst"):
        path = archives.write(tmp_path / name, records)
        inputs.append(Input(str(path), "warc", path.stat().st_size))
    counts = [len(cut([one], 4000)) for one in inputs]
    assert counts[0] == 1
    assert counts[1] > 2 and counts[2] > 2
    shards = shards_of(cut(inputs[1:2], 4000), 8000)
    assert [len(shard) for shard in shards][:-1] == [2] * (len(shards) - 1)
    assert sum(one.size for shard in shards for one in shard) == inputs[1].size


@pytest.mark.parametrize("name", ["a.warc", "a.warc.gz", "a.warc.zst"])
def test_responses_are_records_and_nothing_else_is(tmp_path: Path, name: str) -> None:
    kinds = [WarcRecordType.warcinfo, WarcRecordType.request, WarcRecordType.metadata, WarcRecordType.revisit]
    others = [archives.record("http://a/other", b"x", kind) for kind in kinds]
    png = archives.record("http://a/png", archives.response(bytes(1000), "image/png"), number=7)
    path = archives.write(tmp_path / name, [*others, *archives.records(2), png])
    found = read(path, "warc")
    assert [one.url for one in found] == [
        "https://pages.example/1/0",
        "https://pages.example/1/1",
        "https://pages.example/style.css",
        "http://a/png",
    ]
    assert found[0].warc_date == "2026-01-02T03:04:05Z"
    assert found[3].warc_record_id == "<urn:uuid:00000000-0000-4000-8000-000000000007>"
    assert len(found[3].data) < 200  # the picture itself does not travel


@pytest.mark.parametrize("name", ["a.warc", "a.warc.gz", "a.warc.zst"])
def test_an_archive_that_is_cut_off_says_so_once(tmp_path: Path, name: str) -> None:
    path = archives.write(tmp_path / name, list(archives.records(4, filling=300))[:4])
    whole = path.read_bytes()
    assert [one.error for one in read(path, "warc")] == [None] * 4
    for lost in (60, 200):
        path.write_bytes(whole[:-lost])
        *_, last = read(path, "warc")
        assert last.position.endswith("/end")
        assert last.error == f"input: {str(path)!r} could not be read further: its end is missing"
        if name != "a.warc":
            edges = [0, len(whole) // 3, len(whole) // 2, len(whole) - lost - 5, len(whole) - lost]
            parts = [one for a, b in pairwise(edges) for one in read(path, "warc", a, b)]
            assert parts == read(path, "warc")


def test_a_wrong_length_is_no_missing_end(tmp_path: Path) -> None:
    path = tmp_path / "a.warc"
    path.write_bytes(archives.record("http://a/", archives.response(b"<p>x")).replace(b"Length: ", b"Length: 9", 1))
    (found,) = read(path, "warc")
    assert found.error is None
    assert [notice.code for notice in found.notices] == ["record-length"]


def test_resources_keep_the_charset_that_they_were_stored_with(tmp_path: Path) -> None:
    resource = archives.record("http://a/", "<p>ж".encode("koi8-r"), WarcRecordType.resource)
    resource = resource.replace(b"application/http; msgtype=response", b"Text/HTML; charset=koi8-r")
    (found,) = read(archives.write(tmp_path / "a.warc", [resource]), "warc")
    assert (found.form, found.charset, found.error) == ("bytes", "koi8-r", None)


def test_lone_surrogates_are_replaced_as_everywhere(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(rb'{"html": "<p>a \ud800 b \ud83d\ude00"}')
    assert [one.data.decode() for one in read(path, "jsonl")] == ["<p>a \ufffd b \U0001f600"]


def lines(count: int) -> bytes:
    rows = [{"url": f"http://a/{number}", "html": f"<p>{number} ü" * (number + 1)} for number in range(count)]
    return b"".join(json.dumps(row, ensure_ascii=number % 2 == 0).encode() + b"\n" for number, row in enumerate(rows))


@pytest.mark.parametrize("cuts", [[], [1], [100], [100, 101, 2000], list(range(0, 3000, 37))])
def test_lines_of_slices_are_there_once(tmp_path: Path, cuts: list[int]) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(lines(20))
    whole = read(path, "jsonl")
    assert [one.url for one in whole] == [f"http://a/{number}" for number in range(20)]
    edges = [0, *cuts, path.stat().st_size]
    assert [one for a, b in pairwise(edges) if a < b for one in read(path, "jsonl", a, b)] == whole


@pytest.mark.parametrize("pack", [gzip.compress, zstandard.compress])
def test_packed_lines_are_read(tmp_path: Path, pack: type[bytes]) -> None:
    path = tmp_path / "a.jsonl.gz"
    path.write_bytes(pack(lines(10)) + pack(lines(5)))
    assert len(read(path, "jsonl")) == 15
    path.write_bytes(pack(lines(500))[:-30])
    broken = read(path, "jsonl")
    assert broken[-1].error and "could not be read further" in broken[-1].error


def test_broken_lines_cost_themselves(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    bad = [b"{", b"[1]", b'{"html": 3, "url": "u"}', b'{"url": "v"}', b"\xff\xfe", b"[" * 100_000, b""]
    path.write_bytes(lines(1) + b"\n".join(bad) + b"\n" + lines(1))
    found = read(path, "jsonl")
    assert [bool(one.error) for one in found] == [False, *[True] * 6, False]
    assert [one.url for one in found[3:5]] == ["u", "v"]
    assert len({one.position for one in found}) == 8


def test_a_missing_key_is_told_from_an_empty_one(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(b'{"body": "<p>x"}\n{"body": null}\n{"html": "<p>x"}\n')
    errors = [one.error for one in read(path, "jsonl", html_column="body")]
    assert errors == [None, "input: no text in 'body'", "input: the line has no 'body'"]


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_lines_without_the_column_are_wrong_use(tmp_path: Path, pack: type[bytes]) -> None:
    path = tmp_path / "a.jsonl"
    one = Input(str(path), "jsonl", 0)
    path.write_bytes(pack(b'\n{\n{"html": "<p>x", "url": "u"}\n{"url": "v", "date": 1}\n'))
    check_columns([one], "html")
    with pytest.raises(UsageError, match=r"has no column 'body'; name another with --html-column: html, url, date$"):
        check_columns([one], "body")


@pytest.mark.parametrize(
    "written",
    [b"", b"{\n[1]\n", b'{"url": "u"}\n{"body": null}\n', gzip.compress(b'{"url": "u"}\n' * 50, mtime=0)[:-12]],
    ids=["empty", "no objects", "later", "cut off"],
)
def test_lines_that_may_have_the_column_are_read(tmp_path: Path, written: bytes) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(written)
    check_columns([Input(str(path), "jsonl", 0)], "body")


@pytest.mark.parametrize("binary", [False, True])
def test_row_groups_of_slices_are_there_once(tmp_path: Path, binary: bool) -> None:
    path = tmp_path / "a.parquet"
    html: list[str | bytes | None] = [f"<p>{number} ü" for number in range(50)]
    if binary:
        html = [str(text).encode() for text in html]
    html[7] = None
    pq.write_table(pa.table({"link": [f"u{number}" for number in range(50)], "page": html}), path, row_group_size=8)
    whole = read(path, "parquet", html_column="page", url_column="link")
    assert [one.url for one in whole] == [f"u{number}" for number in range(50)]
    assert [one.position for one in whole if one.error] == ["7"]
    assert whole[0].form == ("bytes" if binary else "html")
    size = path.stat().st_size
    for step in (100, 333, size):
        edges = [*range(0, size, step), size]
        parts = [
            one
            for a, b in pairwise(edges)
            for one in read(path, "parquet", a, b, html_column="page", url_column="link")
        ]
        assert parts == whole


def test_tables_that_cannot_be_read_are_one_record_that_says_so(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    path.write_bytes(b"PAR1 nothing PAR1")
    assert [one.error and one.error.partition(":")[0] for one in read(path, "parquet")] == ["input"]
    pq.write_table(pa.table({"x": [1]}), path)
    assert "--html-column" in (read(path, "parquet")[0].error or "")
    assert "could not be opened" in (read(tmp_path / "none.warc", "warc")[0].error or "")
