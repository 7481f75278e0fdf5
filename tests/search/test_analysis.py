"""Words as they are indexed and asked for."""

from __future__ import annotations

import sys

import pytest

from rubricator.errors import MissingExtraError, UsageError
from rubricator.search import languages
from rubricator.search.analysis import query_terms, terms, tokens, words
from rubricator.search.languages import STOP_WORDS, check_language, guess_language, language_of, stem


def test_words_are_folded_stemmed_and_without_stop_words() -> None:
    assert terms("The Bookings of FIRINGS", "en") == ["book", "fire"]
    assert terms("Die Äpfel und der Apfel", "de") == ["apfel", "apfel"]
    assert terms("l’eau et les chevaux", "fr") == ["eau", "cheval"]
    assert terms("The Bookings", "none") == ["the", "bookings"]
    assert terms("ﬁring", "none") == terms("FIRING", "none")


def test_compounds_are_themselves_and_their_parts() -> None:
    assert terms("$tls_cipher", "en") == ["tls_cipher", "tls", "cipher"]
    assert terms("__init__", "none") == ["init"]
    assert query_terms("tls_cipher", ["none"]) == ["tls_cipher", "tls", "cipher"]
    assert terms("in v4.1.2, for 1,380 of 3.", "none") == [
        "in",
        "v4.1.2",
        "v4",
        "1",
        "2",
        "for",
        "1,380",
        "1",
        "380",
        "of",
        "3",
    ]
    assert terms("a1.2 1.2b", "none") == ["a1", "2", "1", "2b"]


def test_scripts_without_spaces_give_characters_and_pairs() -> None:
    assert terms("東京都", "none") == ["東", "東京", "京", "京都", "都"]
    assert query_terms("京都", ["none"]) == ["京都"]
    assert query_terms("東京都", ["none"]) == ["東京", "京都"]
    assert query_terms("寺", ["none"]) == ["寺"]
    assert query_terms("iPhoneの寺", ["none"]) == ["iphone", "の寺"]


def test_words_with_marks_stay_whole() -> None:
    assert terms("हिन्दी भाषा", "none") == ["हिन्दी", "भाषा"]
    assert terms("co\u00adop\u00aderate", "none") == ["cooperate"]
    assert terms("Zu\u0308rich", "none") == terms("Zürich", "none")


@pytest.mark.parametrize(
    ("bare", "written", "language"),
    [
        ("ecole", "École", "fr"),
        ("oeufs", "Œufs", "fr"),
        ("nino", "niño", "es"),
        ("lodz", "Łódź", "pl"),
        ("lodz", "Łódź", "none"),
        ("smorrebrod", "Smørrebrød", "da"),
        ("αθηνα", "Αθήνα", "el"),
        ("все", "всё", "none"),
        ("istanbul", "İSTANBUL", "tr"),
        ("istanbul", "İstanbul", "none"),
        ("ışık", "IŞIK", "tr"),
        ("isik", "ışık", "none"),
    ],
)
def test_a_word_is_found_without_its_accents(bare: str, written: str, language: str) -> None:
    assert terms(bare, language) == terms(written, language)


def test_marks_that_make_another_letter_stay() -> None:
    assert terms("мой", "none") != terms("мои", "none")
    assert terms("でんき", "none") != terms("てんき", "none")
    assert terms("हिन्दी", "none") == ["हिन्दी"]


def test_emoji_are_words() -> None:
    assert terms("fire 🔥!", "none") == ["fire", "🔥"]
    assert query_terms("🔥", ["en"]) == ["🔥"]


def test_places() -> None:
    text = "— The Kiln, hot"
    found = [(text[token.start : token.end], token.terms) for token in tokens(text, "en")]
    assert found == [("The", ()), ("Kiln", ("kiln",)), ("hot", ("hot",))]


def test_plain_texts_are_read_as_all_others() -> None:
    text = "".join(map(chr, range(128))) + " tls_cipher _x_ don't THE Running 3.14\x1ca-b v1.2.3 x1.2 1.2x"
    assert terms(text, "en") == [term for token in tokens(text, "en") for term in token.terms]


def test_a_query_is_read_as_every_language_reads_it() -> None:
    assert query_terms("die Bäume", ["en", "de"]) == ["die", "baume", "baum"]
    assert query_terms("die die", ["de"]) == []


def test_long_words_are_cut() -> None:
    assert [len(term) for term in terms("a" * 10_000, "none")] == [64]


def test_languages() -> None:
    assert language_of("en-GB") == "en"
    assert language_of("nb") == "no"
    assert language_of("tlh") is None
    assert check_language("de_AT") == "de"
    with pytest.raises(UsageError, match="no stemmer for the language 'tlh'"):
        check_language("tlh")


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("The pots are in the kiln and it is hot", "en"),
        ("Die Töpfe sind im Ofen und er ist heiß", "de"),
        ("Les pots sont dans le four et il est chaud", "fr"),
        ("Los potes están en el horno y es muy caliente", "es"),
        ("Горшки в печи, и она уже не холодная", "ru"),
        ("xkcd qwerty 12 45", "none"),
    ],
)
def test_a_language_is_guessed_by_its_stop_words(text: str, language: str) -> None:
    assert guess_language(words(text)) == language


def test_stop_words_are_written_as_they_are_looked_up() -> None:
    for language, stop in STOP_WORDS.items():
        assert all(list(words(word)) == [word] for word in stop), language


def test_the_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "snowballstemmer", None)
    languages._stemmer.cache_clear()
    with pytest.raises(MissingExtraError, match=r"rubricator\[search\]"):
        stem("pots", "en")
    assert stem("pots", "none") == "pots"
