"""Rules, findings and reports. Data only."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rubricator.limits import Notice

Severity = Literal["error", "warning", "note"]
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "note")


@dataclass(frozen=True, slots=True)
class Rule:
    """What is looked for, how bad it is, and what to do about it."""

    id: str
    severity: Severity
    summary: str
    help: str
    criterion: str | None = None
    """The success criterion of WCAG 2.2 that it belongs to; None for good practice."""


RULES: dict[str, Rule] = {
    rule.id: rule
    for rule in (
        Rule(
            "page-empty",
            "warning",
            "The page has no text.",
            "See whether the file is whole; what scripts write is there with --render browser --scripts.",
        ),
        Rule(
            "page-doubtful",
            "warning",
            "The file seems not to be a web page.",
            "Leave it out of the check, or see whether it is damaged.",
        ),
        Rule(
            "title-missing",
            "error",
            "The page has no title.",
            "Write what the page is about into a <title> element.",
            "2.4.2",
        ),
        Rule(
            "title-many",
            "warning",
            "The page has several <title> elements.",
            "Keep one: browsers show the first and ignore the others.",
            "2.4.2",
        ),
        Rule(
            "title-duplicate",
            "warning",
            "Several pages have the same title.",
            "Say in each title what sets the page apart.",
            "2.4.2",
        ),
        Rule(
            "heading-not-tagged",
            "warning",
            "What looks like a heading is not tagged as one.",
            "Use h1 to h6 (or role=heading with aria-level), so that it is one for those who do not see it.",
            "1.3.1",
        ),
        Rule(
            "heading-empty",
            "error",
            "A heading has no text.",
            "Give it a text, or an image in it an alternative text; else take the tag away.",
            "1.3.1",
        ),
        Rule(
            "heading-like-text",
            "warning",
            "A heading looks just like the text around it.",
            "Style it as a heading, or use a <p> if it is none.",
            "1.3.1",
        ),
        Rule(
            "heading-too-long",
            "warning",
            "A heading is as long as a paragraph.",
            "Use a <p> and style it; keep headings short.",
            "2.4.6",
        ),
        Rule(
            "heading-without-content",
            "note",
            "Nothing stands under a heading.",
            "If it heads nothing, it is no heading; if it is a subtitle, put it in a <p> inside <hgroup>.",
            "1.3.1",
        ),
        Rule(
            "heading-skipped-level",
            "warning",
            "A level of headings is skipped.",
            "Use the next level below the heading above, and CSS for its size.",
        ),
        Rule(
            "heading-duplicate",
            "warning",
            "Headings of the same section have the same text.",
            "Say in each what sets its section apart.",
            "2.4.6",
        ),
        Rule("heading-one-missing", "warning", "The page has no h1.", "Tag the page's main heading as h1."),
        Rule("heading-one-many", "note", "The page has several h1.", "Keep h1 for the page's main heading."),
        Rule(
            "headings-missing",
            "warning",
            "A long page has no headings at all.",
            "Divide it into sections with headings.",
            "2.4.10",
        ),
    )
}


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing to fix. Its span is in the page's text; `line` and `column` (from 1) are in its source, where known."""

    rule: str
    message: str
    text: str = ""
    start: int | None = None
    end: int | None = None
    confidence: float | None = None
    """How sure the method is that what is not tagged looks like a heading."""
    xpath: str | None = None
    line: int | None = None
    column: int | None = None

    @property
    def severity(self) -> Severity:
        return RULES[self.rule].severity


@dataclass(frozen=True, slots=True)
class Report:
    """What was found on one page."""

    page: str
    title: str
    findings: tuple[Finding, ...]
    warnings: tuple[Notice, ...] = ()
    error: str | None = None
    """Why the page could not be read; nothing was then looked for."""
