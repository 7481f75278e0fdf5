"""Pages drawn from the model: structures, words and symbols with known hidden variables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from random import Random

from rubricator.segment.bayes.bases import Bases, Rules
from rubricator.segment.bayes.document import Document, EncodedRow, encode_row
from rubricator.segment.bayes.parameters import Parameters
from rubricator.segment.bayes.state import NULL, Structure, is_followed_by_none


def simplex(size: int, random: Random, shape: float = 1.0) -> list[float]:
    drawn = [max(random.gammavariate(shape, 1), 1e-9) for _ in range(size)]
    return [one / sum(drawn) for one in drawn]


def random_bases(words: int, symbols: int, random: Random, rules: Rules) -> Bases:
    b, n, e, l = (simplex(symbols, random) for _ in range(4))  # noqa: E741 - the paper's labels
    return Bases(simplex(words, random), simplex(words, random), b, n, e, l, rules)


def random_document(random: Random, words: int = 3, symbols: int = 3, most_rows: int = 5) -> Document:
    """Return a small page of random rows, in which words and symbols repeat."""
    rows = []
    for _ in range(random.randint(1, most_rows)):
        size = random.randint(1, 4)
        bags = [[random.randrange(symbols) for _ in range(random.randint(0, 3))] for _ in range(size)]
        free = [place for place in range(len(bags[-1])) if random.random() < 0.5]
        rows.append(encode_row([random.randrange(words) for _ in range(size)], bags, free, random.random() < 0.1))
    return Document(tuple(rows), tuple(map(str, range(words))), tuple(map(str, range(symbols))))


def possible(
    sizes: Sequence[int], sentences: Sequence[bool], most: int, bare: bool
) -> Iterator[tuple[list[int], list[int]]]:
    """Yield all possible (dep, bound) of rows with these numbers of blocks."""
    numbers = range(len(sizes))
    bounds = [[0] if sentences[number] else range(min(sizes[number], most) + 1) for number in numbers]
    for bound in product(*bounds):
        parents = [range(NULL, number) if bound[number] else [NULL] for number in numbers]
        for dep in product(*parents):
            if is_possible(Structure(list(dep), list(bound), []), sizes, bare):
                yield list(dep), list(bound)


class Urn:
    """Draws from a distribution that is drawn from Dir(alpha base) and integrated out (equation 1)."""

    def __init__(self, base: Sequence[float], alpha: float, random: Random) -> None:
        self._base, self._alpha, self._random = base, alpha, random
        self._drawn: list[int] = []

    def draw(self) -> int:
        if self._random.random() * (self._alpha + len(self._drawn)) < len(self._drawn):
            chosen = self._random.choice(self._drawn)
        else:
            chosen = self._random.choices(range(len(self._base)), self._base)[0]
        self._drawn.append(chosen)
        return chosen


def draw_document(
    shapes: Sequence[Sequence[int]],
    structure: Structure,
    bases: Bases,
    parameters: Parameters,
    random: Random,
    free: int = 99,
) -> Document:
    """Draw the words and symbols of a page whose rows have blocks with these numbers of symbols.

    `free` is the number of symbols at the end of a row that may be a linefeed's.
    """
    urns = {
        "h": Urn(bases.h, parameters.alpha_h, random),
        "c": Urn(bases.c, parameters.alpha_c, random),
        "n": Urn(bases.n, parameters.alpha_n, random),
        "e": Urn(bases.e, parameters.alpha_e, random),
        "l": Urn(bases.l, parameters.alpha_l, random),
    }
    groups: dict[int, Urn] = {}

    def symbol(label: str, dep: int) -> int:
        if label == "b":
            return groups.setdefault(dep, Urn(bases.b, parameters.alpha_b, random)).draw()
        return urns[label].draw()

    rows: list[EncodedRow] = []
    for number, shape in enumerate(shapes):
        dep, bound = structure.dep[number], structure.bound[number]
        words = [urns["h" if place < bound else "c"].draw() for place in range(len(shape))]
        bags = [[symbol("b" if place == bound else "n", dep) for _ in range(size)] for place, size in
                enumerate(shape[:-1], 1)]  # fmt: skip
        kept = "b" if bound == len(shape) else "e"
        bags.append([symbol("l" if one else kept, dep) for one in structure.linefeed[number]])
        rows.append(encode_row(words, bags, range(len(bags[-1]))[-free:], False))
    names = tuple(map(str, range(len(bases.h)))), tuple(map(str, range(len(bases.n))))
    return Document(tuple(rows), *names)


def is_possible(structure: Structure, sizes: Sequence[int], bare: bool = False) -> bool:
    """Say whether a structure of rows with these numbers of blocks is possible.

    Links go to earlier headings only, no two of them cross, and unless they may be `bare`, headings have contents.
    """
    dep, bound = structure.dep, structure.bound
    links = [(parent, number) for number, parent in enumerate(dep) if bound[number]]
    if any(parent != NULL for number, parent in enumerate(dep) if not bound[number]):
        return False
    if any(parent != NULL and not (0 <= parent < number and bound[parent]) for parent, number in links):
        return False
    if not bare and any(bound[at] == size and is_followed_by_none(structure, at) for at, size in enumerate(sizes)):
        return False
    return not any(first < other < end < last for first, end in links for other, last in links)
