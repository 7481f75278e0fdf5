"""Bins of confidence, and the plot of them."""

from __future__ import annotations

from xml.etree import ElementTree

from reliability import Bin, bins, reliability_plot

SVG = "{http://www.w3.org/2000/svg}"


def test_headings_are_sorted_into_tenths() -> None:
    found = bins([(0.25, True), (0.75, True), (0.5, False), (0.25, False), (1.0, True), (0.75, False), (0.75, True)])
    assert found == [Bin(0.2, 2, 0.25, 0.5), Bin(0.5, 1, 0.5, 0.0), Bin(0.7, 3, 0.75, 2 / 3), Bin(0.9, 1, 1.0, 1.0)]


def test_the_plot_is_a_picture_of_its_own() -> None:
    series = {"outline": [Bin(0.2, 4, 0.25, 0.5), Bin(0.9, 16, 0.95, 1.0)], "asdus": [Bin(0.9, 8, 0.9, 0.75)]}
    root = ElementTree.fromstring(reliability_plot(series))
    assert root.tag == f"{SVG}svg"
    assert [root.get("viewBox"), root.get("role")] == ["0 0 400 280", "img"]
    assert root.find(f"{SVG}style") is not None
    titles = [one.text for one in root.iter(f"{SVG}title")]
    assert titles == [
        "0.2 to 0.3: 50% of 4 right",
        "0.9 to 1.0: 100% of 16 right",
        "outline, 20",
        "0.9 to 1.0: 75% of 8 right",
        "asdus, 8",
    ]
    counts = [one.text for one in root.iter(f"{SVG}text") if one.get("class") == "count"]
    assert counts == ["4", "16", "8"]
    radii = [float(one.get("r", "0")) for one in root.iter(f"{SVG}circle")]
    assert radii[0] < radii[1]


def test_what_is_right_as_often_as_it_says_lies_on_the_diagonal() -> None:
    root = ElementTree.fromstring(reliability_plot({"outline": [Bin(0.5, 2, 0.5, 0.5)]}))
    diagonal = next(one.get("d", "") for one in root.iter(f"{SVG}path") if one.get("class") == "true")
    ends = [tuple(map(float, end.split())) for end in diagonal.removeprefix("M").split("L")]
    sign = next(root.iter(f"{SVG}circle"))
    middle = [(low + high) / 2 for low, high in zip(*ends, strict=True)]
    assert [float(sign.get("cx", "0")), float(sign.get("cy", "0"))] == middle


def test_nothing_found_is_an_empty_plot() -> None:
    assert ElementTree.fromstring(reliability_plot({"outline": []})).tag == f"{SVG}svg"
