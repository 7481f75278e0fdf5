"""Training of asdus-dd on small pages."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from gensim.models import Word2Vec

from rubricator.errors import GoldError
from rubricator.evaluate.gold.gold import Gold, GoldSection
from rubricator.learn.asdus import TITLES, EmbeddingSettings, Example, embed, fit, make_example, train
from rubricator.segment.asdus.embedding import score
from rubricator.segment.asdus.network import PROSE, TITLE, UNRELATED, features, probabilities
from tests.segment.asdus.pages import SUBJECTS, policy, prose, render


def example() -> Example:
    page = render("<p>Menu and more</p>" + policy())
    sections = tuple(GoldSection(one, (prose(one),)) for one in SUBJECTS)
    return make_example(page, Gold("asdus/x", "sections", Path("x.html"), sections=sections), 3)


def test_texts_are_labelled_by_the_gold_they_align_to() -> None:
    one = example()
    assert one.fold == 3
    labels = dict(zip(one.texts, one.labels, strict=True))
    assert labels["Menu and more"] == UNRELATED
    assert {labels[subject] for subject in SUBJECTS} == {TITLE}
    assert {labels[prose(subject)] for subject in SUBJECTS} == {PROSE}


def test_scores_are_those_of_gensim() -> None:
    chance = np.random.default_rng(3)
    sentences = [[f"word{(first + step) % 12}" for step in range(9)] for first in chance.integers(0, 12, 80)]
    sentences += [list(chance.permutation(one)) for one in sentences[:20]]
    how = EmbeddingSettings(8, 2, 3, rounds=500)
    ours = embed(sentences, how)
    model = Word2Vec(
        sentences, vector_size=8, window=2, min_count=3, epochs=how.rounds, hs=1, negative=0, workers=1, seed=1
    )
    wanted = model.score(sentences, total_sentences=len(sentences))
    assert np.ptp(wanted) > 2
    # gensim reads logarithms from a table, about two hundredths beside the place; our vectors have half precision.
    assert np.allclose(score(sentences, ours), wanted, rtol=0.03)


def test_too_few_words_are_told() -> None:
    with pytest.raises(GoldError, match="no word occurs 10 times"):
        embed([["once"]], TITLES)


def test_the_network_learns_what_divides_the_classes() -> None:
    chance = np.random.default_rng(1)
    labels = np.repeat([TITLE, PROSE, UNRELATED], 60)
    rows = chance.normal(0, 0.3, (180, 3)) + np.array([[2, 0, 0], [0, 2, 0], [0, 0, 2]])[labels]
    network = fit(rows, labels)
    assert (probabilities(network, rows).argmax(axis=1) == labels).mean() > 0.95
    again = fit(rows, labels)
    assert all((one == other).all() for one, other in zip(network.weights, again.weights, strict=True))


def test_a_model_tells_titles_of_its_domain() -> None:
    model = train([example() for _ in range(12)], "PP")
    assert model.card["texts"] == {"title": 60, "prose": 60, "unrelated": 12}
    found = probabilities(model.network, features([*SUBJECTS, prose("cookies")], model.title, model.prose)).argmax(
        axis=1
    )
    assert Counter(found.tolist()) == {TITLE: 5, PROSE: 1}
