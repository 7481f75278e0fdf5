"""The rules of visual block extraction (section 4.1), each on a page where it decides."""

from __future__ import annotations

from .boxes import boxed
from .reading import pool

SIDE = '<div id=side box="600 0 300 900">side</div>'
"""Something beside what is looked at, so that there is more than one block."""


def test_a_node_with_one_valid_child_is_traced_into() -> None:
    page = boxed("""<div><div><div></div><div>
        <div box="0 0 500 100">one</div><div box="0 200 500 100">two</div></div></div></div>""")
    assert pool(page) == [("one", 1.0), ("two", 1.0)]


def test_text_only_is_fully_coherent() -> None:
    text = '<span box="0 0 500 20">words</span> <b box="0 20 500 20">and</b> <p box="0 40 500 20">paragraphs</p>'
    page = boxed(f"<div>{text}</div>{SIDE}")
    assert pool(page) == [("words and paragraphs", 1.0), ("side", 1.0)]


def test_more_than_two_breaks_split_a_node() -> None:
    text = '<span box="0 0 500 20">one</span><br><br>{}<span box="0 200 500 20">two</span>'
    assert pool(boxed(f"<div>{text.format('')}</div>{SIDE}"))[0][0] == "one two"
    assert [text for text, _ in pool(boxed(f"<div>{text.format(' <br>')}</div>{SIDE}"))] == ["one", "two", "side"]
    between = "<b box='0 90 500 20'>x</b><br>"
    assert pool(boxed(f"<div>{text.format(between)}</div>{SIDE}"))[0][0] == "one x two"


def two_blocks(between: str = "", style: str = "", where: str = "0 200 500 100") -> str:
    return f"""<div><div box="0 0 500 100">one</div>{between}<div style="{style}" box="{where}">two</div></div>{SIDE}"""


def test_a_node_is_left_whole_when_no_rule_divides_it() -> None:
    # Its coherence is 1 less .4 of the weight of its only separator: 100 pixels wide, both sides alike.
    assert pool(boxed(two_blocks())) == [("one two", 0.88), ("side", 1.0)]


def test_tag_cue() -> None:
    for line in ('<hr box="0 150 500 2">', '<img src=i.png box="0 150 500 2">'):
        assert [text for text, _ in pool(boxed(two_blocks(line)))] == ["one", "two", "side"]


def test_color_cue() -> None:
    assert [text for text, _ in pool(boxed(two_blocks(style="background: #dde")))] == ["one", "two", "side"]


def test_a_child_with_another_background_stays_whole_in_its_round() -> None:
    inner = '<div style="background: #eed" box="0 0 500 40">a</div><div box="0 60 500 40">b</div>'
    outer = f'<div style="background: #dde" box="0 0 500 100">{inner}</div>'
    page = boxed(f'<div>{outer}<div box="0 200 500 9">c</div></div>')
    assert [text for text, _ in pool(page)] == ["a b", "c"]


def test_text_cue() -> None:
    inner = """<div style="background: #dde" box="0 60 500 20">b</div>"""
    few = f'<div box="0 0 500 100">one {inner}</div>{SIDE}'
    assert [text for text, _ in pool(boxed(few))] == ["one", "b", "side"]
    texts = f'<div box="0 0 500 100">one<br>{two_texts()}</div>{SIDE}'
    assert pool(boxed(texts))[0][0] == "one two three"


def two_texts() -> str:
    return 'two <form box="0 60 500 20">three</form>'


def test_a_node_much_larger_than_its_children_is_divided() -> None:
    assert [text for text, _ in pool(boxed(two_blocks(where="0 290 500 100")))] == ["one two", "side"]
    assert [text for text, _ in pool(boxed(two_blocks(where="0 590 500 100")))] == ["one", "two", "side"]


def test_a_small_node_with_text_has_a_coherence_of_four_fifths() -> None:
    inner = '<b box="0 0 40 20">one</b><div box="0 30 40 20">two</div>'
    assert pool(boxed(f"<div>{inner}</div>{SIDE}"))[0] == ("one two", 0.8)


def test_size_cue() -> None:
    assert pool(boxed(two_blocks(where="0 110 500 30")))[0][0] == "one two"
    assert [text for text, _ in pool(boxed(two_blocks(where="0 110 500 3")))] == ["one", "two", "side"]


def test_special_tags_have_higher_thresholds() -> None:
    items = '<{0} box="0 0 500 100">one</{0}><{0} box="0 110 500 3">two</{0}>'
    assert pool(boxed(f"<ul>{items.format('li')}</ul>{SIDE}"))[0][0] == "one two"
    assert pool(boxed(f"<div>{items.format('div')}</div>{SIDE}"))[0][0] == "one"


def test_cells_beside_an_undivided_cell_stay_whole() -> None:
    divided = '<td><div box="{0} 0 90 100">a</div><hr box="{0} 110 90 2"><div box="{0} 120 90 80">b</div></td>'
    first = '<td style="background: #dde" box="0 0 90 200">menu</td>'
    rows = f"<table><tr>{first}{divided.format(100)}{divided.format(200)}</tr></table>"
    assert [text for text, _ in pool(boxed(rows))] == ["menu", "a b", "a b"]
    rows = f"<table><tr>{divided.format(100)}{divided.format(200)}</tr></table>"
    assert [text for text, _ in pool(boxed(rows))] == ["a", "b", "a", "b"]


def test_the_heaviest_separator_counts_wherever_it_is_inside_of_a_node() -> None:
    heading = '<h1 box="0 300 500 40">big</h1>'
    page = boxed(f"""<div><div><div box="0 0 500 20">a</div><div box="0 30 500 20">b</div></div>
        <div><div box="0 60 500 20">c</div><div><p box="0 90 500 20">d</p>{heading}</div></div></div>{SIDE}""")
    # Between d and the heading: .5 for the distance, .3 for a bold and larger font.
    assert pool(page)[0] == ("a b c d big", 0.68)
