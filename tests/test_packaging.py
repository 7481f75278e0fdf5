"""What belongs to a release says the same everywhere; `make wheel` installs it."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import rubricator
from rubricator.cli.main import COMMANDS

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def read(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def test_the_version_is_one() -> None:
    assert f"version: {rubricator.__version__}\n" in read("CITATION.cff")
    assert f"## {rubricator.__version__}" in read("CHANGELOG.md")


def test_the_citation_has_the_five_papers() -> None:
    citation = read("CITATION.cff")
    for family, year in (("Manabe", 2015), ("Cai", 2003), ("Mysore Gopinath", 2018), ("Yoshida", 2014), ("Hu", 2005)):
        paper = citation.partition(f"family-names: {family},")[2].partition("\n  - type:")[0]
        assert f"year: {year}" in paper, family
    assert len(re.findall(r"^  - type: ", citation, re.MULTILINE)) == 5


def test_the_notice_credits_the_corpora() -> None:
    notice = read("NOTICE")
    for name in ("WCXB by M. Foley", "CC BY 4.0", "ASDUS", "CleanEval", "L3S", "Kreuzer"):
        assert name in notice
    assert "Mysore Gopinath" in _card("asdus.md")
    for card in (_card("rubric.md"), _card("title.md")):
        for name in ("WCXB by M. Foley (CC BY 4.0)", "ASDUS", "CleanEval", "L3S-GN1", "Kreuzer"):
            assert name in card


def _card(name: str) -> str:
    """Return the part of a method's page that tells of its model."""
    parts = re.split(r"^## ", read(f"docs/methods/{name}"), flags=re.MULTILINE)
    return next(" ".join(part.split()) for part in parts if part.startswith(("Model card\n", "The model for")))


def test_the_license_is_the_one_that_is_named() -> None:
    assert PROJECT["license"] == "Apache-2.0"
    license_text = read("LICENSE")
    assert "Apache License" in license_text and "Version 2.0, January 2004" in license_text
    assert len(license_text.splitlines()) > 195


def test_the_base_install_is_small() -> None:
    assert [re.split("[<>=]", need)[0] for need in PROJECT["dependencies"]] == ["numpy", "turbohtml", "webencodings"]


def test_every_extra_that_an_error_names_is_there() -> None:
    source = "".join(path.read_text("utf-8") for path in (ROOT / "src").rglob("*.py"))
    named = set(re.findall(r'MissingExtraError\(\s*[^)]*?,\s*"([\w-]+)"', source))
    assert len(named) > 5
    assert named <= set(PROJECT["optional-dependencies"])


def test_every_extra_is_in_the_table_of_sizes() -> None:
    table = read("docs/install.md")
    for extra in set(PROJECT["optional-dependencies"]) - {"dev", "docs", "fuzz"}:
        assert f"| `{extra}` |" in table, extra


def test_the_shipped_manual_has_every_command() -> None:
    manual = read("docs/man/rubricator.1")
    assert [command for command in COMMANDS if f".SS {command}\n" not in manual] == []
