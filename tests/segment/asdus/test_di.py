"""The domain-independent approach on whole pages."""

from __future__ import annotations

import time

import pytest

import rubricator
from rubricator.errors import UsageError
from tests.segment.asdus.pages import SUBJECTS, policy, prose, titles


@pytest.mark.parametrize("markup", ["<p><b>{}</b></p>", "<h4>{}</h4>", "<div><span>{}</span></div>", "<p>{}</p>"])
def test_titles_are_found_in_any_markup(markup: str) -> None:
    structure = rubricator.read(policy(markup), method="asdus-di")
    assert titles(structure) == list(SUBJECTS)
    assert [block.level for block in structure.root.children] == [1] * len(SUBJECTS)


def test_a_section_is_the_text_up_to_the_next_title() -> None:
    structure = rubricator.read(policy(), method="asdus-di")
    texts = [structure.text[block.start : block.end] for block in structure.root.children]
    assert texts == [f"{one} {prose(one)}" for one in SUBJECTS]


def test_a_title_that_its_text_does_not_repeat_is_known_by_its_xpath() -> None:
    page = policy().replace("</div></div>", f"</div><p><b>Odds and ends</b></p><div>{prose('nothing')}</div></div>")
    assert titles(rubricator.read(page, method="asdus-di")) == [*SUBJECTS, "Odds and ends"]


def test_short_texts_of_another_xpath_are_no_titles() -> None:
    page = "<nav><span>Start</span><span>Shop</span></nav><h1>Harrow Lane</h1>" + policy()
    assert titles(rubricator.read(page, method="asdus-di")) == list(SUBJECTS)


def test_text_before_the_first_title_is_in_the_section_without_one() -> None:
    before = "These are the rules of the workshop, as its members agreed on them in spring."
    structure = rubricator.read(f"<ul><li>Menu</ul><p>{before}</p>" + policy(), method="asdus-di")
    first = structure.root.children[0]
    assert structure.root.heading is None
    assert structure.text[structure.root.start : first.start].strip() == before
    assert structure.body == (structure.root.start, structure.root.end)


def test_a_footer_is_not_part_of_the_last_section() -> None:
    more = "".join(f"<p>{prose(SUBJECTS[-1])}</p>" for _ in range(3))
    structure = rubricator.read(policy() + more + "<p>Imprint, Jobs, Newsletter 2026</p>", method="asdus-di")
    assert structure.text[: structure.root.end].endswith(prose(SUBJECTS[-1]))


def test_a_later_text_that_shares_words_with_the_last_section_is_part_of_it() -> None:
    more = "".join(f"<p>{prose(SUBJECTS[-1])}</p>" for _ in range(6))
    structure = rubricator.read(policy() + more, method="asdus-di")
    assert structure.root.end == len(structure.text)


def test_a_body_that_is_given_is_kept_whole() -> None:
    structure = rubricator.read(
        "<p>Menu of all</p>" + policy() + "<p>Imprint, Jobs</p>", method="asdus-di", body="page"
    )
    assert structure.body is None
    assert (structure.root.start, structure.root.end) == (0, len(structure.text))
    assert titles(structure) == list(SUBJECTS)


def test_titles_nest_by_style_when_asked() -> None:
    page = (
        policy("<h2>{}</h2>", SUBJECTS[:1]) + policy("<h3>{}</h3>", SUBJECTS[1:3]) + policy("<h2>{}</h2>", SUBJECTS[3:])
    )
    flat = rubricator.read(page, method="asdus-di")
    nested = rubricator.read(page, method="asdus-di", params={"nest": True})
    assert titles(flat) == titles(nested) == list(SUBJECTS)
    assert [len(block.children) for block in flat.root.children] == [0] * 5
    assert [len(block.children) for block in nested.root.children] == [2, 0, 0]


def test_improved_leaves_out_an_xpath_that_is_rarely_repeated() -> None:
    lines = "".join(f"<p>Shelf {number} has tools</p>" for number in range(40))
    page = policy("<h2>{}</h2>") + f"<p>Kiln</p><div>{prose('kiln')}</div>" + lines + f"<div>{prose('tools')}</div>"
    assert "Shelf 7 has tools" in titles(rubricator.read(page, method="asdus-di"))
    assert titles(rubricator.read(page, method="asdus-di", params={"preset": "improved"})) == list(SUBJECTS)


def test_each_feature_can_be_dropped() -> None:
    for feature in ("length", "next", "punctuation", "sentences", "stop_words", "discourse", "entities", "capitals"):
        structure = rubricator.read(policy(), method="asdus-di", params={"drop": feature})
        assert structure.params["drop"] == feature
        assert set(SUBJECTS) <= set(titles(structure)), feature


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"drop": "colour"}, "drop names features, not 'colour'; they are: length, next"),
        ({"texts": "word"}, "texts is one of element, line, not 'word'"),
        ({"path": "xpath"}, "path is one of tags, style, not 'xpath'"),
        ({"preset": "best"}, "unknown preset 'best' of asdus-di"),
    ],
)
def test_wrong_parameters_are_told(params: dict[str, str], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        rubricator.read(policy(), method="asdus-di", params=dict(params))


@pytest.mark.parametrize("page", ["<p>Only one element.</p>", "<p>a</p><p>b</p>", "<ul><li>Home<li>Shop</ul>"])
def test_a_page_without_prose_has_no_titles(page: str) -> None:
    structure = rubricator.read(page, method="asdus-di")
    assert titles(structure) == []
    assert (structure.root.start, structure.root.end) == (0, len(structure.text))


def test_chinese_words_are_characters() -> None:
    body = (
        "我们重视{0}。关于{0}的规定如下，请仔细阅读本页的全部内容，如有任何问题请与我们联系，我们会尽快回复您的来信。"
    )
    subjects = ("隐私保护", "付款方式", "退货办法")
    page = "<html lang=zh>" + "".join(f"<p><b>{one}</b></p><p>{body.format(one)}</p>" for one in subjects)
    structure = rubricator.read(page, method="asdus-di")
    assert titles(structure) == list(subjects)
    assert structure.warnings == ()


def test_arabic_titles_are_found() -> None:
    body = "نحن نهتم بموضوع {0} في هذا الموقع، وتوضح هذه الصفحة كل ما يتعلق بموضوع {0} من قواعد وشروط وأحكام."
    subjects = ("الخصوصية", "الدفع", "التوصيل")
    page = "<html lang=ar dir=rtl>" + "".join(f"<h3>{one}</h3><p>{body.format(one)}</p>" for one in subjects)
    assert titles(rubricator.read(page, method="asdus-di")) == list(subjects)


def test_a_language_without_stop_words_is_a_notice() -> None:
    structure = rubricator.read("<html lang=tlh>" + policy(), method="asdus-di")
    assert [notice.code for notice in structure.warnings] == ["language-unknown"]
    assert titles(structure) == list(SUBJECTS)


def test_ten_thousand_elements_take_time_in_proportion() -> None:
    def seconds(sections: int) -> float:
        page = policy(subjects=tuple(f"{SUBJECTS[number % 5]} {number}" for number in range(sections)))
        started = time.process_time()
        assert len(titles(rubricator.read(page, method="asdus-di"))) == sections
        return time.process_time() - started

    seconds(10)
    few, many = seconds(500), seconds(3400)
    assert many < 20 * few
