"""LlamaIndex: a NodeParser that gives a page's hierarchy as parent and child nodes. Needs the extra `llama-index`.

A block with blocks under it, or one that a limit splits, is a parent: its text is all that stands in it. Leaves are
what to embed (`get_leaf_nodes`), parents what to keep in the docstore (`AutoMergingRetriever`). Metadata: `header_path`
(the headings above, as MarkdownNodeParser gives them), `heading`, and where the node stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from rubricator.emit import Chunk
from rubricator.emit.reading_order import reader
from rubricator.errors import MissingExtraError
from rubricator.integrations.splitting import PLACE_KEYS, Splitting, Value, origin, place
from rubricator.options import DEFAULT_METHOD
from rubricator.structure.model import Block, Structure

try:
    from llama_index.core.bridge.pydantic import Field
    from llama_index.core.node_parser.interface import NodeParser
    from llama_index.core.node_parser.node_utils import build_nodes_from_splits
    from llama_index.core.schema import BaseNode, Document, MetadataMode, NodeRelationship
except ImportError as error:
    raise MissingExtraError("the adapter for LlamaIndex", "llama-index") from error


class RubricatorNodeParser(NodeParser):
    """Parses Documents that hold HTML into a tree of nodes by the headings that a reader sees."""

    method: str = Field(default=DEFAULT_METHOD, description="How headings are found.")
    body: str | None = Field(default=None, description="XPath of the content body, auto or page.")
    max_chars: int | None = Field(default=None, description="Most characters of a leaf.")
    max_tokens: int | None = Field(default=None, description="Most tokens of a leaf; words without a tokenizer.")
    tokenizer: str | None = Field(default=None, description="Name of a tiktoken encoding.")
    overlap: int = Field(default=0, description="How much of the leaf before is repeated.")
    header_path_separator: str = Field(default="/", description="Stands between the headings of header_path.")

    @classmethod
    def class_name(cls) -> str:
        return "RubricatorNodeParser"

    def _parse_nodes(
        self,
        nodes: Sequence[BaseNode],
        show_progress: bool = False,  # noqa: ARG002 - a page takes milliseconds
        **kwargs: Any,  # noqa: ARG002 - the base class's signature
    ) -> list[BaseNode]:
        splitting = Splitting(
            method=self.method,
            body=self.body,
            max_chars=self.max_chars,
            max_tokens=self.max_tokens,
            tokenizer=self.tokenizer,
            overlap=self.overlap,
        )
        found: list[BaseNode] = []
        for node in nodes:
            structure = splitting.parse(node.get_content(metadata_mode=MetadataMode.NONE), _url(node))
            found.extend(_Tree(self, node, structure, splitting).nodes)
        return found

    def _postprocess_parsed_nodes(self, nodes: list[BaseNode], parent_doc_map: dict[str, Document]) -> list[BaseNode]:
        """Keep previous and next among leaves: a parent holds the same text as its children."""
        super()._postprocess_parsed_nodes(nodes, parent_doc_map)
        if self.include_prev_next_rel:
            for node in nodes:
                node.relationships.pop(NodeRelationship.PREVIOUS, None)
                node.relationships.pop(NodeRelationship.NEXT, None)
            leaves = [node for node in nodes if NodeRelationship.CHILD not in node.relationships]
            for one, other in pairwise(leaves):
                if one.ref_doc_id == other.ref_doc_id:
                    one.relationships[NodeRelationship.NEXT] = other.as_related_node_info()
                    other.relationships[NodeRelationship.PREVIOUS] = one.as_related_node_info()
        return nodes


class _Tree:
    """The nodes of one page, parents before their children."""

    def __init__(
        self, parser: RubricatorNodeParser, document: BaseNode, structure: Structure, splitting: Splitting
    ) -> None:
        self.parser, self.document, self.structure = parser, document, structure
        self.about = origin(structure)
        self.pieces = _by_block(splitting.split(structure))
        self.wholes = _by_block(structure.chunks(hidden=splitting.hidden))
        self.nodes: list[BaseNode] = []
        self.build()

    def build(self) -> None:
        """Walk the blocks in order; those that hold nothing of their own pass their children on."""
        title = reader(self.structure, "auto").title()
        top = (title,) if title else ()
        stack: list[tuple[Block, tuple[str, ...], BaseNode | None]] = [(self.structure.root, top, None)]
        while stack:
            block, path, parent = stack.pop()
            head = " ".join(block.heading.text.split()) if block.heading else ""
            path = (*path, head) if head else path
            own = self.pieces.get(id(block), [])
            inner = any(id(below) in self.pieces for below in block.walk() if below is not block)
            if len(own) > 1 or (inner and (own or head)):
                parent = self.add(self.whole(block, head), path, _place_of(block), parent)
            for chunk in own:
                self.add(chunk.text, chunk.headings, place(chunk), parent)
            stack.extend((child, path, parent) for child in reversed(block.children))

    def whole(self, block: Block, head: str) -> str:
        """Return all that stands in a block, its own heading on top."""
        texts = [chunk.text for below in block.walk() for chunk in self.wholes.get(id(below), [])]
        return "\n\n".join(texts if texts[0].startswith(head) else [head, *texts])

    def add(self, text: str, path: tuple[str, ...], at: dict[str, Value], parent: BaseNode | None) -> BaseNode:
        node: BaseNode
        (node,) = build_nodes_from_splits([text], self.document, id_func=self.parser.id_func)
        separator = self.parser.header_path_separator
        above = separator.join(["", *path[:-1], ""]) if path[:-1] else separator
        node.metadata = {**self.about, "header_path": above, **at}
        if path:
            node.metadata["heading"] = path[-1]
        node.excluded_embed_metadata_keys = [*PLACE_KEYS, "source"]
        node.excluded_llm_metadata_keys = list(PLACE_KEYS)
        if parent is not None:
            node.relationships[NodeRelationship.PARENT] = parent.as_related_node_info()
            children = [*(parent.child_nodes or []), node.as_related_node_info()]
            parent.relationships[NodeRelationship.CHILD] = children
        self.nodes.append(node)
        return node


def _by_block(chunks: Iterable[Chunk]) -> dict[int, list[Chunk]]:
    """Return chunks by the identity of their blocks."""
    found: dict[int, list[Chunk]] = {}
    for chunk in chunks:
        found.setdefault(id(chunk.block), []).append(chunk)
    return found


def _place_of(block: Block) -> dict[str, Value]:
    known = {"xpath": block.xpath, "anchor": block.anchor}
    at: dict[str, Value] = {"level": block.level, "start_index": block.start, "end_index": block.end}
    return at | {key: value for key, value in known.items() if value is not None}


def _url(node: BaseNode) -> str | None:
    for key in ("url", "source", "URL"):
        value = node.metadata.get(key)
        if isinstance(value, str) and value.startswith(("http://", "https://")):
            return value
    return None
