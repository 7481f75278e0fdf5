"""Reports of test runs: loud about what was skipped, short about pages."""

from __future__ import annotations

from collections.abc import Generator

import pytest
from _pytest._code.code import ExceptionChainRepr

from tests.skipped import LOUD

_LINE, _LINES = 400, 120
"""Characters of a line and lines of a text that are shown, half of them at its end."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Leave out what is long: a failing assertion, a printed text or the message of an error may hold a whole page."""
    report = yield
    report.sections = [(name, shortened(text)) for name, text in report.sections]
    if isinstance(report.longrepr, ExceptionChainRepr):
        for trace, crash, _ in report.longrepr.chain:
            for entry in trace.reprentries:
                entry.lines = shortened("\n".join(entry.lines)).split("\n")
            if crash is not None:
                crash.message = shortened(crash.message)
    return report


def shortened(text: str) -> str:
    """Return the beginning and the end of a text, and of each of its lines."""
    lines = text.split("\n")
    if (more := len(lines) - _LINES) > 0:
        lines[_LINES // 2 : -_LINES // 2] = [f"[.. {more} lines ..]"]
    for number, line in enumerate(lines):
        if (more := len(line) - _LINE) > 0:
            lines[number] = f"{line[: _LINE // 2]} [.. {more} characters ..] {line[-_LINE // 2 :]}"
    return "\n".join(lines)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print a line for each kind of tests that did not run: a green run without them says less than it seems to."""
    told = [
        report.longrepr[2].removeprefix("Skipped: ")
        for report in terminalreporter.getreports("skipped")
        if isinstance(report.longrepr, tuple)
    ]
    for kind, skipped in LOUD.items():
        reasons = [reason for reason in told if skipped in reason]
        if reasons:
            count = f"{len(reasons)} test" + ("s" if len(reasons) > 1 else "")
            terminalreporter.write_line(f"{kind} TESTS WERE SKIPPED: {count}; {reasons[0]}", red=True, bold=True)
