"""Signs for raised text, formulas and ruby: what outputs say of what a page says by placing text."""

from __future__ import annotations

import time

import pytest

import rubricator
from rubricator.emit.superscripts import superscript_affixes

from .pages import page, structure


def chunk_text(html: str) -> str:
    return "\n".join(chunk.text for chunk in rubricator.read(html, method="tags").chunks())


def markdown(html: str) -> str:
    return rubricator.read(html, method="tags").to_markdown().removesuffix("\n")


def math(inner: str) -> str:
    return f"<p>a <math>{inner}</math> b"


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("10<sup>6</sup> cells", "10^6 cells"),
        ("E = mc<sup>2</sup>.", "E = mc^2."),
        ("10<sup>-3</sup> or 10<sup>−3</sup>", "10^-3 or 10^−3"),
        ("(a+b)<sup>2</sup>", "(a+b)^2"),
        ("e<sup>x+1</sup> and e<sup>iπ</sup>", "e^(x+1) and e^iπ"),
        ("x<sup><i>n</i></sup>, A<sup>T</sup>, 2<sup><b>1</b>0</sup>", "x^n, A^T, 2^10"),
        ("cm<sup>3</sup>s<sup>-1</sup>", "cm^3 s^-1"),
        ("2<sup>2<sup>3</sup></sup>", "2^2^3"),
        ("x<sub>i</sub><sup>2</sup>", "xi^2"),
        ("1<sup>1</sup>/<sub>2</sub> cups, <sup>1</sup>/<sub>2</sub> cup", "1 1/2 cups, 1/2 cup"),
        ("<code>2<sup>10</sup></code>", "2^10"),
        ("$19<sup>99</sup> each, € 1.249<sup>00</sup>", "$19.99 each, € 1.249,00"),
    ],
)
def test_powers_keep_their_value(html: str, text: str) -> None:
    assert chunk_text(f"<p>{html}") == text


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("1<sup>st</sup> 2<sup>nd</sup> XX<sup>e</sup> 1<sup>er</sup>", "1st 2nd XXe 1er"),
        ("M<sup>me</sup> D<sup>r</sup> N<sup>o</sup> 5<sup>º</sup>", "Mme Dr No 5º"),
        ("Jug<sup>TM</sup> Na<sup>+</sup> 45<sup>°</sup>", "JugTM Na+ 45°"),
        ("H<sub>2</sub>O and <sup>14</sup>C", "H2O and 14C"),
        ("bees<sup>*</sup> hum<sup>†</sup> all<sup>a</sup> day<sup>see below</sup>", "bees* hum† alla daysee below"),
    ],
)
def test_what_reads_well_has_no_signs(html: str, text: str) -> None:
    assert chunk_text(f"<p>{html}") == text


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("Bees dance.<sup><a href=#n>[1]</a></sup>", "Bees dance.[1]"),
        ("Bees dance<sup>[1]</sup>", "Bees dance[1]"),
        ("since 2010<sup><a href=#n>2</a></sup>", "since 2010[2]"),
        ("since 2010<a href=#n><sup>2</sup></a>.", "since 2010[2]."),
        ("so<sup><a href=#n>2</a>,<a href=#m>3</a></sup>", "so[2,3]"),
        ("so<sup><a href=#n>†</a></sup>", "so†"),
        ("<a href=#n>10<sup>6</sup> bees</a>", "10^6 bees"),
    ],
)
def test_marks_of_notes_are_no_powers(html: str, text: str) -> None:
    assert chunk_text(f"<p>{html}") == text


def test_signs_have_the_places_of_their_text() -> None:
    found = rubricator.read("<p>About 10<sup>x + 1</sup></p><p>or <q>e<sup>2</sup></q>", method="tags")
    (chunk,) = found.chunks()
    assert chunk.text == "About 10^(x + 1)\nor “e^2”"
    assert (chunk.start, chunk.end) == (0, len(found.text)) == (0, len("About 10x + 1 or e2"))
    for piece in found.chunks(max_chars=4):
        bare = "".join(char for char in piece.text if char not in "^()“” \n")
        assert bare in found.text[piece.start : piece.end].replace(" ", "")


def test_headings_have_signs_in_chunks_and_the_outline() -> None:
    found = rubricator.read(
        "<h1>Stars</h1><p>a<h2>On 10<sup>9</sup> stars</h2><h2>x<sup>2</sup></h2><p>b", method="tags"
    )
    assert [chunk.text for chunk in found.chunks()] == ["Stars\na", "On 10^9 stars", "x^2\nb"]
    assert [chunk.headings[-1] for chunk in found.chunks()] == ["Stars", "On 10^9 stars", "x^2"]
    assert "On 10^9 stars" in found.outline()
    assert found.root.children[0].children[0].heading.text == "On 109 stars"  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>10<sup>6</sup> so<sup><a href=/n>2</a></sup>", "10<sup>6</sup> so<sup>[2](/n)</sup>"),
        ("<p><code>2<sup>10</sup></code>", "`2^10`"),
        ("<pre>2<sup>10</sup></pre>", "```\n2^10\n```"),
        ("<p>2<sup>2<sup>3</sup></sup>", "2<sup>2^3</sup>"),
    ],
)
def test_markdown_raises_what_it_can(html: str, text: str) -> None:
    assert markdown(html) == text


@pytest.mark.parametrize(
    ("inner", "text"),
    [
        ("<mfrac><mn>1</mn><mn>2</mn></mfrac>", "1/2"),
        ("<mfrac>\n<mn>1</mn>\n<mn>2</mn>\n</mfrac>", "1/2"),
        ("<mn>1</mn><mfrac><mn>1</mn><mn>2</mn></mfrac><mi>x</mi>", "1 1/2 x"),
        (
            "<mfrac><mn>1</mn><mn>2</mn></mfrac><mfrac><mrow><mi>a</mi><mo>+</mo><mn>1</mn></mrow>"
            "<mrow><mn>2</mn><mi>c</mi></mrow></mfrac>",
            "1/2 (a+1)/(2c)",
        ),
        ("<mfrac linethickness=0><mi>n</mi><mi>k</mi></mfrac>", "n, k"),
        ("<msup><mi>x</mi><mn>2</mn></msup><mi>y</mi>", "x^2 y"),
        ("<msup><mi>x</mi><mrow><mo>−</mo><mn>1</mn></mrow></msup>", "x^(−1)"),
        ("<msup><mi>x</mi><mfrac><mn>1</mn><mn>2</mn></mfrac></msup>", "x^(1/2)"),
        ("<msup><mfrac><mn>1</mn><mn>2</mn></mfrac><mn>3</mn></msup>", "(1/2)^3"),
        ("<msup><mrow><mo>(</mo><mfrac><mn>1</mn><mn>2</mn></mfrac><mo>)</mo></mrow><mn>3</mn></msup>", "(1/2)^3"),
        ("<msub><mi>a</mi><mi>i</mi></msub><msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>", "a_i x_i^2"),
        ("<msup><mrow><msub><mi>a</mi><mi>i</mi></msub></mrow><mn>2</mn></msup>", "a_i^2"),
        ("<msqrt><mn>2</mn><mo>+</mo><mi>x</mi></msqrt>", "√(2+x)"),
        ("<mroot><mi>x</mi><mn>3</mn></mroot>", "x^(1/3)"),
        (
            "<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><mi>i</mi>",
            "∑_(i=1)^n i",
        ),
        ("<mover><mi>x</mi><mo>¯</mo></mover>", "x¯"),
        ("<mfenced open='['><mi>a</mi><mi>b</mi></mfenced>", "[a,b)"),
        (
            "<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>0</mn></mtd></mtr> <mtr><mtd></mtd><mtd>2</mtd></mtr></mtable>",
            "1 0; 2",
        ),
        ("<msup><mi>x</mi></msup><mfrac><mn>1</mn><mrow></mrow></mfrac>", "x 1"),
    ],
)
def test_formulas_are_one_line(inner: str, text: str) -> None:
    html = math(inner)
    assert chunk_text(html) == f"a {text} b"
    assert markdown(html).replace("\\", "") == f"a {text} b"
    assert f"<p>a {text} b</p>" in rubricator.read(html, method="tags").to_html()


def test_the_source_of_a_formula_is_no_part_of_it() -> None:
    fraction = "<mfrac><mn>1</mn><mn>2</mn></mfrac>"
    source = '<annotation encoding="application/x-tex">\\frac{1}{2}</annotation>'
    assert chunk_text(math(f"<semantics>{fraction}{source}</semantics>")) == "a 1/2 b"


@pytest.mark.parametrize(
    ("ruby", "text"),
    [
        ("漢<rt>kan</rt>字<rt>ji</rt>", "漢(kan)字(ji)"),
        ("漢<rp>[</rp><rt>kan</rt><rp>]</rp>", "漢[kan]"),
        ("<rb>東<rb>京<rtc><rt>とう<rt>きょう</rtc>", "東京(とうきょう)"),
        ("漢<rt></rt>", "漢"),
    ],
)
@pytest.mark.parametrize("hidden", ["auto", "drop"])
def test_the_reading_of_a_ruby_is_in_brackets(ruby: str, text: str, hidden: rubricator.emit.Hidden) -> None:
    found = rubricator.read(f"<p>so <ruby>{ruby}</ruby> is", method="tags")
    assert [chunk.text for chunk in found.chunks(hidden=hidden)] == [f"so {text} is"]
    assert page(found.to_markdown(hidden=hidden)).text.replace("\\", "") == f"so {text} is"
    assert page(found.to_html(hidden=hidden)).text == f"so {text} is"


def test_signs_of_a_text_that_is_not_shown_are_at_the_text_that_is() -> None:
    html = "<p>e<sup>x+1<span hidden>th power</span></sup>"
    assert [chunk.text for chunk in rubricator.read(html, method="tags").chunks(hidden="drop")] == ["e^(x+1)"]


def test_a_passage_that_begins_or_ends_within_a_text_has_the_signs_of_its_ends() -> None:
    found = structure(page("<p>x<sup>a+1b+c</sup>"), [(1, "b+c")])
    assert [chunk.text for chunk in found.chunks()] == ["x^(a+1", "b+c"]


def test_raised_text_needs_a_base() -> None:
    assert superscript_affixes("2", 0, 1, linked=False) == ("", "")
    assert superscript_affixes("a 2", 2, 3, linked=True) == ("", "")


def test_the_time_is_linear() -> None:
    deep = "<msup><mrow>" * 200 + "<mi>x</mi>" * 20_000 + "</mrow><mn>2</mn></msup>" * 200
    found = structure(page(math(deep) + "<p>10<sup>6</sup>" * 5_000))
    began = time.process_time()
    assert sum(len(chunk.text) for chunk in found.chunks()) > 40_000
    assert time.process_time() - began < 5
