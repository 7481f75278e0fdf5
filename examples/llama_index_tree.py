"""A page as a tree of nodes with LlamaIndex: `python examples/llama_index_tree.py [PAGE]`.

Needs `pip install 'rubricator[llama-index]'`. Leaves are what to embed; their parents hold the whole section.
"""

from __future__ import annotations

import sys
from pathlib import Path

from llama_index.core import Document
from llama_index.core.node_parser import get_leaf_nodes

from rubricator.integrations.llama_index import RubricatorNodeParser


def main(page: str) -> None:
    document = Document(text=Path(page).read_text("utf-8"), metadata={"file_name": Path(page).name})
    nodes = RubricatorNodeParser(max_chars=400).get_nodes_from_documents([document])
    known = {node.node_id: node for node in nodes}
    for leaf in get_leaf_nodes(nodes):
        parent = known.get(leaf.parent_node.node_id) if leaf.parent_node else None
        inside = f" in a section of {len(parent.text)} characters" if parent else ""
        print(f"{leaf.metadata['header_path']}{leaf.metadata['heading']}: {len(leaf.text)} characters{inside}")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else str(Path(__file__).with_name("kiln.html")))
