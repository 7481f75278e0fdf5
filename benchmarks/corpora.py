"""Where the corpora are: `--corpora DIR` or the environment variable RUBRICATOR_CORPORA."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path


def add_option(parser: argparse.ArgumentParser) -> None:
    """Let a benchmark be told where the corpora are."""
    parser.add_argument("--corpora", type=Path, default=None, help="folder of the corpora (or RUBRICATOR_CORPORA)")


def find_corpus(given: Path | None, name: str) -> Path:
    """Return the folder of one corpus, or end with a message that says what is missing."""
    folder = given or Path(os.environ.get("RUBRICATOR_CORPORA", ""))
    if not str(folder) or not (folder / name).is_dir():
        sys.exit(f"The corpus {name!r} is needed: give its folder with --corpora DIR or RUBRICATOR_CORPORA.")
    return folder / name


def pages_of(corpus: Path) -> list[Path]:
    """Return the folders of a corpus that hold a page."""
    return sorted(folder for folder in corpus.iterdir() if (folder / "page.html").is_file())
