"""Pages of many kinds, read with the model that comes with the package."""

from __future__ import annotations

from itertools import count

import pytest
from hypothesis import given, settings

import rubricator
from rubricator.structure.invariants import check
from rubricator.structure.model import Structure

from ...random_pages import pages
from ...trees import block_text

SENTENCES = (
    "We keep what you send us only as long as we need it for the purpose that you sent it for.",
    "The committee met three times last year and published a short report after each of its meetings.",
    "Most visitors come by train, which stops a few minutes away from the main entrance of the park.",
    "You may cancel at any time by letter, and we will return what you have paid for the months to come.",
    "In the north the winters are long, and snow lies on the hills until the middle of spring.",
    "The engine was rebuilt twice, first with larger valves and later with an entirely new fuel pump.",
    "Members pay a small fee, which covers the rent of the rooms and the tea that is served there.",
    "Nobody knows when the bridge was built, but letters of that time speak of it as being old already.",
    "If the light stays red for more than a minute, unplug the device and wait until it has cooled down.",
)
MENU = """<div id=nav class=menu><ul><li><a href=/>Home</a><li><a href=/news>News</a><li><a href=/about>About us</a>
<li><a href=/contact>Contact</a></ul></div>"""
FOOTER = "<div id=footer><p><a href=/legal>Legal notice</a> | <a href=/map>Site map</a> | © 2020 Example</p></div>"


def prose(number: int, sentences: int = 3) -> str:
    """Return a paragraph's text; each number has one of its own."""
    return " ".join(SENTENCES[(number * 2 + step * (1 + number % 3)) % len(SENTENCES)] for step in range(sentences))


def sections(titles: list[str], opening: str, closing: str) -> str:
    """Write sections: a title between two tags, then two paragraphs."""
    numbers = count()
    return "".join(
        f"{opening}{title}{closing}<p>{prose(next(numbers))}</p><p>{prose(next(numbers))}</p>" for title in titles
    )


def site(content: str, title: str = "A page of the example") -> str:
    return f"<!DOCTYPE html><title>{title}</title><body>{MENU}<div id=content>{content}</div>{FOOTER}</body>"


def read(html: str, body: str | None = None) -> Structure:
    structure = rubricator.read(html.encode(), method="rubric", body=body)
    check(structure)
    return structure


def found(structure: Structure) -> list[str]:
    """List the headings below the title."""
    return [block.heading.text for block in structure.root.walk() if block.heading and block.level]


def level_of(structure: Structure, heading: str) -> int:
    return next(block.level for block in structure.root.walk() if block.heading and block.heading.text == heading)


def test_no_heading_at_all() -> None:
    letter = "".join(f"<p>{prose(number)}</p>" for number in range(8))
    assert found(read(f"<body>{letter}</body>")) == []
    assert found(read("<p>One line only.</p>")) == []


def test_one_heading() -> None:
    page = f"<h2>How to find us</h2><p>{prose(1)}</p><p>{prose(2)}</p><p>{prose(3)}</p>"
    structure = read(site(page))
    headings = [block.heading.text for block in structure.root.walk() if block.heading]
    assert headings == ["How to find us"]


def test_tagged_sections_under_a_title() -> None:
    titles = ["Getting there", "Opening hours", "Prices", "Rules of the park"]
    structure = read(site("<h1>Visiting the park</h1>" + sections(titles, "<h2>", "</h2>"), "Visiting the park"))
    assert found(structure) == titles
    assert structure.title == "Visiting the park"
    assert block_text(structure, "Prices").startswith("Prices ")
    assert "Legal notice" not in block_text(structure, "Rules of the park")


def test_levels_nest() -> None:
    parts = "".join(
        f"<h2>Part {part}</h2><p>{prose(part)}</p>"
        + sections([f"Chapter {part}.{number}" for number in (1, 2)], "<h3>", "</h3>")
        for part in (1, 2, 3)
    )
    structure = read(site(f"<h1>The handbook</h1>{parts}", "The handbook"))
    assert [level_of(structure, heading) for heading in ("Part 1", "Chapter 1.1", "Chapter 2.2", "Part 3")] == [
        1,
        2,
        2,
        1,
    ]


def test_five_thousand_headings() -> None:
    page = "<h1>The dictionary</h1>" + "".join(
        f"<h2>Entry {number}</h2><p>{prose(number, 1)}</p>" for number in range(5000)
    )
    headings = found(read(page))
    assert len({heading for heading in headings if heading.startswith("Entry ")}) > 4900
    assert len(headings) <= 5001


def test_japanese_page_with_bold_lines() -> None:
    titles = ["個人情報の収集について", "利用目的", "第三者への提供", "お問い合わせ窓口"]
    text = "当社は、お客様からお預かりした個人情報を適切に管理し、法令に定める場合を除き、他人に渡しません。"
    more = "また、必要な範囲を超えて利用することはなく、不要になった情報は速やかに消去いたします。"
    content = "".join(f"<p><b>{title}</b></p><p>{text}{more}</p><p>{more}{text}</p>" for title in titles)
    page = f"<html lang=ja><title>個人情報保護方針</title><body>{MENU}<h1>個人情報保護方針</h1>{content}</body>"
    assert set(titles) <= set(found(read(page)))


def test_arabic_page() -> None:
    titles = ["جمع المعلومات", "استخدام المعلومات", "حماية البيانات", "حقوق المستخدم"]
    text = "نحن نحتفظ بالمعلومات التي ترسلها إلينا طالما كانت ضرورية للغرض الذي أرسلتها من أجله، ولا نشاركها مع أحد."
    content = "".join(f"<h2>{title}</h2><p>{text} {text}</p>" for title in titles)
    page = f"<html lang=ar dir=rtl><title>سياسة الخصوصية</title><body><h1>سياسة الخصوصية</h1>{content}</body>"
    assert set(titles) <= set(found(read(page)))


def test_forum_thread() -> None:
    posts = "".join(
        f"""<div class=post><div class=author><a href=/user/{number}>user{number}</a> <span>{number + 2} May 2019</span>
        </div><div class=text><p>{prose(number)}</p><p>{prose(number + 4, 2)}</p></div>
        <div class=buttons><a href=#q>Quote</a> <a href=#r>Reply</a></div></div>"""
        for number in range(8)
    )
    structure = read(site(f"<h1>Pump makes a noise after restart</h1>{posts}", "Pump makes a noise after restart"))
    assert structure.title == "Pump makes a noise after restart"
    assert not {"Quote", "Reply", "Home", "News", "Legal notice"} & set(found(structure))


def test_product_list() -> None:
    names = ["Garden chair Oslo", "Folding table Bergen", "Lamp Tromso", "Bench Molde", "Shelf Bodo", "Stool Voss"]
    products = "".join(
        f"""<div class=product><img src=p{number}.jpg><h3><a href=/p/{number}>{name}</a></h3>
        <p>{prose(number, 1)}</p><span class=price>{number + 19}.90 €</span>
        <a class=button href=/buy>Add to cart</a></div>"""
        for number, name in enumerate(names)
    )
    headings = found(read(site(f"<h1>Garden furniture</h1><div class=products>{products}</div>", "Garden furniture")))
    assert len(set(names) & set(headings)) >= 5
    assert not {"Add to cart", "19.90 €", "Home"} & set(headings)


def test_documentation_with_code() -> None:
    titles = ["Installation", "Configuration", "Running the server", "Troubleshooting"]
    code = "<pre><code># Install\npip install example\nimport example\nexample.run()\n# Done</code></pre>"
    content = "".join(
        f"<h2>{title}</h2><p>{prose(place)}</p>{code}<p>{prose(place + 5)}</p>" for place, title in enumerate(titles)
    )
    headings = found(read(site(f"<h1>Example manual</h1>{content}", "Example manual")))
    assert headings == titles


def test_a_mail_in_a_text_page() -> None:
    lines = "\n".join(prose(number, 1) for number in range(12))
    mail = f"From: Ann Other\nTo: list@example.org\nSubject: The pump\nDate: 5 May 2019\n\nHello all,\n\n{lines}\n\nAnn"
    headings = found(read(f"<title>The pump</title><body><pre>{mail}</pre></body>"))
    assert len(headings) <= 1


def test_a_policy_with_run_in_headings() -> None:
    titles = ["Email communications.", "Cookies.", "Third parties.", "Your rights.", "Changes of this policy."]
    content = "".join(
        f"<p><b>{title}</b> {prose(place)}</p><p>{prose(place + 3)}</p>" for place, title in enumerate(titles)
    )
    structure = read(site(f"<h1>Privacy policy</h1>{content}", "Privacy policy"))
    assert set(titles) <= set(found(structure))
    assert block_text(structure, "Cookies.").startswith("Cookies. ")


def test_bold_paragraphs_of_a_policy() -> None:
    titles = ["What we collect", "How we use it", "Whom we give it to", "How long we keep it"]
    structure = read(
        site("<h1>Privacy policy</h1>" + sections(titles, "<p><strong>", "</strong></p>"), "Privacy policy")
    )
    assert found(structure) == titles


def test_questions_that_open_by_a_click() -> None:
    questions = ["How do I pay?", "Can I get a refund?", "Who sends the invoice?"]
    asked = "".join(
        f"<details><summary>{question}</summary>{prose(place)}</details>" for place, question in enumerate(questions)
    )
    assert found(read(site(f"<h1>Help</h1><p>{prose(5)}</p>{asked}"))) == questions


def test_numbered_terms_in_plain_text() -> None:
    titles = ["1. DEFINITIONS", "2. FEES AND PAYMENT", "3. TERMINATION", "4. LIABILITY", "5. GOVERNING LAW"]
    assert set(titles) <= set(found(read(site(sections(titles, "<p><b>", "</b></p>"), "Terms"))))


def test_a_body_that_is_given() -> None:
    titles = ["Getting there", "Opening hours", "Prices"]
    side = "<div id=side><h2>Latest news</h2><p>The lake is open.</p><h2>Weather</h2><p>It rains.</p></div>"
    structure = read(site(f"{side}<div id=text>{sections(titles, '<h2>', '</h2>')}</div>"), body="//div[@id='text']")
    assert found(structure) == titles
    assert structure.text[structure.root.start : structure.root.end].startswith("Getting there")
    assert structure.body == (structure.root.start, structure.root.end)


def test_the_body_that_is_found_leaves_menu_and_footer_out() -> None:
    structure = read(site(sections(["Getting there", "Opening hours", "Prices"], "<h2>", "</h2>")))
    assert structure.body is not None
    start, end = structure.body
    assert "About us" not in structure.text[start:end]
    assert "Site map" not in structure.text[start:end]
    assert prose(2) in structure.text[start:end]


def test_confidence_is_a_probability() -> None:
    structure = read(site(sections(["Getting there", "Opening hours", "Prices"], "<h2>", "</h2>")))
    given_confidences = [block.heading.confidence for block in structure.root.walk() if block.heading]
    assert all(one is not None and 0 < one <= 1 for one in given_confidences)


@pytest.mark.parametrize(
    "page",
    [
        "",
        "<img src=a.png><img src=b.png>",
        "<img src=a.png alt='One image'>",
        "<div style='display:none'><h2>Hidden</h2><p>Nobody sees this.</p></div>",
        "<h2>A\x00B</h2><p>te\x00xt \x00</p>",
        "<div>" * 20_000 + "<h2>Deep</h2><p>text",
        "<p>" + "<b>Head.</b> Words that go on. " * 5000,
        "<p>:</p><p>: a</p><p>a:</p>",
        "<h2 style='font-size:1e300px'>Big</h2><p style='font-size:0'>none</p>",
    ],
    ids=["empty", "images", "image", "hidden", "nul", "deep", "runs", "colons", "sizes"],
)
def test_odd_pages_are_read(page: str) -> None:
    read(page)


@given(pages())
@settings(max_examples=25, deadline=None)
def test_random_pages_are_read(page: str) -> None:
    structure = read(page)
    for block in structure.root.walk():
        if block.heading:
            assert structure.text[block.heading.start : block.heading.end] == block.heading.text


def memo(*topics: str) -> str:
    """Write a page in plain text, with lines on top and between printed pages as old memos have them."""
    head = "Park Council                 A. Gardener\nMemo 12                         May 2026"
    turn = (
        "\n\nGardener         For Members         [Page 1]\n\f\nMemo 12         Rules of the Park         May 2026\n\n"
    )
    parts = [f"{topic}\n\n   {prose(2 * number)}\n\n   {prose(2 * number + 1)}" for number, topic in enumerate(topics)]
    return f"<title>Memo</title><pre>\n{head}\n\n{' ' * 25}Rules of the Park\n\n{turn.join(parts)}\n</pre>"


def test_a_memo_in_plain_text() -> None:
    topics = ["1. Purpose", "2. Opening hours", "3. Fees", "4. Who may come", "5. Changes to this memo"]
    structure = read(memo(*topics))
    assert [text for text in found(structure) if text != "Rules of the Park"] == topics
    xpaths = {block.heading.xpath for block in structure.root.walk() if block.heading and block.level}
    assert xpaths == {"/html[1]/body[1]/pre[1]/text()[1]"}
    assert f"## 5. Changes to this memo\n\n```\n   {prose(8)}\n\n   {prose(9)}\n```" in structure.to_markdown()


def test_a_mail_in_plain_text_has_no_headings() -> None:
    lines = f"Hello all,\n\n{prose(1)}\n\n&gt; {prose(2)}\n\nBest wishes,\nAnna"
    assert not found(read(f"<pre>From: a@example.org\nSubject: Re: dates\n\n{lines}</pre>"))


def test_the_title_is_a_heading_where_marks_count_it() -> None:
    prose = "<p>We tell you here what we do with the data that you give to us, and for how long we keep it.</p>" * 2
    sections = "".join(f"<h2>{name}</h2>{prose}" for name in ("What we collect", "How we use it", "Contact us"))
    page = f"<title>Privacy Policy</title><h1>Privacy Policy</h1>{prose}{sections}"
    structure = rubricator.read(page, params={"like": "asdus"})
    assert structure.title == "Privacy Policy"
    assert structure.root.heading is None
    headings = [block.heading.text for block in structure.root.walk() if block.heading]
    assert headings == ["Privacy Policy", "What we collect", "How we use it", "Contact us"]
