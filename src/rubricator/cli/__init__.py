"""The command line: a thin twin of the library."""

from rubricator.cli.main import command, main

__all__ = ["command", "main"]
