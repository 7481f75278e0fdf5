"""Says loudly at the end of a run when browser tests were skipped."""

from __future__ import annotations

import pytest

from tests.browser import SKIPPED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print one line for browser tests that did not run: a green run without them says less than it seems to."""
    reasons = [
        report.longrepr[2].removeprefix("Skipped: ")
        for report in terminalreporter.getreports("skipped")
        if isinstance(report.longrepr, tuple) and SKIPPED in report.longrepr[2]
    ]
    if reasons:
        count = f"{len(reasons)} test" + ("s" if len(reasons) > 1 else "")
        terminalreporter.write_line(f"BROWSER TESTS WERE SKIPPED: {count}; {reasons[0]}", red=True, bold=True)
