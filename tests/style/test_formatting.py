"""Pages are cut where formatting elements that are left open would fill the memory, and nowhere else."""

from __future__ import annotations

import pytest
from turbohtml import parse

from rubricator.limits import Budget
from rubricator.style.formatting import parsable

OPEN = "".join(f"<b class=x{number}>" for number in range(10))


def kept(html: str, most: int = 100) -> str:
    return parsable(html, most, Budget()).html


def test_a_page_ends_where_open_elements_become_too_many() -> None:
    assert kept(OPEN + "<p>x\r\n" * 20) == OPEN + "<p>x\n" * 10


@pytest.mark.parametrize(
    "html",
    [
        "<p>x</p>" * 1000,
        "<p><b class=x>x</b></p>" * 20,
        "<b>" * 1000,
        OPEN + "</b>" * 10 + "<p>x" * 20,
        OPEN * 20,
        "<table><td>" + "<p><i class=y>x</i>" * 20,
    ],
)
def test_other_pages_are_whole(html: str) -> None:
    assert kept(html) == html


def test_equal_elements_count_three_times() -> None:
    html = "<b>" * 50 + "<p>x" * 20
    assert kept(html) == html
    assert kept(html, 40) == "<b>" * 50 + "<p>x" * 13


@pytest.mark.parametrize(
    "idle", ["<table><td>" + "</b>" * 10 + "</table>", "<!--" + "</b>" * 10 + "-->", "<p title='" + "</b>" * 10 + "'>"]
)
def test_end_tags_that_close_nothing_do_not_hide_what_is_open(idle: str) -> None:
    assert len(kept(OPEN + idle + "<p>x" * 20)) < len(OPEN + idle + "<p>x" * 20)


HIDING = [
    "<svg><style>",
    "<svg><style/>",
    "<svg><title>",
    "<svg><script>",
    "<math><xmp>",
    "<math></svg><plaintext>",
    "<noscript>",
    "<template><col><xmp></template>",
    "<svg><![CDATA[></svg>]]><style>",
    "<svg><![CDATA[><!--]]>",
    "<svg><![CDATA[><q title=']]>",
    "<svg><style><![CDATA[</style><xmp>]]>",
    "<svg><desc><p></svg></p></desc><style>",
    "<svg><style><p><xmp><q title='</xmp>",
]
"""Behind these, what the parser reads as tags is something else to the tokenizer."""


def opened(html: str) -> int:
    """Return how many formatting elements the parser makes of what is kept."""
    return parse(kept(html)).html.count("<b ")


@pytest.mark.parametrize("hiding", HIDING)
def test_tags_that_look_like_text_do_not_multiply(hiding: str) -> None:
    many = "<p>x" * 50
    assert opened(f"{hiding}<p>{OPEN}{many}") < 150
    assert opened(f"<p>{OPEN}{hiding}{many}") < 150
    assert opened(f"<svg><desc><p>{OPEN}</p></desc><![CDATA[>{'</b>' * 10}]]>{hiding}{many}") < 150


def test_what_is_left_out_is_said() -> None:
    hidden = parsable(f"<svg><style><p>{OPEN}" + "<p>x" * 20, 100, Budget())
    assert hidden.left_out == "formatting elements in what may be text make too many nodes and were left out"
    assert "<x-b class=x9>" in hidden.html
    assert "the page ends after" in parsable(OPEN + "<p>x" * 20, 100, Budget()).left_out


@pytest.mark.parametrize(
    "drawing",
    [
        "<svg><style>a{color:red}</style></svg>",
        "<svg><style><![CDATA[a > b{color:red}]]></style></svg>",
        "<svg><title>A drawing</title><desc>of it</desc><path d='M0'/></svg>",
        "<math><mi>x</mi><mo>=</mo><mtext>y</mtext></math>",
    ],
)
def test_plain_drawings_and_formulas_hide_nothing(drawing: str) -> None:
    script = f"<script>'{OPEN}'</script>"
    html = f"{drawing}{script}" + "<p><b class=x>x</b></p>" * 20
    assert parsable(html, 100, Budget()) == (html, "")
