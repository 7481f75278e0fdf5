"""Gold text is placed on lines word by word."""

from __future__ import annotations

from rubricator.evaluate.gold.lines import aligned_share, content_lines

PAGE = [
    "Home News Fees",
    "Fees",
    "The fees are due in May.",
    "Home",
    "Paid fees are not returned to members.",
    "Fees News",
]


def lines_of(texts: list[str]) -> tuple[str, list[tuple[int, int]]]:
    text, spans = "", []
    for one in texts:
        spans.append((len(text), len(text) + len(one)))
        text += one + " "
    return text, spans


def kept(texts: list[str], gold: str) -> list[str]:
    text, spans = lines_of(texts)
    return [one for one, inside in zip(texts, content_lines(text, spans, gold), strict=True) if inside]


def test_lines_of_the_gold_text_are_content() -> None:
    assert kept(PAGE, "The fees are due in May. Paid fees are not returned to members.") == [PAGE[2], PAGE[4]]


def test_order_decides_where_a_word_stands_that_is_there_twice() -> None:
    assert kept(PAGE, "The fees are due in May. Home Paid fees are not returned to members.") == PAGE[2:5]


def test_case_and_signs_do_not_matter() -> None:
    assert kept(PAGE, "the FEES: are due (in may) \u2013 paid fees are not returned to members") == [PAGE[2], PAGE[4]]


def test_half_of_the_words_are_enough() -> None:
    text, spans = lines_of(["one two three four", "five six seven eight"])
    assert aligned_share(text, spans, "one two five").tolist() == [0.5, 0.25]
    assert content_lines(text, spans, "one two five").tolist() == [True, False]


def test_scripts_without_spaces_have_a_word_for_each_character() -> None:
    page = ["\u9996\u9875 \u65b0\u95fb", "\u8d39\u7528\u5728\u4e94\u6708\u4ed8\u6e05\u3002", "\u8054\u7cfb"]
    assert kept(page, "\u8d39\u7528\u5728\u4e94\u6708\u4ed8\u6e05") == [page[1]]


def test_what_is_not_on_the_page_is_in_no_line() -> None:
    assert kept(PAGE, "Nothing of this stands there") == []
    assert kept([], "some gold") == []
