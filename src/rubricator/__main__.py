"""`python -m rubricator` is the command `rubricator`."""

from rubricator.cli import command

command()
