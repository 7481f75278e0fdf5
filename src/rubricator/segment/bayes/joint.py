"""The probability of a page and its structure, P(d, T), computed from scratch; the sampler only follows its changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from math import lgamma, log

from rubricator.segment.bayes.bases import Bases
from rubricator.segment.bayes.document import Document, EncodedRow
from rubricator.segment.bayes.parameters import Parameters
from rubricator.segment.bayes.state import NULL, Structure


def log_joint(document: Document, structure: Structure, bases: Bases, parameters: Parameters) -> float:
    """Return log P(d, T) up to a constant (the number of possible structures), given base distributions and rules."""
    total = 0.0
    with_content, further = bases.rules
    for row, bound in zip(document.rows, structure.bound, strict=True):
        total += (len(row.words) - bound) * log(0.5)
        if bound:
            total += log(with_content if bound < len(row.words) else 1 - with_content)
            total += (bound - 1) * log(further) + log(1 - further)
    for row, linefeeds in zip(document.rows, structure.linefeed, strict=True):
        total += sum(log(parameters.linefeed if linefeeds[one] else 1 - parameters.linefeed) for one in row.free)
    labelled = labels(document, structure)
    for label, base, alpha in (
        ("h", bases.h, parameters.alpha_h),
        ("c", bases.c, parameters.alpha_c),
        ("n", bases.n, parameters.alpha_n),
        ("e", bases.e, parameters.alpha_e),
        ("l", bases.l, parameters.alpha_l),
    ):
        total += _log_integrated([one for found, _, one in labelled if found == label], base, alpha)
    for group in sorted({parent for found, parent, _ in labelled if found == "b"}):
        symbols = [one for found, parent, one in labelled if found == "b" and parent == group]
        total += _log_integrated(symbols, bases.b, parameters.alpha_b)
    return total


def labels(document: Document, structure: Structure) -> list[tuple[str, int, int]]:
    """Return label, group (of B only) and number of every word and symbol (section 4.1)."""
    found: list[tuple[str, int, int]] = []
    for number, row in enumerate(document.rows):
        dep, bound = structure.dep[number], structure.bound[number]
        found.extend(("h" if place < bound else "c", NULL, word) for place, word in enumerate(row.words))
        for place, inner in enumerate(row.inner, 1):
            found.extend(("b", dep, one) if place == bound else ("n", NULL, one) for one in inner.bag)
        found.extend(_last(row, dep, bound, structure.linefeed[number]))
    return found


def _last(row: EncodedRow, dep: int, bound: int, linefeed: Sequence[int]) -> Iterator[tuple[str, int, int]]:
    for symbol, one in zip(row.last, linefeed, strict=True):
        if one:
            yield "l", NULL, symbol
        elif bound < len(row.words):
            yield "e", NULL, symbol
        else:
            yield "b", dep, symbol


def _log_integrated(items: Iterable[int], base: Sequence[float], alpha: float) -> float:
    """Return the log probability of a sequence whose distribution, drawn from Dir(alpha base), is integrated out."""
    counts: Counter[Hashable] = Counter(items)
    total = lgamma(alpha) - lgamma(alpha + counts.total())
    for number, count in counts.items():
        prior = alpha * base[number]  # type: ignore[call-overload]
        total += lgamma(prior + count) - lgamma(prior)
    return total
