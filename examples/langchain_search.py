"""Search over one page with LangChain: `python examples/langchain_search.py [PAGE] [QUESTION]`.

Needs `pip install 'rubricator[langchain]'`. The embedding is a bag of words, so that nothing is fetched; put in yours.
"""

from __future__ import annotations

import sys
import zlib
from pathlib import Path

from langchain_core.embeddings import Embeddings
from langchain_core.vectorstores import InMemoryVectorStore

from rubricator.integrations.langchain import RubricatorLoader


class Words(Embeddings):
    """Counts words in 512 slots."""

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        return [self.embed_query(text) for text in texts]

    def embed_query(self, text: str) -> list[float]:
        counts = [0.01] * 512
        for word in text.lower().split():
            counts[zlib.crc32(word.strip(".,:;?!").encode()) % 512] += 1
        return counts


def main(page: str, question: str) -> None:
    store = InMemoryVectorStore(Words())
    store.add_documents(RubricatorLoader(page, max_chars=400).load())
    for found in store.similarity_search(question, k=2):
        print(found.metadata["heading_path"])
        print("  " + found.page_content.replace("\n", "\n  "))


if __name__ == "__main__":
    kiln = str(Path(__file__).with_name("kiln.html"))
    main(*(sys.argv[1:] + [kiln, "how far ahead may I book"][len(sys.argv) - 1 :]))
