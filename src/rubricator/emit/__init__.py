"""Step 6: a structure as an outline, JSON, Markdown, simplified HTML5 or chunks."""

from __future__ import annotations

from rubricator.emit.chunks import Chunk, chunks, to_jsonl
from rubricator.emit.html import to_html
from rubricator.emit.json import from_json, schema, to_json
from rubricator.emit.markdown import to_markdown
from rubricator.emit.outline import outline
from rubricator.emit.reading_order import Hidden, hidden_notice

__all__ = [
    "Chunk",
    "Hidden",
    "chunks",
    "from_json",
    "hidden_notice",
    "outline",
    "schema",
    "to_html",
    "to_json",
    "to_jsonl",
    "to_markdown",
]
