"""Pages into a Haystack pipeline, and a search over them: `python examples/haystack_search.py [PAGE] [QUESTION]`.

Needs `pip install 'rubricator[haystack]'`.
"""

from __future__ import annotations

import sys
from pathlib import Path

from haystack import Pipeline
from haystack.components.retrievers.in_memory import InMemoryBM25Retriever
from haystack.components.writers import DocumentWriter
from haystack.document_stores.in_memory import InMemoryDocumentStore

from rubricator.integrations.haystack import RubricatorToDocuments


def main(page: str, question: str) -> None:
    store = InMemoryDocumentStore()
    indexing = Pipeline()
    indexing.add_component("sections", RubricatorToDocuments(max_chars=400))
    indexing.add_component("writer", DocumentWriter(store))
    indexing.connect("sections.documents", "writer.documents")
    indexing.run({"sections": {"sources": [page]}})
    for found in InMemoryBM25Retriever(store, top_k=2).run(query=question)["documents"]:
        print(" > ".join([*found.meta["parent_headers"], found.meta["header"]]))
        print("  " + found.content.replace("\n", "\n  "))


if __name__ == "__main__":
    kiln = str(Path(__file__).with_name("kiln.html"))
    main(*(sys.argv[1:] + [kiln, "how far ahead may I book"][len(sys.argv) - 1 :]))
