"""Reports as text for a person, as JSON, and as SARIF for code hosts and editors."""

from __future__ import annotations

import json
import os
import unicodedata
from collections import Counter
from collections.abc import Sequence
from pathlib import PurePath
from urllib.parse import quote

from rubricator.check.findings import RULES, SEVERITIES, Finding, Report
from rubricator.load.encoding import without_surrogates
from rubricator.structure.model import JsonValue
from rubricator.version import __version__
from rubricator.wording import counted

_SARIF_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_WCAG = "https://www.w3.org/TR/WCAG22/"
_COLORS = {"error": "\x1b[31m", "warning": "\x1b[33m", "note": "\x1b[2m"}


def to_text(reports: Sequence[Report], *, color: bool = False) -> str:
    """Return reports as lines `page:line:column: severity: message [rule]`, and one line that counts."""
    lines = []
    for report in reports:
        for finding in report.findings:
            place = f":{finding.line}:{finding.column}" if finding.line is not None else ""
            severity = finding.severity
            shown = f"{_COLORS[severity]}{severity}\x1b[0m" if color else severity
            where = f" at {finding.xpath}" if finding.xpath and finding.line is None else ""
            lines.append(f"{_plain(report.page)}{place}: {shown}: {_plain(finding.message + where)} [{finding.rule}]")
    lines.append(_summary(reports))
    return "\n".join(lines) + "\n"


def to_json(reports: Sequence[Report]) -> str:
    """Return reports as one JSON object."""
    pages: list[JsonValue] = [
        {
            "page": without_surrogates(report.page),
            "title": report.title,
            "findings": [_json(finding) for finding in report.findings],
            "warnings": [{"code": notice.code, "message": notice.message} for notice in report.warnings],
            "error": None if report.error is None else without_surrogates(report.error),
        }
        for report in reports
    ]
    counts: dict[str, JsonValue] = {**_counts(reports)}
    whole = {"schema": "rubricator-check/1", "version": __version__, "pages": pages, "counts": counts}
    return json.dumps(whole, ensure_ascii=False, indent=2) + "\n"


def to_sarif(reports: Sequence[Report]) -> str:
    """Return reports as a SARIF 2.1.0 log with one run."""
    numbers = {rule: number for number, rule in enumerate(RULES)}
    results: list[JsonValue] = [
        {
            "ruleId": finding.rule,
            "ruleIndex": numbers[finding.rule],
            "level": finding.severity,
            "message": {"text": finding.message},
            "locations": [_location(report, finding)],
        }
        for report in reports
        for finding in report.findings
    ]
    driver: JsonValue = {
        "name": "rubricator",
        "semanticVersion": __version__,
        "rules": [_descriptor(rule) for rule in RULES],
    }
    run: JsonValue = {
        "tool": {"driver": driver},
        "invocations": [_invocation(reports)],
        "columnKind": "unicodeCodePoints",
        "results": results,
    }
    return (
        json.dumps({"$schema": _SARIF_SCHEMA, "version": "2.1.0", "runs": [run]}, ensure_ascii=False, indent=2) + "\n"
    )


def _invocation(reports: Sequence[Report]) -> JsonValue:
    """Say whether all pages were read, and why some were not."""
    unread: list[JsonValue] = [
        {
            "level": "error",
            "message": {"text": without_surrogates(f"{report.page} was not checked: {report.error}")},
            "locations": [{"physicalLocation": {"artifactLocation": {"uri": _uri(report.page)}}}],
        }
        for report in reports
        if report.error is not None
    ]
    return {"executionSuccessful": not unread, "toolExecutionNotifications": unread}


def _descriptor(name: str) -> JsonValue:
    rule = RULES[name]
    tags: list[JsonValue] = ["accessibility"]
    if rule.criterion:
        tags.append(f"WCAG {rule.criterion}")
    camel = "".join(part.capitalize() for part in name.split("-"))
    return {
        "id": name,
        "name": camel,
        "shortDescription": {"text": rule.summary},
        "fullDescription": {"text": f"{rule.summary} {rule.help}"},
        "help": {"text": rule.help + (f" See {_WCAG}, {rule.criterion}." if rule.criterion else "")},
        "defaultConfiguration": {"level": rule.severity},
        "properties": {"tags": tags},
    }


def _location(report: Report, finding: Finding) -> JsonValue:
    # Code hosts show no result without a line: what is about the whole page stands at its first.
    region: dict[str, JsonValue] = {"startLine": finding.line or 1}
    if finding.column is not None:
        region["startColumn"] = finding.column
    physical: JsonValue = {"artifactLocation": {"uri": _uri(report.page)}, "region": region}
    location: dict[str, JsonValue] = {"physicalLocation": physical}
    if finding.xpath:
        location["logicalLocations"] = [{"fullyQualifiedName": finding.xpath, "kind": "element"}]
    return location


def _uri(page: str) -> str:
    """Return a page's name as a URI; a path stays relative when it is. Bytes that are not UTF-8 are kept in it."""
    if "://" in page:
        return quote(without_surrogates(page), safe=":/?#[]@!$&'()*+,;=%-._~")
    path = PurePath(page)
    return path.as_uri() if path.is_absolute() else quote(os.fsencode(path.as_posix()))


def _json(finding: Finding) -> JsonValue:
    return {
        "rule": finding.rule,
        "severity": finding.severity,
        "message": finding.message,
        "text": finding.text,
        "start": finding.start,
        "end": finding.end,
        "xpath": finding.xpath,
        "confidence": finding.confidence,
        "line": finding.line,
        "column": finding.column,
    }


def _counts(reports: Sequence[Report]) -> Counter[str]:
    counts: Counter[str] = Counter(dict.fromkeys(SEVERITIES, 0))
    counts.update(finding.severity for report in reports for finding in report.findings)
    return counts


def _summary(reports: Sequence[Report]) -> str:
    counts = _counts(reports)
    parts = [counted(counts[name], name) for name in SEVERITIES]
    checked = sum(report.error is None for report in reports)
    return f"{counted(checked, 'page')} checked: {', '.join(parts)}"


def _plain(text: str) -> str:
    """Leave out what a terminal would obey."""
    text = without_surrogates(text)
    return "".join(char for char in text if unicodedata.category(char) not in ("Cc", "Cf"))
