"""A comparison as one HTML file that needs nothing else: tables, plots, and the worst pages side by side."""

from rubricator.evaluate.report.page import report

__all__ = ["report"]
