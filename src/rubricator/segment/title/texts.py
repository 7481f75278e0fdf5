"""What the words of a unit say (section 4.3, linguistic information)."""

from __future__ import annotations

import re
from collections import Counter

import numpy as np
from numpy.typing import NDArray

from rubricator.segment.title.units import Units

_SUBJECT = re.compile(r"(?:title|subject|re)\s*:", re.I)
_OPENING = re.compile(r"(?:abstract|introduction|summary|overview)\b", re.I)
_BY = re.compile(r"(?:by|author|written by|von|par|por)\b", re.I)
_DATE = re.compile(
    r"\b(?:date|updated?|posted|published|modified|"
    r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec)[a-z]*\.? \d|(?:mon|tues|wednes|thurs|fri|satur|sun)day,|"
    r"\d{1,2}:\d\d|\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4})",
    re.I,
)
_CONTACT = re.compile(r"\b(?:phone|tel|fax|e-?mail|address)\b|\S@\S+\.\w", re.I)
_UNDER = re.compile(r"under construction|last (?:updated|modified|reviewed)|all rights reserved|copyright|©", re.I)
_MOST_READ = 300
"""Characters of a unit that its words are looked for in; a title is shorter."""


def unit_texts(units: Units) -> list[str]:
    """Return the texts of the units."""
    page = units.page
    return [page.text[page.start[node] : page.end[node]] for node in units.node]


def text_columns(units: Units) -> dict[str, NDArray[np.float64]]:
    """Return the columns that need nothing but the texts."""
    texts = unit_texts(units)
    rows = []
    for text in texts:
        read = text[:_MOST_READ]
        words = [word for word in read.split() if word[0].isalpha()]
        rows.append(
            (
                read.isupper(),
                bool(words) and all(word[0].isupper() for word in words if len(word) > 3) and words[0][0].isupper(),
                len(text),
                sum(map(str.isalpha, read)),
                bool(_SUBJECT.match(read)),
                bool(_OPENING.match(read)),
                bool(_BY.match(read)),
                bool(_DATE.search(read)),
                bool(_CONTACT.search(read)),
                bool(_UNDER.search(read)),
            )
        )
    table = np.array(rows, dtype=np.float64)
    names = (
        "all capitals", "words capitalized", "characters", "letters", "begins with title or subject",
        "begins with introduction", "begins with by", "names a date", "names a phone or address", "under construction",
    )  # fmt: skip
    folded = [text[:_MOST_READ].strip().casefold() for text in texts]
    counts = Counter(folded)
    digits = [sum(map(str.isdigit, text[:_MOST_READ])) / max(len(text[:_MOST_READ]), 1) for text in texts]
    ends = [text.rstrip()[-1:] for text in texts]
    return {
        **{name: table[:, number] for number, name in enumerate(names)},
        "ends with colon": np.array([end in {":", "："} for end in ends], dtype=np.float64),
        "ends with question mark": np.array([end in {"?", "？"} for end in ends], dtype=np.float64),
        "ends with full stop": np.array([end in {".", "。"} for end in ends], dtype=np.float64),
        "mostly digits": np.array([share > 0.3 for share in digits], dtype=np.float64),
        "said again": np.array([counts[text] > 1 for text in folded], dtype=np.float64),
    }
