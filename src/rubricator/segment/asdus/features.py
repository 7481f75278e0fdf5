"""Feature extraction (section 3.1): the eight features of each text, collapsed into two dimensions.

The authors found named entities and coreference chains with Stanford CoreNLP. Here both are approximations, by capitals
and by pronouns: docs/methods/asdus.md says what they are worth.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from rubricator.segment.asdus.language import MARKERS, PHRASES, PRONOUNS, SENTENCE, Language, width, words_of
from rubricator.segment.asdus.parameters import FEATURES, Parameters, dropped

Floats = NDArray[np.float64]
_TITLE_CASE = 0.5
"""Share of words with a capital above which capitals say nothing about names."""


def read_features(texts: Sequence[str], language: Language) -> dict[str, Floats]:
    """Return the features as columns over all texts."""
    rows = np.array([_features(text, language) for text in texts], dtype=np.float64).reshape(len(texts), 7)
    length = rows[:, 0]
    columns = {"length": length, "next": np.append(length[1:], 0.0)}
    return columns | {name: rows[:, place + 1] for place, name in enumerate(FEATURES[2:])}


def _features(text: str, language: Language) -> tuple[int, int, int, int, int, int, int]:
    """Count: length, punctuation, sentences, stop words, discourse cues, named-entity slots, capitalised words."""
    words = words_of(text)
    lower = [word.lower() for word in words]
    punctuation = len(text) - text.count(" ") - sum(map(len, words))
    stops = sum(word in language.stop_words for word in lower)
    capitals = [word for word in words if word[0].isupper()]
    sentences = len(SENTENCE.findall(text))
    names = _names(words, capitals, sentences)
    cues = _chains(lower, names) + (_markers(lower) if language.code == "en" else 0)
    return width(text), punctuation, sentences, stops, cues, len(names), len(capitals)


def _markers(lower: Sequence[str]) -> int:
    """Count the explicit discourse markers."""
    if len(lower) < 2:
        return sum(word in MARKERS for word in lower)
    joined = f" {' '.join(lower)} "
    return sum(word in MARKERS for word in lower) + sum(map(joined.count, PHRASES))


def _names(words: Sequence[str], capitals: Sequence[str], sentences: int) -> list[str]:
    """Approximate the slots of named entities: words with a capital, but for one at the beginning of each sentence."""
    if len(capitals) > _TITLE_CASE * len(words):
        return []
    openings = max(sentences, 1) if words and words[0][0].isupper() else 0
    return list(capitals[openings:])


def _chains(lower: Sequence[str], names: Sequence[str]) -> int:
    """Approximate the number of coreference chains: pronouns, and names, that occur more than once."""
    mentions: Counter[object] = Counter(PRONOUNS[word] for word in lower if word in PRONOUNS)
    mentions.update(names)
    return sum(count > 1 for count in mentions.values())


def collapse(columns: dict[str, Floats], parameters: Parameters) -> Floats:
    """Return two dimensions: the length, and the linear combination of the remaining features."""
    left_out = dropped(parameters)
    none = np.zeros(len(columns["length"]))
    length = none if "length" in left_out else columns["length"]
    rest = sum((columns[name] for name in FEATURES[2:] if name not in left_out), none)
    if "next" not in left_out:
        rest = rest - parameters.next_weight * columns["next"]
    return np.stack([length, rest], axis=1)
