"""`rubricator train`: make the model of a learned method from gold."""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar

from rubricator.errors import MissingExtraError, UsageError

if TYPE_CHECKING:
    from rubricator.learn.corpora import Job


class _InFold(Protocol):
    @property
    def fold(self) -> int: ...


One = TypeVar("One", bound=_InFold)


def add_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    parser = commands.add_parser("train", help="train the model of a learned method", description=__doc__)
    parser.add_argument("method", choices=["rubric", "title", "asdus-dd", "bayes"], help="the method")
    parser.add_argument(
        "-o", "--output", required=True, type=Path, metavar="PATH", help="the model file; with --out-of-fold, a folder"
    )
    parser.add_argument(
        "--gold",
        nargs="+",
        type=Path,
        default=[],
        metavar="PATH",
        help="annotation files, or folders of them: adapt a model to these pages instead of training on the corpora",
    )
    parser.add_argument(
        "--base", metavar="FILE", help="the model that is adapted (default: the one that comes with the package)"
    )
    parser.add_argument("--corpora", type=Path, metavar="DIR", help="the folder of the corpora (or RUBRICATOR_CORPORA)")
    parser.add_argument("--folds", type=Path, metavar="FILE", help="fold table, from `rubricator folds`")
    parser.add_argument(
        "--out-of-fold",
        action="store_true",
        help="one model per fold, each without the pages of its fold, for measuring",
    )
    parser.add_argument(
        "--variant", choices=["network", "perceptron"], default="network", help="of title extraction (default: network)"
    )
    parser.add_argument(
        "--domain", default="PP", metavar="NAME", help="of the pages of asdus-dd (default: PP, policies)"
    )
    parser.add_argument(
        "--pages",
        nargs="+",
        type=Path,
        default=[],
        metavar="PATH",
        help="of bayes: HTML files, or folders of them, to learn from without gold (default: pages of the corpora)",
    )
    parser.add_argument("--sweeps", type=int, default=300, metavar="N", help="of bayes (default: 300)")
    parser.add_argument(
        "--seed",
        type=int,
        default=1,
        metavar="N",
        help="of bayes, and of the networks of rubric and title (default: 1)",
    )
    parser.add_argument("-v", "--verbose", action="count", default=0, help="tell more")
    parser.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    _check_output(given.output, given.out_of_fold)
    if given.method == "bayes":
        return _train_bayes(given)
    # Imported here: only this command needs what it imports.
    try:
        from rubricator.evaluate.gold.files import read_files
        from rubricator.learn.adapt import adapt
        from rubricator.learn.corpora import make_examples
        from rubricator.learn.rubric import train
        from rubricator.segment.rubric.model import load_model, save_model
    except MissingExtraError as error:
        # What measuring lacks is only a part of what training needs.
        raise MissingExtraError("training", "train") from error

    if given.method == "title":
        return _train_title(given)
    if given.method == "asdus-dd":
        return _train_asdus(given)
    own = [(gold, kind, 0) for kind, golds in read_files(given.gold).by_kind.items() for gold in golds]
    jobs = own or _corpus_jobs(given)
    examples = make_examples(jobs, lambda done: _tell(f"{done} of {len(jobs)} pages"))
    if given.out_of_fold:
        return _write_folds(given, examples, lambda rest, path: save_model(train(rest, seed=given.seed), path))
    model = adapt(load_model(given.base), examples) if own else train(examples, _tell, given.seed)
    save_model(model, given.output)
    print(f"{given.output}: {given.output.stat().st_size} bytes, trained on {len(examples)} marked pages")
    return 0


def _check_output(path: Path, folder: bool) -> None:
    """See that the model can be written before an hour is spent on it."""
    if not folder and (path.is_dir() or not path.parent.is_dir()):
        raise UsageError(f"-o {path}: that is a folder, or its folder is not there")
    if folder and path.exists() and not path.is_dir():
        raise UsageError(f"-o {path}: with --out-of-fold that is a folder, not a file")


def _corpus_jobs(given: argparse.Namespace, *names: str) -> list[Job]:
    """List the gold of the corpora named, or of all that `rubric` learns from."""
    from rubricator.evaluate.folds import read_table
    from rubricator.evaluate.gold.corpora import corpora_folder
    from rubricator.learn.corpora import CORPORA, corpus_jobs

    folder = corpora_folder(given.corpora)
    if not given.folds:
        raise UsageError("training on the corpora needs --folds FILE, the table that `rubricator folds -o FILE` makes")
    return corpus_jobs(folder, read_table(given.folds), names or CORPORA)


def _train_title(given: argparse.Namespace) -> int:
    from rubricator.learn.title import CORPORA, make_examples, train
    from rubricator.segment.title.model import save_model

    if given.gold or given.base:
        raise UsageError("title extraction is trained on the corpora; --gold and --base are for rubric")
    jobs = _corpus_jobs(given, *CORPORA)
    examples = make_examples(jobs, lambda done: _tell(f"{done} of {len(jobs)} pages"))
    if given.out_of_fold:
        return _write_folds(
            given, examples, lambda rest, path: save_model(train(rest, given.variant, seed=given.seed), path)
        )
    save_model(train(examples, given.variant, seed=given.seed), given.output)
    print(f"{given.output}: {given.output.stat().st_size} bytes, trained on {len(examples)} marked pages")
    return 0


def _train_asdus(given: argparse.Namespace) -> int:
    from rubricator.learn.asdus import CORPUS, make_examples, train
    from rubricator.segment.asdus.model import save_model

    if given.gold or given.base:
        raise UsageError("asdus-dd is trained on the corpora; --gold and --base are for rubric")
    jobs = _corpus_jobs(given, CORPUS)
    examples = make_examples(jobs, given.domain, lambda done: _tell(f"{done} of {len(jobs)} pages"))
    if given.out_of_fold:
        return _write_folds(given, examples, lambda rest, path: save_model(train(rest, given.domain), path))
    save_model(train(examples, given.domain), given.output)
    print(f"{given.output}: {given.output.stat().st_size} bytes, trained on {len(examples)} marked pages")
    return 0


def _train_bayes(given: argparse.Namespace) -> int:
    from rubricator.evaluate.gold.corpora import corpora_folder
    from rubricator.learn.bayes import corpus_pages, find_pages, read_pages, train
    from rubricator.segment.bayes.model import save_model
    from rubricator.segment.bayes.parameters import Parameters

    if given.gold or given.base or given.out_of_fold:
        raise UsageError(
            "bayes learns from pages without gold: --pages, or --corpora; not --gold, --base, --out-of-fold"
        )
    if given.sweeps < 2 or given.seed < 0:
        raise UsageError("--sweeps is at least 2, and --seed at least 0")
    paths = find_pages(given.pages) if given.pages else corpus_pages(corpora_folder(given.corpora))
    readings = read_pages(paths, _tell)
    # All structures that the paper allows, bare headings among them.
    parameters = Parameters(first_sweeps=float(given.sweeps), seed=float(given.seed), bare=True)
    model = train(readings, parameters, _tell)
    save_model(model, given.output)
    print(f"{given.output}: {given.output.stat().st_size} bytes, learned from {len(readings)} pages")
    return 0


def _write_folds(given: argparse.Namespace, examples: Sequence[One], write: Callable[[list[One], Path], None]) -> int:
    """Write one model per fold, each without the pages of its fold."""
    from rubricator.evaluate.models import TABLE
    from rubricator.learn.parallel import in_copies

    if not given.folds:
        raise UsageError("--out-of-fold is for the corpora: it needs their fold table, --folds FILE")
    given.output.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(given.folds, given.output / TABLE)

    def one(fold: int) -> str:
        path = given.output / f"fold-{fold}.npz"
        rest = [example for example in examples if example.fold != fold]
        write(rest, path)
        return f"{path}: trained on {len(rest)} marked pages"

    for line in in_copies(one, sorted({example.fold for example in examples})):
        print(line, flush=True)
    return 0


def _tell(step: str) -> None:
    if sys.stderr.isatty():
        print(f"\r\x1b[K{step}", end="", file=sys.stderr)
