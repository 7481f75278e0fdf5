"""The fold table: sites, twins, and one fold for a page wherever it appears."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rubricator.errors import GoldError
from rubricator.evaluate.fold_table import make_table
from rubricator.evaluate.folds import (
    assign_folds,
    group_pages,
    host_of,
    near_duplicates,
    page_key,
    read_table,
    shingles,
    sizes,
    write_table,
)
from rubricator.evaluate.gold.gold import Gold

from .gold_files import LINES, OUTLINE, SECTIONS, write
from .pages import render

CANONICAL = "<link rel='Canonical' href='https://www.canonical.org/a'>"
OPEN_GRAPH = "<meta property='og:url' content='https://og.org/a'>"
LINKS = (
    "<a href='http://most.org/1'>a</a><a href=HTTPS://www.most.org/2>b</a><a href=http://less.org>c</a><a href=/d>d</a>"
)


def host(html: str, name: str = "x/1", url: str | None = None) -> str | None:
    return host_of(Gold(name, "lines", Path("page.html"), url), render(html))


@pytest.mark.parametrize(
    ("html", "name", "url", "wanted"),
    [
        (CANONICAL, "asdus/PP__name.com", "http://WWW.Gold.org:80/x", "gold.org"),
        (CANONICAL, "asdus/PP__Name.com", None, "name.com"),
        (CANONICAL, "kreuzer/popular__www.name.co.uk_2", None, "name.co.uk"),
        (CANONICAL + OPEN_GRAPH + LINKS, "asdus/Misc__8things", None, "canonical.org"),
        (OPEN_GRAPH + LINKS, "l3s/1", None, "og.org"),
        ("<link rel=canonical href=/relative>" + OPEN_GRAPH, "l3s/1", None, "og.org"),
        ("<link rel=stylesheet href=http://cdn.org/a.css>" + LINKS, "l3s/1", None, "most.org"),
        (LINKS, "l3s/1", "http://[broken", "most.org"),
        ("<a href=http://b.org>b</a><a href=http://a.org>a</a>", "l3s/1", None, "a.org"),
        ("<p>nothing", "l3s/1", None, None),
    ],
    ids=["gold", "name", "numbered name", "canonical", "og:url", "relative", "links", "bad url", "tie", "none"],
)
def test_the_site_of_a_page(html: str, name: str, url: str | None, wanted: str | None) -> None:
    assert host(html, name, url) == wanted


def words(first: int, last: int) -> str:
    return " ".join(f"word{number}" for number in range(first, last))


def test_twins_share_half_of_the_shingles_of_the_shorter() -> None:
    texts = {
        "a": shingles(words(0, 1000)),
        "copy": shingles(words(0, 1000).upper().replace(" ", "\n")),
        "part": shingles(words(0, 400) + " " + words(5000, 5200)),
        "other": shingles(words(900, 1900)),
        "empty": shingles("few words"),
    }
    assert near_duplicates(texts) == [("a", "copy"), ("a", "part"), ("copy", "part")]
    assert texts["empty"] == set()


def test_sites_and_twins_are_one_group() -> None:
    hosts = {"a": "one.org", "b": "one.org", "c": "two.org", "d": None, "e": None}
    texts = {"a": {1}, "b": {2}, "c": {2}, "d": {3}, "e": set[int]()}
    groups = group_pages(hosts, texts)
    assert groups == {"a": "a", "b": "a", "c": "a", "d": "d", "e": "e"}


def test_folds_keep_groups_whole_and_are_even() -> None:
    groups = {
        f"{group}{number}": group
        for group, count in zip("abcde", (4, 3, 2, 2, 1), strict=True)
        for number in range(count)
    }
    table = assign_folds(groups, 3)
    assert sorted(sizes(table)) == [4, 4, 4]
    for group in "abcde":
        assert len({fold for key, fold in table.items() if groups[key] == group}) == 1
    assert assign_folds(dict(reversed(groups.items())), 3) == table
    assert sizes({}) == []


def test_a_page_is_named_by_its_path(tmp_path: Path) -> None:
    page = tmp_path / "asdus" / "a" / "page.html"
    assert page_key(page, tmp_path) == "asdus/a/page.html"
    assert page_key(tmp_path / "outline" / ".." / "asdus" / "a" / "page.html", tmp_path) == "asdus/a/page.html"
    assert page_key(page, tmp_path / "outline") == page.resolve().as_posix()


def test_one_table_for_all_corpora(tmp_path: Path) -> None:
    corpora = tmp_path / "corpora"
    text = f"<p>{words(0, 300)}</p>"
    write(corpora / "asdus" / "a", SECTIONS, html=text)
    write(corpora / "asdus" / "b", {**SECTIONS, "id": "asdus/b"}, html=text + LINKS)
    write(corpora / "cleaneval" / "1", LINES, html="<p>other words")
    write(corpora / "cleaneval" / "2", {**LINES, "url": "http://elsewhere.org/"}, html="<p>yet others")
    write(corpora / "outline", {**OUTLINE, "page": "../asdus/a/page.html"}, "a.json")
    (corpora / "outline" / "page.html").unlink()
    said = make_table(corpora, tmp_path / "folds.json", 2)
    table = read_table(tmp_path / "folds.json")
    assert set(table) == {"asdus/a/page.html", "asdus/b/page.html", "cleaneval/1/page.html", "cleaneval/2/page.html"}
    # The first three share a text or the host example.com.
    assert len({table["asdus/a/page.html"], table["asdus/b/page.html"], table["cleaneval/1/page.html"]}) == 1
    assert table["cleaneval/2/page.html"] != table["asdus/a/page.html"]
    assert said.startswith("4 pages in 2 groups; pages per fold: [3, 1]")
    first = (tmp_path / "folds.json").read_bytes()
    make_table(corpora, tmp_path / "folds.json", 2)
    assert (tmp_path / "folds.json").read_bytes() == first


def test_the_table_is_read_back(tmp_path: Path) -> None:
    path = tmp_path / "folds.json"
    write_table(path, {"b": "a", "a": "a"}, {"b": 1, "a": 1})
    assert read_table(path) == {"a": 1, "b": 1}
    assert json.loads(path.read_text("utf-8"))["pages"]["b"] == {"group": "a", "fold": 1}


@pytest.mark.parametrize(
    "data",
    [b"", b"[]", b"{}", b'{"pages": []}', b'{"pages": {"a": 1}}', b'{"pages": {"a": {"fold": Infinity}}}', b"\xff"],
)
def test_what_is_no_fold_table(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "folds.json"
    path.write_bytes(data)
    with pytest.raises(GoldError, match=r"folds\.json is not a fold table; make one with: rubricator folds -o"):
        read_table(path)
