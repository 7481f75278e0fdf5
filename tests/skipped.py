"""How the reasons of skipped tests begin that a green run must not hide."""

from __future__ import annotations

from tests.browser import SKIPPED as BROWSER

CLUSTER = "no cluster"
DISK = "no small disk"
PROGRAM = "no program"

LOUD = {"BROWSER": BROWSER, "CLUSTER": CLUSTER, "FULL DISK": DISK, "DOCUMENTATION": PROGRAM}
