"""Where the corpora are: `--corpora DIR` or the environment variable RUBRICATOR_CORPORA."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from rubricator.errors import GoldError
from rubricator.evaluate.gold.corpora import corpora_folder, corpus_names, read_corpus


def add_option(parser: argparse.ArgumentParser) -> None:
    """Let a benchmark be told where the corpora are."""
    parser.add_argument("--corpora", type=Path, default=None, help="folder of the corpora (or RUBRICATOR_CORPORA)")


def find_corpora(given: Path | None) -> Path:
    """Return the folder of the corpora, or end with a message that says what is missing."""
    try:
        return corpora_folder(given)
    except GoldError as error:
        sys.exit(f"This benchmark needs the corpora. {error}")


def find_corpus(given: Path | None, name: str) -> Path:
    """Return the folder of one corpus, or end with a message that says what is missing."""
    folder = find_corpora(given) / name
    if not folder.is_dir():
        sys.exit(f"This benchmark needs the corpus {name!r}, which is not in {folder.parent}.")
    return folder


def pages_of(corpus: Path) -> list[Path]:
    """Return the folders of a corpus that hold a page."""
    return sorted(folder for folder in corpus.iterdir() if (folder / "page.html").is_file())


def page_files(given: Path | None, names: Sequence[str] = ()) -> list[Path]:
    """Return the pages that the gold of these corpora, or of all, names, each once."""
    folder = find_corpora(given)
    try:
        golds = [gold for name in names or corpus_names(folder) for gold in read_corpus(folder, name)]
    except GoldError as error:
        sys.exit(f"This benchmark needs the corpora. {error}")
    return sorted({gold.page.resolve() for gold in golds})
