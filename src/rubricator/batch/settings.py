"""What is done with each page of a run, and what it may cost."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from math import inf
from typing import Literal, cast

from rubricator.emit import Hidden
from rubricator.errors import UsageError
from rubricator.options import DEFAULT_METHOD
from rubricator.pipeline import read
from rubricator.segment import METHODS, static_methods
from rubricator.structure.model import JsonValue

Emit = Literal["tree", "chunks", "markdown", "outline"]
Format = Literal["parquet", "jsonl"]

EMITS: tuple[Emit, ...] = ("tree", "chunks", "markdown", "outline")
FORMATS: tuple[Format, ...] = ("parquet", "jsonl")

PAGE_SECONDS = 30.0
PAGE_MEGABYTES = 2048
SHARD_MEGABYTES = 256.0


@dataclass(frozen=True, slots=True)
class Settings:
    """What decides the rows of a run; a run goes on only with the settings it was begun with."""

    emit: Emit = "tree"
    format: Format = "parquet"
    method: str = DEFAULT_METHOD
    params: dict[str, JsonValue] = field(default_factory=dict)
    body: str = "auto"
    hidden: Hidden = "auto"
    max_chars: int | None = None
    max_tokens: int | None = None
    tokenizer: str | None = None
    overlap: int = 0
    seconds: float = PAGE_SECONDS
    megabytes: int = PAGE_MEGABYTES
    stylesheets: bool = True
    """Stylesheets that are in the same archive are used, for which every archive is read twice."""
    html_column: str = "html"
    url_column: str = "url"
    shard_megabytes: float = SHARD_MEGABYTES

    def to_json(self) -> str:
        return json.dumps(asdict(self), sort_keys=True)

    @staticmethod
    def from_json(text: str) -> Settings:
        return Settings(**cast("dict[str, object]", json.loads(text)))  # type: ignore[arg-type]

    def check(self) -> None:
        """Raise UsageError for what no page could be read with, before a run is begun."""
        if self.megabytes < 64:
            raise UsageError("a page needs at least 64 MB of memory; raise --memory")
        if not 0 < self.seconds < inf:
            raise UsageError("--timeout: give a finite time above 0")
        if not 0 < self.shard_megabytes < inf:
            raise UsageError("--shard-size: give a finite size above 0")
        if self.method in METHODS and self.method not in static_methods():
            known = ", ".join(static_methods())
            raise UsageError(f"--method {self.method} needs a browser, which is not started here; choose from: {known}")
        body = self.body if self.body in ("auto", "page") else "page"
        structure = read("<title>t</title><h1>t</h1><p>t", method=self.method, params=self.params, body=body)
        list(
            structure.chunks(
                max_chars=self.max_chars, max_tokens=self.max_tokens, tokenizer=self.tokenizer, overlap=self.overlap
            )
        )
