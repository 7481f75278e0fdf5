"""The compiled `units` makes the same named tuples as the one in Python."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given

from rubricator.limits import Budget, Limits
from rubricator.load import load
from rubricator.page.units import Run, Unit, units
from rubricator.style.static import render_static
from tests.kernel.beside import ODD_PAGES, compared
from tests.random_pages import pages

PAGES = sorted((Path(__file__).parents[1] / "pages").glob("*/page.html"))


def gather(page: str | Path) -> list[Unit]:
    source = load(page if isinstance(page, Path) else f"<!---->{page}")
    rendered = render_static(source, limits=Limits(), budget=Budget())
    with compared("page.units.gather", "rubricator.page.units:_gather"):
        return units(rendered)


@pytest.mark.parametrize("html", ODD_PAGES)
def test_odd_pages(html: str) -> None:
    gather(html)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.parent.name)
def test_pages(path: Path) -> None:
    found = gather(path)
    assert {type(unit) for unit in found} == {Unit}
    assert {type(run) for unit in found for run in unit.runs} == {Run}
    assert {type(unit.visible) for unit in found} == {bool}


@given(pages())
def test_random_pages(html: str) -> None:
    gather(html)
