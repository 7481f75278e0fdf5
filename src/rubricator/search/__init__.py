"""Search over blocks: an index on disk, ranking, and results that say where they stand."""

from rubricator.search.export import bulk_lines, mapping
from rubricator.search.index import BlockIndex, open_index
from rubricator.search.query import Result, Results, search
from rubricator.search.writer import IndexWriter, write_index

__all__ = [
    "BlockIndex",
    "IndexWriter",
    "Result",
    "Results",
    "bulk_lines",
    "mapping",
    "open_index",
    "search",
    "write_index",
]
