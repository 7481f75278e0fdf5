"""Which selectors are tried at all: none that could match may be left out, and those of long lists mostly are."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rubricator.limits import Budget, Limits
from rubricator.style._candidates import Names
from rubricator.style.candidates import layer_ranks
from rubricator.style.document import parse_document

from .pages import looks, styled

LETTERS = st.text("aAb-", max_size=3)
VALUES = st.lists(LETTERS, max_size=6)


def names_of(*values: str) -> Names:
    """Return the names of a page of links."""
    return Names(parse_document("".join(f'<a href="{value}">x</a>' for value in values), Limits(), Budget()))


@given(VALUES, LETTERS)
def test_values_are_asked_for_as_a_whole_and_by_their_beginning(values: list[str], asked: str) -> None:
    names, folded = names_of(*values), [value.lower() for value in values]
    assert names.may_match(f'a[href="{asked}"]') == (asked.lower() in folded)
    assert names.may_match(f'a[href^="{asked}"]') == any(value.startswith(asked.lower()) for value in folded)


@given(VALUES.filter(len), st.data())
def test_a_part_or_an_end_of_a_value_is_found(values: list[str], data: st.DataObject) -> None:
    value = data.draw(st.sampled_from(values))
    cut = data.draw(st.integers(0, len(value)))
    assert names_of(*values).may_match(f'a[href$="{value[cut:]}"]')
    assert names_of(*values).may_match(f'a[href*="{value[cut : cut + 1]}"]')


def test_a_part_or_an_end_that_no_value_has_is_not_found() -> None:
    assert not names_of("ab", "ba").may_match('a[href$="bb"]')
    assert not names_of("ab", "ba").may_match('a[href*="aa"]')


def test_an_attribute_that_no_element_has_matches_nothing() -> None:
    assert not names_of("a").may_match('[src^="a"]')


def test_what_is_not_read_may_match() -> None:
    names = names_of("a")
    assert names.may_match('a:not([href="b"])')
    assert names.may_match(r'[href="\62"]')


def test_classes_are_split_at_white_space_of_html() -> None:
    css = ".a{color:red}[title~=a]{font-size:9px}"
    assert looks(styled(css, "<p class='a&#x0b;b' title='a&#x1c;b'>x")) == "block"
    assert looks(styled(css, "<p class='&#10;b&#9;a&#12;' title='b&#13;a'>x")) == "9px #ff0000 block"
    assert looks(styled(css, "<p class='&#10;'>x<p class='b&#160;a'>y")) == "block | block"


def test_layers_rank_as_they_first_appear_below_the_one_around_them() -> None:
    ranks = layer_ranks(["b.y", "a", "b", "b.x", "a.z"])
    assert sorted(ranks, key=ranks.__getitem__) == ["b.y", "b.x", "b", "a.z", "a", ""]
