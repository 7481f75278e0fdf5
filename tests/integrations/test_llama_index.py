"""The adapter for LlamaIndex, with LlamaIndex: `make verify` installs it."""

from __future__ import annotations

import runpy
from itertools import pairwise

import pytest

pytest.importorskip("llama_index.core")

from llama_index.core import Document
from llama_index.core.node_parser import get_leaf_nodes, get_root_nodes
from llama_index.core.schema import BaseNode, MetadataMode, NodeRelationship
from llama_index.core.storage.docstore import SimpleDocumentStore

from rubricator.integrations.llama_index import RubricatorNodeParser

from .pages import BREAD, ROOT


def parse(**options: object) -> list[BaseNode]:
    document = Document(text=BREAD, metadata={"url": "https://example.org/b", "team": "bakers"})
    found: list[BaseNode] = RubricatorNodeParser(method="tags", **options).get_nodes_from_documents([document])
    return found


def name(node: BaseNode) -> str:
    return str(node.metadata["header_path"] + node.metadata["heading"])


def test_the_tree_is_that_of_the_headings() -> None:
    nodes = parse()
    known = {node.node_id: node for node in nodes}
    shown = [
        (name(node), [name(known[child.node_id]) for child in node.child_nodes or []], len(node.text)) for node in nodes
    ]
    assert [(path, children) for path, children, _ in shown] == [
        ("/Bread", ["/Bread", "/Bread/Flour", "/Bread/Water"]),
        ("/Bread", []),
        ("/Bread/Flour", ["/Bread/Flour", "/Bread/Flour/Rye"]),
        ("/Bread/Flour", []),
        ("/Bread/Flour/Rye", []),
        ("/Bread/Water", []),
    ]
    for node in nodes:
        for child in node.child_nodes or []:
            assert known[child.node_id].parent_node.node_id == node.node_id
            assert known[child.node_id].text in node.text
    assert get_root_nodes(nodes) == nodes[:1]


def test_leaves_hold_the_page_once_and_follow_each_other() -> None:
    nodes = parse(max_chars=40)
    leaves = get_leaf_nodes(nodes)
    assert max(len(leaf.text) for leaf in leaves) <= 40
    for one, other in pairwise(leaves):
        assert one.next_node.node_id == other.node_id
        assert other.prev_node.node_id == one.node_id
    parents = [node for node in nodes if node.child_nodes]
    assert not any(NodeRelationship.NEXT in node.relationships for node in parents)


def test_metadata_of_document_and_place() -> None:
    rye = parse()[4]
    assert rye.metadata["team"] == "bakers"
    assert rye.metadata["anchor"] == "rye"
    assert rye.metadata["link"] == "https://example.org/b#rye"
    embedded = rye.get_content(metadata_mode=MetadataMode.EMBED)
    assert "heading: Rye" in embedded and "xpath" not in embedded and "start_index" not in embedded


def test_nodes_can_be_stored() -> None:
    store = SimpleDocumentStore()
    store.add_documents(parse())
    assert len(store.docs) == 6


def test_an_empty_document_has_no_nodes() -> None:
    assert RubricatorNodeParser().get_nodes_from_documents([Document(text="")]) == []


def test_the_example_runs(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["llama_index_tree.py"])
    runpy.run_path(str(ROOT / "examples" / "llama_index_tree.py"), run_name="__main__")
    assert (
        "/Sharing the big kiln/Booking a firing/Who may book: 101 characters in a section of" in capsys.readouterr().out
    )
