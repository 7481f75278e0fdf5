"""Says loudly at the end of a run when tests that need a browser, a cluster, a full disk or a program were skipped."""

from __future__ import annotations

import pytest

from tests.skipped import LOUD


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
