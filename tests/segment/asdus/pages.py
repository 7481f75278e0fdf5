"""Pages for the tests of ASDUS."""

from __future__ import annotations

from rubricator.load import load
from rubricator.page.model import Page
from rubricator.page.render import render_static
from rubricator.structure.model import Structure

SUBJECTS = ("Cookies", "Payments", "Deliveries", "Returned parcels", "Complaints")


def prose(subject: str) -> str:
    """Return a paragraph that repeats the words of its title."""
    return (
        f"We handle {subject.lower()} with care, because our customers in Harrow Lane expect it. However, "
        f"{subject.lower()} may take some days when the workshop is closed, and then you will hear from us by letter."
    )


def policy(title: str = "<p><b>{}</b></p>", subjects: tuple[str, ...] = SUBJECTS) -> str:
    """Return a page with titles in some markup."""
    return "<div>" + "".join(f"{title.format(one)}<div>{prose(one)}</div>" for one in subjects) + "</div>"


def render(html: str) -> Page:
    return render_static(load(html.encode()))


def titles(structure: Structure) -> list[str]:
    return [block.heading.text for block in structure.root.walk() if block.heading]
