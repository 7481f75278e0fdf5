"""Bogus `<title>` fields of a collection (section 6.3): empty, "untitled", or the same on many pages of a site."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

UNTITLED = frozenset({"untitled", "untitled document"})
_STEPS = ((60, 5), (200, 8), (500, 14), (1000, 20))
"""Repeats that are still allowed in a site of fewer pages than the first number, then of up to it. The paper gives the
first (5 where M < 60) and M/40 above 1,000; its three steps between are not printed, and ours rise from the one to the
other: 1,000 / 40 = 25."""
_LARGE = 1000


def most_repeats(pages: int) -> float:
    """Return N, the repeats of a title field from which on it is bogus, in a site of M pages."""
    if pages > _LARGE:
        return pages / 40
    return next((repeats for below, repeats in _STEPS if pages < below), _STEPS[-1][1])


def bogus_fields(fields: Sequence[str], sites: Sequence[str]) -> list[str | None]:
    """Say of each page's title field why it is bogus, or None. `sites` names the site of each page."""
    folded = [" ".join(field.split()).casefold() for field in fields]
    pages = Counter(sites)
    repeats = Counter(zip(sites, folded, strict=True))
    found: list[str | None] = []
    for site, field in zip(sites, folded, strict=True):
        if not field:
            found.append("empty")
        elif field in UNTITLED:
            found.append("untitled")
        elif repeats[site, field] > most_repeats(pages[site]):
            found.append("duplicated")
        else:
            found.append(None)
    return found
