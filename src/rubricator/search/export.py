"""Export: the index in the bulk form of Elasticsearch and OpenSearch, one document for each window, and a mapping."""

from __future__ import annotations

import json
from collections.abc import Iterator

from rubricator.search.index import BlockIndex
from rubricator.search.ranking import DEFAULT
from rubricator.structure.model import JsonValue


def mapping() -> dict[str, JsonValue]:
    """Return the body of the request that makes the index; k1 and b are those of our first field."""
    body = DEFAULT.fields[0]
    text: dict[str, JsonValue] = {"type": "text", "similarity": "block"}
    keyword: dict[str, JsonValue] = {"type": "keyword"}
    return {
        "settings": {"index": {"similarity": {"block": {"type": "BM25", "k1": body.k1, "b": body.b}}}},
        "mappings": {
            "properties": {
                "text": text,
                "heading": text,
                "path": text,
                "title": text,
                "page": keyword,
                "url": keyword,
                "language": keyword,
                "xpath": {"type": "keyword", "index": False},
                "anchor": keyword,
                "block": keyword,
                "level": {"type": "integer"},
                "start": {"type": "integer"},
                "end": {"type": "integer"},
            }
        },
    }


def bulk_lines(index: BlockIndex, name: str) -> Iterator[str]:
    """Yield the lines of a bulk request; collapse on `block` to have each block once."""
    with index.reading():
        columns = index.columns.rows
        for window in columns["alive"].nonzero()[0]:
            page = index.page(int(columns[window]["page"]))
            block = index.block(int(columns[window]["block"]))
            spans, text = index.window(int(window))
            number = f"{page.key}#{block.start}-{block.end}"
            place = spans[0][0] if spans else block.start
            yield json.dumps({"index": {"_index": name, "_id": f"{number}@{place}"}}, ensure_ascii=False)
            document = {
                "text": text,
                "heading": block.heading,
                "path": list(block.path),
                "title": page.title,
                "page": page.key,
                "url": page.url,
                "language": page.language,
                "xpath": block.xpath,
                "anchor": block.anchor,
                "block": number,
                "level": block.level,
                "start": block.start,
                "end": block.end,
            }
            yield json.dumps(document, ensure_ascii=False)
