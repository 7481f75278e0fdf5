"""The steps of ASDUS one by one."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubricator.segment.asdus.clusters import title_cluster, two_means
from rubricator.segment.asdus.features import collapse, read_features
from rubricator.segment.asdus.language import find_language, language_of, stem_english, width, without_numbering
from rubricator.segment.asdus.parameters import Parameters
from rubricator.segment.asdus.texts import collect
from rubricator.segment.asdus.titles import repeats
from tests.segment.asdus.pages import render

ENGLISH = find_language("en")


def collected(html: str, **values: str) -> list[tuple[str, str]]:
    page = render(html)
    texts = collect(page, page.body, Parameters(**values))  # type: ignore[arg-type]
    return [(page.text[one.start : one.end], page.tag[one.node]) for one in texts]


def test_elements_have_the_text_of_their_own() -> None:
    assert collected("<div>Before<p>First <b>bold words</b> and last</p>Behind</div>") == [
        ("Before", "div"),
        ("First bold words and last", "p"),
        ("bold words", "b"),
        ("Behind", "div"),
    ]


def test_a_line_ends_at_a_break_when_lines_are_asked_for() -> None:
    assert collected("<p>Title<br>Prose of it</p>") == [("Title Prose of it", "p")]
    assert collected("<p>Title<br>Prose of it</p>", texts="line") == [("Title", "p"), ("Prose of it", "p")]


def test_xpaths_tell_elements_apart_and_styles_if_asked_for() -> None:
    page = render("<div><p>First</p><p style='color:red'>Second</p></div><p>Third</p>")
    by_tags = [one.path for one in collect(page, page.body, Parameters())]
    by_style = [one.path for one in collect(page, page.body, Parameters(path="style"))]
    assert by_tags[0] == by_tags[1] != by_tags[2]
    assert len(set(by_style)) == 3


def test_the_eight_features() -> None:
    text = "However, Anna sold it to Bob (in York). It was old; it still is."
    columns = {name: column.tolist() for name, column in read_features(["Sales", text], ENGLISH).items()}
    assert columns == {
        "length": [5, 64],
        "next": [64, 0],
        "punctuation": [0, 6],
        "sentences": [0, 2],
        "stop_words": [0, 9],
        "discourse": [0, 3],  # however, still; the chain of "it"
        "entities": [0, 3],  # two of five capitals open sentences
        "capitals": [1, 5],
    }


def test_features_collapse_into_length_and_the_sum_of_the_others() -> None:
    columns = read_features(["Sales", "We sold it. They paid."], ENGLISH)
    points = collapse(columns, Parameters())
    assert points[:, 0].tolist() == [5, 22]
    assert points[1, 1] == sum(columns[name][1] for name in columns if name not in {"length", "next"})
    dropped = collapse(columns, Parameters(drop="length, sentences"))
    assert dropped[:, 0].tolist() == [0, 0]
    assert points[1, 1] - dropped[1, 1] == columns["sentences"][1] == 2


def test_titles_are_the_cluster_of_the_origin() -> None:
    points = np.array([[20, 3], [400, 90], [25, 4], [380, 70], [30, 2]], dtype=np.float64)
    assert title_cluster(points).tolist() == [True, False, True, False, True]
    assert np.allclose(sorted(two_means(points).tolist()), [[25, 3], [390, 80]])


@pytest.mark.parametrize("points", [[], [[1, 1]], [[2, 2], [2, 2]]])
def test_without_two_kinds_of_texts_all_may_be_titles(points: list[list[float]]) -> None:
    assert title_cluster(np.array(points, dtype=np.float64).reshape(-1, 2)).all()


def test_points_that_differ_in_one_dimension_are_divided() -> None:
    assert title_cluster(np.array([[0, 5], [5, 0], [0, 5]], dtype=np.float64)).sum() in {1, 2}


@pytest.mark.parametrize(
    ("title", "after", "share"),
    [
        ("1. The Policies of Sharing", "A policy about what we share", 1),
        ("Kiln opening hours", "The kiln is warm", 1 / 3),
        ("Kiln opening hours", "The opera house is warm", 0),
        ("Who we are", "we are many", 2 / 3),
        ("...", "words", 0),
    ],
)
def test_a_text_repeats_lemmas_of_a_title_without_stop_words(title: str, after: str, share: float) -> None:
    assert repeats(after, title, ENGLISH, share - 1e-9)
    assert not repeats(after, title, ENGLISH, share + 1e-9)


@given(st.text("abdegilmnorsty", max_size=12))
def test_stems_keep_how_words_begin(word: str) -> None:
    assert ENGLISH.stem(word)[: ENGLISH.kept] == word[: ENGLISH.kept]


def test_stems_and_numbers() -> None:
    assert len({stem_english(word) for word in ("collect", "collects", "collected", "collecting", "collection")}) == 1
    assert [without_numbering(text) for text in ("2.1. Fees", "b) Fees", "Fees", "3 Fees")] == [
        "Fees", "Fees", "Fees", "3 Fees",
    ]  # fmt: skip
    assert (width("abc"), width("早い"), width("où")) == (3, 6, 2)


def test_other_languages_have_stop_words_and_stems() -> None:
    german = language_of(render("<html lang=de-AT><p>x"))
    assert german.code == "de"
    assert {"und", "oder"} <= german.stop_words
    assert repeats("Jede Rechnung und ihre Frist", "Die Rechnungen", german, 1)


def test_without_the_extra_words_count_by_their_form(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "stop_words", None)
    find_language.cache_clear()
    french = find_language("fr")
    find_language.cache_clear()
    assert not french.known
    assert repeats("Vos données", "Données", french, 1)
