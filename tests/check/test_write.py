"""Reports as text, JSON and SARIF."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from rubricator.check.findings import RULES, Finding, Report
from rubricator.check.write import to_json, to_sarif, to_text
from rubricator.limits import Notice

REPORTS = (
    Report(
        "site/a page.html",
        "Bread",
        (
            Finding("title-missing", "no title"),
            Finding("heading-empty", "<h2> has no text", "", 5, 5, None, "/html[1]/h2[1]", 3, 7),
        ),
        (Notice("no-text", "the page has no text"),),
    ),
    Report("https://example.org/ö?x=1", "Cake", ()),
)
UNREAD = Report("site/no page.html", "", (), error="no such file")

SARIF = json.loads(Path(__file__).with_name("sarif.json").read_text("utf-8"))
"""The objects of SARIF 2.1.0 that we write, as its specification says; `make verify` runs its makers' validator."""


def test_lines_for_a_person() -> None:
    assert to_text(REPORTS) == (
        "site/a page.html: error: no title [title-missing]\n"
        "site/a page.html:3:7: error: <h2> has no text [heading-empty]\n"
        "2 pages checked: 2 errors, 0 warnings, 0 notes\n"
    )


def test_the_place_is_an_xpath_where_no_line_is_known() -> None:
    report = Report("p", "", (Finding("heading-empty", "empty", xpath="/html[1]"),))
    assert to_text([report]).startswith("p: error: empty at /html[1] [heading-empty]\n1 page checked: 1 error,")


def test_a_page_cannot_command_the_terminal() -> None:
    report = Report("p", "", (Finding("heading-empty", "a\x1b[31m\u202eb"),))
    assert "a[31mb" in to_text([report])
    assert "\x1b[31merror\x1b[0m" in to_text([report], color=True)


def test_json_holds_everything() -> None:
    read = json.loads(to_json(REPORTS))
    assert read["schema"] == "rubricator-check/1"
    assert read["counts"] == {"error": 2, "warning": 0, "note": 0}
    first, second = read["pages"]
    assert second == {
        "page": "https://example.org/ö?x=1",
        "title": "Cake",
        "findings": [],
        "warnings": [],
        "error": None,
    }
    assert first["warnings"] == [{"code": "no-text", "message": "the page has no text"}]
    assert first["findings"][1] == {
        "rule": "heading-empty",
        "severity": "error",
        "message": "<h2> has no text",
        "text": "",
        "start": 5,
        "end": 5,
        "xpath": "/html[1]/h2[1]",
        "confidence": None,
        "line": 3,
        "column": 7,
    }


def test_sarif_is_what_its_specification_says() -> None:
    log = json.loads(to_sarif(REPORTS))
    jsonschema.validate(log, SARIF, format_checker=jsonschema.FormatChecker())
    (run,) = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == list(RULES)
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
    assert run["results"][1]["locations"] == [
        {
            "physicalLocation": {
                "artifactLocation": {"uri": "site/a%20page.html"},
                "region": {"startLine": 3, "startColumn": 7},
            },
            "logicalLocations": [{"fullyQualifiedName": "/html[1]/h2[1]", "kind": "element"}],
        }
    ]


def test_pages_that_were_not_read_are_told() -> None:
    reports = (*REPORTS, UNREAD)
    assert to_text(reports).endswith("2 pages checked: 2 errors, 0 warnings, 0 notes\n")
    assert json.loads(to_json(reports))["pages"][2] == {
        "page": "site/no page.html",
        "title": "",
        "findings": [],
        "warnings": [],
        "error": "no such file",
    }
    log = json.loads(to_sarif(reports))
    jsonschema.validate(log, SARIF, format_checker=jsonschema.FormatChecker())
    assert log["runs"][0]["invocations"] == [
        {
            "executionSuccessful": False,
            "toolExecutionNotifications": [
                {
                    "level": "error",
                    "message": {"text": "site/no page.html was not checked: no such file"},
                    "locations": [{"physicalLocation": {"artifactLocation": {"uri": "site/no%20page.html"}}}],
                }
            ],
        }
    ]
    read = json.loads(to_sarif(REPORTS))["runs"][0]["invocations"]
    assert read == [{"executionSuccessful": True, "toolExecutionNotifications": []}]


@pytest.mark.parametrize(
    ("page", "uri"),
    [("/a b.html", "file:///a%20b.html"), ("a/ö.html", "a/%C3%B6.html"), ("http://h/ö?a=%20", "http://h/%C3%B6?a=%20")],
)
def test_names_of_pages_become_uris(page: str, uri: str) -> None:
    log = json.loads(to_sarif([Report(page, "", (Finding("title-missing", "none"),))]))
    assert log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == uri


def test_names_that_are_not_utf8() -> None:
    report = Report("a/caf\udce9.html", "", (Finding("title-missing", "none"),))
    assert to_text([report]).startswith("a/caf\ufffd.html: error: none")
    assert json.loads(to_json([report]))["pages"][0]["page"] == "a/caf\ufffd.html"
    to_json([report]).encode("utf-8")
    result = json.loads(to_sarif([report]))["runs"][0]["results"][0]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "a/caf%E9.html"
