"""The tree learner on examples of the books it comes from."""

from __future__ import annotations

import random

import pytest
from c45 import Attribute, Instance, Tree, learn, leaves, pessimistic_errors, predict

SUNNY, OVERCAST, RAINY = 0.0, 1.0, 2.0
HOT, MILD, COOL = 0.0, 1.0, 2.0
WEATHER = [
    # outlook, temperature, humidity, windy; play. Witten and Frank, Data Mining, tables 1.2 and 1.3.
    (SUNNY, HOT, 85.0, 0.0, False),
    (SUNNY, HOT, 90.0, 1.0, False),
    (OVERCAST, HOT, 86.0, 0.0, True),
    (RAINY, MILD, 96.0, 0.0, True),
    (RAINY, COOL, 80.0, 0.0, True),
    (RAINY, COOL, 70.0, 1.0, False),
    (OVERCAST, COOL, 65.0, 1.0, True),
    (SUNNY, MILD, 95.0, 0.0, False),
    (SUNNY, COOL, 70.0, 0.0, True),
    (RAINY, MILD, 80.0, 0.0, True),
    (SUNNY, MILD, 70.0, 1.0, True),
    (OVERCAST, MILD, 90.0, 1.0, True),
    (OVERCAST, HOT, 75.0, 0.0, True),
    (RAINY, MILD, 91.0, 1.0, False),
]
OUTLOOK, TEMPERATURE, HUMIDITY, WINDY = range(4)
ATTRIBUTES = [
    Attribute("outlook", nominal=True),
    Attribute("temperature", nominal=True),
    Attribute("humidity"),
    Attribute("windy", nominal=True),
]
DAYS = [Instance(day[:4], day[4]) for day in WEATHER]


def leaf(positive: bool, total: int, wrong: int = 0) -> Tree:
    return Tree(positive, total, wrong)


def test_the_weather_gives_the_tree_of_the_book() -> None:
    assert learn(DAYS, ATTRIBUTES) == Tree(
        True,
        14,
        5,
        OUTLOOK,
        None,
        {
            SUNNY: Tree(False, 5, 2, HUMIDITY, 77.5, {0.0: leaf(True, 2), 1.0: leaf(False, 3)}),
            OVERCAST: leaf(True, 4),
            RAINY: Tree(True, 5, 2, WINDY, None, {0.0: leaf(True, 3), 1.0: leaf(False, 2)}),
        },
    )


def test_nominal_humidity_gives_the_same_tree() -> None:
    days = [Instance((*day[:2], float(day[2] > 80), day[3]), day[4]) for day in WEATHER]
    tree = learn(days, [*ATTRIBUTES[:2], Attribute("humidity", nominal=True), ATTRIBUTES[3]])
    assert (tree.attribute, tree.branches[SUNNY].attribute, tree.branches[RAINY].attribute) == (0, 2, 3)
    assert leaves(tree) == 5


def test_rows_are_classified_and_unknown_values_go_with_the_majority() -> None:
    tree = learn(DAYS, ATTRIBUTES)
    assert [predict(tree, day.row) for day in DAYS] == [day.positive for day in DAYS]
    assert predict(tree, (9.0, HOT, 99.0, 1.0)) is True
    assert predict(tree, (SUNNY, HOT, 77.0, 1.0)) is True
    assert predict(tree, (SUNNY, HOT, 78.0, 1.0)) is False


def test_pessimistic_errors_of_the_book() -> None:
    # Quinlan, C4.5, section 4.2: U.25(0, 6) = .206, U.25(0, 9) = .143, U.25(0, 1) = .750, U.25(1, 16) = .157.
    assert pessimistic_errors(6, 0) / 6 == pytest.approx(0.206, abs=0.0005)
    assert pessimistic_errors(9, 0) / 9 == pytest.approx(0.143, abs=0.0005)
    assert pessimistic_errors(1, 0) == pytest.approx(0.75)
    assert pessimistic_errors(16, 1) / 16 == pytest.approx(0.157, abs=0.005)
    assert pessimistic_errors(3, 3) == 3
    assert pessimistic_errors(0, 0) == 0


def test_a_subtree_with_more_estimated_errors_becomes_a_leaf() -> None:
    # The same section: leaves of 6, 9 and 1 cases have 3.273 estimated errors, one leaf of 16 has 2.512.
    votes = [(0.0, True)] * 6 + [(1.0, True)] * 9 + [(2.0, False)]
    assert learn([Instance((value,), vote) for value, vote in votes], [Attribute("vote", nominal=True)]) == leaf(
        True, 16, 1
    )


def test_few_or_equal_instances_are_a_leaf() -> None:
    assert learn([], ATTRIBUTES) == leaf(False, 0)
    assert learn(DAYS[:3], ATTRIBUTES) == leaf(False, 3, 1)
    assert learn([Instance(DAYS[0].row, number % 2 == 0) for number in range(9)], ATTRIBUTES) == leaf(True, 9, 4)


def test_a_numeric_split_pays_for_its_choice_of_threshold() -> None:
    # Eight values, classes in turn: no threshold gains more than choosing one of the five possible ones costs.
    instances = [Instance((float(number),), number % 2 == 0) for number in range(8)]
    assert learn(instances, [Attribute("number")]) == leaf(False, 8, 4)


@pytest.mark.parametrize("seed", range(20))
def test_branches_share_the_instances_of_their_tree(seed: int) -> None:
    draw = random.Random(seed)
    rows = [(float(draw.randrange(3)), draw.random(), float(draw.randrange(9))) for _ in range(300)]
    instances = [Instance(row, (row[0] == 1 or row[1] > 0.6) != (draw.random() < 0.2)) for row in rows]
    tree = learn(instances, [Attribute("a", nominal=True), Attribute("b"), Attribute("c", nominal=True)])
    assert tree.total == 300
    right = sum(predict(tree, one.row) == one.positive for one in instances)
    assert right >= 300 - tree.wrong
    pending = [tree]
    while pending:
        node = pending.pop()
        assert not node.branches or sum(branch.total for branch in node.branches.values()) == node.total
        pending.extend(node.branches.values())
