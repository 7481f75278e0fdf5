"""Web archives of generated pages, for benchmarks and tests: `python benchmarks/archives.py FILE RECORDS [SEED]`.

Records are written by FastWARC and packed one by one. The pages have no heading tags: their headings are lines that a
stylesheet of the same archive, its last record, makes large and bold.
"""

from __future__ import annotations

import gzip
import io
import random
import sys
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import zstandard
from fastwarc.warc import WarcRecord, WarcRecordType

DATE = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
SHEET = b".over { font-size: 26px; font-weight: bold } .note { color: gray } .gone { display: none }"
_WORDS = (
    "kiln glaze shelf cone clay firing slip bowl wheel rim foot ash salt iron copper bright slow early damp "
    "measure open close wait carry stack label cool heat book share repair order sweep the a of and for with"
).split()


def plain(data: bytes) -> bytes:
    return data


def gzipped(data: bytes) -> bytes:
    return gzip.compress(data, 4, mtime=0)


def zstandard_frame(data: bytes) -> bytes:
    return zstandard.compress(data, 3)


PACKINGS: dict[str, Callable[[bytes], bytes]] = {
    ".warc": plain,
    ".warc.gz": gzipped,
    ".warc.zst": zstandard_frame,
}


def record(url: str, block: bytes, kind: WarcRecordType = WarcRecordType.response, number: int = 0) -> bytes:
    """Return a WARC record as FastWARC writes it."""
    made = WarcRecord()
    made.init_headers(kind)
    made.record_id = f"<urn:uuid:00000000-0000-4000-8000-{number:012}>"
    made.record_date = DATE
    made.headers["WARC-Target-URI"] = url
    made.headers["Content-Type"] = "application/http; msgtype=response"
    made.set_bytes_content(block)
    out = io.BytesIO()
    made.write(out)
    return out.getvalue()


def response(
    body: bytes, content_type: str = "text/html; charset=utf-8", *headers: str, status: str = "200 OK"
) -> bytes:
    """Return an HTTP response."""
    lines = [f"HTTP/1.1 {status}", f"Content-Type: {content_type}", f"Content-Length: {len(body)}", *headers]
    return "\r\n".join([*lines, "", ""]).encode("latin-1") + body


def page(number: int, chance: random.Random, sections: int = 5, filling: int = 0) -> bytes:
    """Return a page of ours; `filling` are bytes of comment, for pages that are large and quickly read."""

    def words(least: int, most: int) -> str:
        return " ".join(chance.choices(_WORDS, k=chance.randint(least, most)))

    parts: list[str] = []
    for _ in range(chance.randint(1, sections)):
        parts.append(f'<div class="over">{words(2, 5).capitalize()}</div>')
        parts += [f"<p>{words(20, 90)}." for _ in range(chance.randint(1, 4))]
        parts.append(f'<p class="note">{words(3, 8)}')
    head = f'<!doctype html><title>Page {number}</title><link rel="stylesheet" href="/style.css">'
    comment = f"<!--{chance.randbytes(filling // 2).hex()}-->" if filling else ""
    return f"{head}{comment}<body><div class=over>Page {number}</div>{''.join(parts)}".encode()


def records(count: int, seed: int = 1, filling: int = 0) -> Iterator[bytes]:
    """Yield records of so many pages, and one of their stylesheet."""
    chance = random.Random(seed)
    for number in range(count):
        url = f"https://pages.example/{seed}/{number}"
        yield record(url, response(page(number, chance, filling=filling)), number=seed * 1_000_000 + number)
    sheet = response(SHEET, "text/css")
    yield record("https://pages.example/style.css", sheet, number=seed * 1_000_000 + count)


def write(path: Path, of: Iterable[bytes]) -> Path:
    """Write records as an archive, packed as its name says."""
    pack = PACKINGS["".join(path.suffixes[-2:]) if path.suffix != ".warc" else ".warc"]
    with path.open("wb") as file:
        for one in of:
            file.write(pack(one))
    return path


if __name__ == "__main__":
    write(Path(sys.argv[1]), records(int(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 1))
