"""The command line: a thin twin of the library."""

from rubricator.cli.main import main

__all__ = ["main"]
