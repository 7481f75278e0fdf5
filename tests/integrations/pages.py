"""A page whose headings are tagged, so that every method finds them; and one that is not."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[2]
KILN = ROOT / "examples" / "kiln.html"
BREAD = """<!DOCTYPE html><html lang=en><meta charset=iso-8859-1><title>Bread</title>
<h1 id=top>Bread</h1><p>How we bake – all year round.
<h2 id=flour>Flour</h2><p>Rye and wheat, ground on the day.
<h3 id=rye>Rye</h3><p>Dark and heavy, it keeps for a week. Bake it long. Let it rest for a day.
<h2 id=water>Water</h2><p>As warm as a hand.
"""
