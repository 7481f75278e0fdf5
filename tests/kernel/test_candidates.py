"""Names of a page, and selectors that could match in it: the twins agree."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ..random_pages import pages
from .styles import BODY, Styled, all_pages, styled
from .twins import both

SELECTORS = st.text("aBx.#[]=^$*~|\"' ti\\(é-", max_size=12)


def described(candidates: dict[str, list[Any]]) -> dict[str, list[tuple[object, ...]]]:
    return {
        key: sorted([(c.order, c.selector, c.declarations) for c in group], key=lambda entry: repr(entry))
        for key, group in candidates.items()
    }


def compare(page: Styled) -> int:
    pure, compiled = (names(page.document) for names in both("style.candidates.Names"))
    later = both("style.candidates.Names")[1](replace(page.document, census=None))
    assert compiled.keys == later.keys == pure.keys
    assert compiled.classes == later.classes == pure.classes
    texts = [text for placed in page.sheets for group in placed.sheet.index.values() for _, text in group]
    assert [compiled.may_match(text) for text in texts] == [pure.may_match(text) for text in texts]
    select, compiled_select = both("style.candidates.select_candidates")
    expected = described(page.candidates(select, pure))
    assert described(page.candidates(compiled_select, compiled)) == expected
    return sum(map(len, expected.values()))


def test_pages() -> None:
    assert sum(map(compare, all_pages())) > 500


@given(pages())
def test_random_pages(html: str) -> None:
    compare(styled(html))


@given(SELECTORS, st.booleans())
def test_what_selectors_ask_for(selector: str, strict: bool) -> None:
    document = styled("<!DOCTYPE html>" * strict + BODY + "<a x='[' a=B t='ti\"'>").document
    pure, compiled = (names(document) for names in both("style.candidates.Names"))
    for text in (selector, f"a[{selector}]", f'[title="{selector}"]', f".{selector}"):
        assert compiled.may_match(text) == pure.may_match(text)


def test_documents_stay_as_they_were_parsed() -> None:
    document = styled(BODY).document
    document.attributes += ((("class", "late"),),)
    with pytest.raises(ValueError, match="changed"):
        both("style.candidates.Names")[1](document)
