"""Which selectors are tried at all: none that could match may be left out, and those of long lists mostly are."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rubricator.limits import Budget, Limits
from rubricator.style._candidates import PageNames, select_candidates
from rubricator.style.candidates import AttributeValues, layer_ranks
from rubricator.style.css.sheet import parse_sheet
from rubricator.style.document import parse_document
from rubricator.style.sheets import PlacedSheet

from .pages import looks, styled

LETTERS = st.text("aAb-", max_size=3)
VALUES = st.lists(LETTERS, max_size=6)


def picks(selector: str, *values: str) -> bool:
    """Return whether a selector is tried in a page of links to some addresses."""
    document = parse_document("".join(f'<a href="{value}">x</a>' for value in values), Limits(), Budget())
    sheet = PlacedSheet(parse_sheet(f"{selector}{{color:red}}", False, Limits()))
    attributes = AttributeValues(document.symbols)
    return bool(select_candidates(PageNames(document), {}, [sheet], {"": 0}, attributes, Budget()))


@given(VALUES, LETTERS)
def test_values_are_asked_for_as_a_whole_and_by_their_beginning(values: list[str], asked: str) -> None:
    folded = [value.lower() for value in values]
    assert picks(f'a[href="{asked}"]', *values) == (asked.lower() in folded)
    assert picks(f'a[href^="{asked}"]', *values) == any(value.startswith(asked.lower()) for value in folded)


@given(VALUES.filter(len), st.data())
def test_a_part_or_an_end_of_a_value_is_found(values: list[str], data: st.DataObject) -> None:
    value = data.draw(st.sampled_from(values))
    cut = data.draw(st.integers(0, len(value)))
    assert picks(f'a[href$="{value[cut:]}"]', *values)
    assert picks(f'a[href*="{value[cut : cut + 1]}"]', *values)


def test_a_part_or_an_end_that_no_value_has_is_not_found() -> None:
    assert not picks('a[href$="bb"]', "ab", "ba")
    assert not picks('a[href*="aa"]', "ab", "ba")


def test_an_attribute_that_no_element_has_matches_nothing() -> None:
    assert not picks('[src^="a"]', "a")


def test_what_is_not_read_may_match() -> None:
    assert picks('a:not([href="b"])', "a")
    assert picks(r'[href="\62"]', "a")


def test_classes_are_split_at_white_space_of_html() -> None:
    css = ".a{color:red}[title~=a]{font-size:9px}"
    assert looks(styled(css, "<p class='a&#x0b;b' title='a&#x1c;b'>x")) == "block"
    assert looks(styled(css, "<p class='&#10;b&#9;a&#12;' title='b&#13;a'>x")) == "9px #ff0000 block"
    assert looks(styled(css, "<p class='&#10;'>x<p class='b&#160;a'>y")) == "block | block"


def test_layers_rank_as_they_first_appear_below_the_one_around_them() -> None:
    ranks = layer_ranks(["b.y", "a", "b", "b.x", "a.z"])
    assert sorted(ranks, key=ranks.__getitem__) == ["b.y", "b.x", "b", "a.z", "a", ""]
