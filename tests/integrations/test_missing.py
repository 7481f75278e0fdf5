"""An adapter without its framework says which extra is missing."""

from __future__ import annotations

import importlib
import sys

import pytest

from rubricator.errors import MissingExtraError

ADAPTERS = {"langchain": "langchain_core", "llama_index": "llama_index", "haystack": "haystack"}


@pytest.mark.parametrize("adapter", ADAPTERS)
def test_the_extra_is_named(adapter: str, monkeypatch: pytest.MonkeyPatch) -> None:
    name = f"rubricator.integrations.{adapter}"
    for known in [known for known in sys.modules if known.split(".")[0] == ADAPTERS[adapter] or known == name]:
        monkeypatch.delitem(sys.modules, known)
    monkeypatch.setitem(sys.modules, ADAPTERS[adapter], None)
    with pytest.raises(MissingExtraError, match=rf"rubricator\[{adapter.replace('_', '-')}\]"):
        importlib.import_module(name)
