"""A page for the tests of title extraction, and what the columns and features say of its units."""

from __future__ import annotations

import numpy as np

from rubricator.page.model import Page
from rubricator.segment.title.columns import unit_columns
from rubricator.segment.title.features import unit_features
from rubricator.segment.title.table import FEATURES
from rubricator.segment.title.texts import unit_texts
from rubricator.segment.title.units import find_units

from ...page.pages import render

PROSE = "The oven is lit on Fridays at noon, and whoever wants to bake brings dough and one log of dry wood along. "
HTML = f"""<!doctype html><title>Oven | Brook Street</title><body style="font:16px serif">
<ul><li><a href="/">Home</a><li><a href="/map">Map</a></ul>
<div class="pagetitle" style="font-size:32px;text-align:center;font-weight:bold;color:#cc0000">The village oven</div>
<hr><p><i>By Ann Weir</i><br>Updated 3 May 2021
<p>{PROSE}<p>{PROSE}<p>PHONE: 555<div hidden>Nobody sees this</div>
"""


def page() -> Page:
    return render(HTML)


def true_features(html: str, text: str) -> set[str]:
    """Return the names of the features that are true of the unit with a text."""
    units = find_units(render(html))
    row = unit_features(units)[unit_texts(units).index(text)]
    return {feature.name for feature, value in zip(FEATURES, row.tolist(), strict=True) if value}


def value(html: str, column: str, text: str) -> float:
    units = find_units(render(html))
    values: np.ndarray = unit_columns(units)[column]
    return float(values[unit_texts(units).index(text)])
