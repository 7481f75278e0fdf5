"""The folder in which the documentation's code runs: small stand-ins for what it names."""

from __future__ import annotations

import gzip
import json
import random
import shutil
import zipfile
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from rubricator.cli import main
from rubricator.evaluate.folds import FOLDS
from rubricator.evaluate.gold.annotation import read_annotation
from rubricator.evaluate.gold.annotation import write_annotation as save_annotation
from rubricator.segment.rubric.learned_model import save_model

from ..learn.pages import write_annotation
from ..segment.rubric.forests import tiny_model
from .reading import ROOT

ANNOTATED = 6
_SMALL_AND_GREY = "<div style='text-align:right;font-size:11px;color:#999'>", "</div>"
_TITLES = "Cookies Payment Delivery Members Security Returns".split()
_WORDS = """garden letter window river market copper basket winter ladder saddle harbour candle meadow pepper thunder
button orchard blanket kettle lantern""".split()
_KEYS = ("bucket/crawl/0.warc.gz", "commoncrawl/crawl-data/CC-MAIN-2026-43/segments/1/warc/0.warc.gz")
"""What the object store has."""
_SHORT = "<title>Club</title><h1>The club</h1><p>TEL: 12 34<p>FAX: 56 78"
_LEVELS = (1, 2, 2, 1)
"""Of the headings of a marked page."""
_CORPORA = {"PP": 10, "l3s": 5, "cleaneval": 2, "wcxb": 2}


def make(folder: Path) -> None:
    """Write the examples, archives, tables and zips of them, annotated pages, an index, queries and small corpora."""
    shutil.copytree(ROOT / "examples", folder / "examples")
    kiln, menu = (folder / "examples" / f"{name}.html" for name in ("kiln", "menu"))
    shutil.copy(kiln, folder / "page.html")
    records = b"".join(_record(path) for path in (kiln, menu))
    (folder / "crawl").mkdir()
    for name in ("crawl.warc.gz", "crawl/0.warc.gz"):
        (folder / name).write_bytes(gzip.compress(records))
    table = {"url": [_address(kiln), _address(menu)], "html": [kiln.read_text("utf-8"), menu.read_text("utf-8")]}
    pq.write_table(pa.table(table), folder / "pages.parquet")
    with zipfile.ZipFile(folder / "page.zip", "w") as packed:
        packed.write(kiln, "page.html")
    for key in _KEYS:
        (folder / "store" / key).parent.mkdir(parents=True)
        shutil.copy(folder / "crawl.warc.gz", folder / "store" / key)
    (folder / "few").mkdir()
    (folder / "few" / "short.html").write_text(_SHORT, "utf-8")
    (folder / "share" / "man" / "man1").mkdir(parents=True)
    shutil.copy(ROOT / "docs" / "man" / "rubricator.1", folder / "share" / "man" / "man1")
    annotate(folder / "saved", ANNOTATED)
    _questions(folder)
    _corpora(folder)
    assert main(["index", str(folder / "examples"), "-o", str(folder / "my.idx")]) == 0


def _address(path: Path) -> str:
    return f"https://example.org/{path.stem}"


def _record(path: Path) -> bytes:
    """Return a WARC record of a page as a crawler writes it."""
    html = path.read_bytes()
    answer = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + html
    head = (
        f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-{len(html):012}>\r\n"
        f"WARC-Target-URI: {_address(path)}\r\nWARC-Date: 2026-01-01T00:00:00Z\r\n"
        f"Content-Type: application/http;msgtype=response\r\nContent-Length: {len(answer)}\r\n\r\n"
    )
    return head.encode() + answer + b"\r\n\r\n"


def annotate(pages: Path, count: int) -> None:
    """Write pages with headings that are small and grey, and Ada's annotations as the studio saves them."""
    ada = pages / "annotations" / "ada"
    ada.mkdir(parents=True)
    for number in range(count):
        written = write_annotation(pages, number, *_SMALL_AND_GREY)
        save_annotation(ada / written.name, read_annotation(written))
        written.unlink()


def _questions(folder: Path) -> None:
    """Write a manual of two pages, and queries with the places that answer them."""
    (folder / "manual").mkdir()
    lines = []
    for page in ("one", "two"):
        parts = [f"<title>{page}</title><h1>{page}</h1>"]
        for word in _WORDS[:8] if page == "one" else _WORDS[8:16]:
            parts.append(f"<h2 id={word}>The {word}</h2><p>{' '.join(_prose(random.Random(word), 30))} {word}.</p>")
            lines.append(f"the {word}\t{page}.html#{word}\n")
        (folder / "manual" / f"{page}.html").write_text("".join(parts), "utf-8")
    (folder / "queries.tsv").write_text("".join(lines), "utf-8")


def _prose(chance: random.Random, count: int) -> list[str]:
    return chance.choices(_WORDS, k=count)


def _corpora(folder: Path) -> None:
    """Write corpora of the kinds that the real ones have, each page of its own site, with folds and models."""
    for kind, count in _CORPORA.items():
        for number in range(count):
            _marked_page(folder / "corpora", kind, number)
    folds = folder / "FOLDS.json"
    assert main(["folds", "--corpora", str(folder / "corpora"), "-o", str(folds)]) == 0
    (folder / "fold-models").mkdir()
    shutil.copy(folds, folder / "fold-models" / "folds.json")
    for fold in range(FOLDS):
        save_model(tiny_model(), folder / "fold-models" / f"fold-{fold}.npz")


def _marked_page(folder: Path, kind: str, number: int) -> None:
    chance = random.Random(f"{kind} {number}")
    corpus = "asdus" if kind == "PP" else kind
    name, site = f"{kind}__{number}", f"https://{kind.lower()}-{number}.example/"
    title = f"Terms of {chance.choice(_WORDS)} house {number}"
    sections = [(f"{one} and {chance.choice(_TITLES)}", " ".join(_prose(chance, 40))) for one in _TITLES[:4]]
    html = f"<title>{title}</title><link rel=canonical href={site}><p style='font-size:32px'>{title}</p>"
    for level, (head, text) in zip(_LEVELS, sections, strict=True):
        shown = f"<b>{head}</b>" if level == 1 else f"<b><i>{head}</i></b>"
        html += f"<p>{shown}</p><p>We keep {head.lower()} here: {text}.</p>"
    html += "<ul><li><a href=/>Home</a><li><a href=/map>Map</a></ul>"
    prose = [(head, f"We keep {head.lower()} here: {text}.") for head, text in sections]
    whole = "\n".join(f"{head}\n{text}" for head, text in prose)
    kinds: dict[str, dict[str, object]] = {
        "asdus": {"kind": "sections", "domain": "PP", "sections": [{"title": h, "prose": [t]} for h, t in prose]},
        "l3s": {"kind": "title", "url": site, "title": title, "full_text": whole},
        "cleaneval": {"kind": "lines", "url": site, "lines": [_line(*one) for pair in prose for one in _pair(*pair)]},
        "wcxb": {"kind": "content", "url": site, "page_type": "article", "title": title, "content": whole}
        | {"with": [prose[0][1]], "without": ["Map"]},
    }
    place = folder / corpus / name
    place.mkdir(parents=True)
    (place / "page.html").write_text(html, "utf-8")
    _write(place / "gold.json", {"id": f"{corpus}/{name}", "page": "page.html"} | kinds[corpus])
    heads = [
        {"text": head, "level": level, "parent": None if level == 1 else 0, "run_in": False}
        | {"then": text[:30], "ends": text[-30:]}
        for level, (head, text) in zip(_LEVELS, prose, strict=True)
    ]
    body = {"starts": title, "ends": prose[-1][1][-30:]}
    outline = {"id": f"outline/{name}", "kind": "outline", "page": f"../{corpus}/{name}/page.html", "title": title}
    (folder / "outline").mkdir(exist_ok=True)
    _write(folder / "outline" / f"{name}.json", outline | {"body": body, "headings": heads})


def _pair(head: str, text: str) -> tuple[tuple[str, str], tuple[str, str]]:
    return ("h", head), ("p", text)


def _line(kind: str, text: str) -> dict[str, str]:
    return {"kind": kind, "text": text}


def _write(path: Path, value: object) -> None:
    path.write_text(json.dumps(value), "utf-8")
