"""Markdown and HTML keep every word of our pages."""

from __future__ import annotations

import kept_words
import pytest

import rubricator

PARTED = "parted where a heading ends inside of it, no character lost"


@pytest.mark.parametrize("form", kept_words.FORMS)
@pytest.mark.parametrize("method", ["rubric", "tags", "heps"])
def test_outputs_keep_every_word_of_our_pages(method: str, form: str) -> None:
    pages = kept_words.own_pages()
    assert len(pages) > 20
    for path in pages:
        assert set(kept_words.lost_words(rubricator.read(path, method=method), form)) <= {PARTED}, path


def test_a_lost_word_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_words, "to_html", lambda *_, **__: "<p>Rye")
    lost = kept_words.lost_words(rubricator.read("<p>Rye and wheat"), "html")
    assert lost == {"lost": {"and": 1, "wheat": 1}}
    # Letters of a lost word that stand in another one do not hide it.
    assert kept_words.lost_words(rubricator.read("<p>Rye ye"), "html") == {"lost": {"ye": 1}}


def test_the_command_says_what_was_kept(capsys: pytest.CaptureFixture[str]) -> None:
    assert kept_words.main([]) == 0
    assert capsys.readouterr().out.count("100.000000% kept") == 2
