"""`rubricator train`: make the model of a learned method from gold."""

from __future__ import annotations

import argparse
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeVar

from rubricator.cli.output import show_progress
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
        "--base", metavar="FILE", help="the model to adapt (default: the one that comes with the package)"
    )
    parser.add_argument("--corpora", type=Path, metavar="DIR", help="the folder of the corpora (or RUBRICATOR_CORPORA)")
    parser.add_argument("--folds", type=Path, metavar="FILE", help="fold table, from `rubricator folds`")
    parser.add_argument(
        "--out-of-fold",
        action="store_true",
        help="one model per fold, each without the pages of its fold, for measuring",
    )
    parser.add_argument(
        "--variant", choices=["network", "perceptron"], default="network", help="for title (default: network)"
    )
    parser.add_argument(
        "--domain", default="PP", metavar="NAME", help="for asdus-dd: domain of the pages (default: PP, policies)"
    )
    parser.add_argument(
        "--pages",
        nargs="+",
        type=Path,
        default=[],
        metavar="PATH",
        help="for bayes: HTML files, or folders of them, without gold (default: pages of the corpora)",
    )
    parser.add_argument("--sweeps", type=int, default=300, metavar="N", help="for bayes (default: 300)")
    parser.add_argument(
        "--seed",
        type=int,
        default=1,
        metavar="N",
        help="for bayes and the networks of rubric and title (default: 1)",
    )
    parser.add_argument("-v", "--verbose", action="count", default=0, help="log progress")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    _check_output(args.output, args.out_of_fold)
    if args.method == "bayes":
        return _train_bayes(args)
    # Imported here: only this command needs what it imports.
    try:
        from rubricator.evaluate.gold.files import read_files
        from rubricator.learn.adapt import adapt
        from rubricator.learn.corpora import make_examples
        from rubricator.learn.rubric import train
        from rubricator.segment.rubric.learned_model import load_model, save_model
    except MissingExtraError as error:
        # What measuring lacks is only a part of what training needs.
        raise MissingExtraError("training", "train") from error

    if args.method == "title":
        return _train_title(args)
    if args.method == "asdus-dd":
        return _train_asdus(args)
    own = [(gold, kind, 0) for kind, golds in read_files(args.gold).by_kind.items() for gold in golds]
    jobs = own or _corpus_jobs(args)
    examples = make_examples(jobs, lambda done: show_progress(f"{done} of {len(jobs)} pages"))
    if args.out_of_fold:
        return _write_folds(args, examples, lambda rest, path: save_model(train(rest, seed=args.seed), path))
    model = adapt(load_model(args.base), examples) if own else train(examples, show_progress, args.seed)
    save_model(model, args.output)
    print(f"{args.output}: {args.output.stat().st_size} bytes, trained on {len(examples)} marked pages")
    return 0


def _check_output(path: Path, folder: bool) -> None:
    """See that the model can be written before an hour is spent on it."""
    if not folder and (path.is_dir() or not path.parent.is_dir()):
        raise UsageError(f"-o {path}: that is a folder, or its folder is not there")
    if folder and path.exists() and not path.is_dir():
        raise UsageError(f"-o {path}: with --out-of-fold that is a folder, not a file")


def _corpus_jobs(args: argparse.Namespace, *names: str) -> list[Job]:
    """List the gold of the corpora named, or of all that `rubric` learns from."""
    from rubricator.evaluate.folds import read_table
    from rubricator.evaluate.gold.corpora import corpora_folder
    from rubricator.learn.corpora import CORPORA, corpus_jobs

    folder = corpora_folder(args.corpora)
    if not args.folds:
        raise UsageError("training on the corpora needs --folds FILE, the table that `rubricator folds -o FILE` makes")
    return corpus_jobs(folder, read_table(args.folds), names or CORPORA)


def _train_title(args: argparse.Namespace) -> int:
    from rubricator.learn.title import CORPORA, make_examples, train
    from rubricator.segment.title.title_model import save_model

    if args.gold or args.base:
        raise UsageError("title extraction is trained on the corpora; --gold and --base are for rubric")
    jobs = _corpus_jobs(args, *CORPORA)
    examples = make_examples(jobs, lambda done: show_progress(f"{done} of {len(jobs)} pages"))
    if args.out_of_fold:
        return _write_folds(
            args, examples, lambda rest, path: save_model(train(rest, args.variant, seed=args.seed), path)
        )
    save_model(train(examples, args.variant, seed=args.seed), args.output)
    print(f"{args.output}: {args.output.stat().st_size} bytes, trained on {len(examples)} marked pages")
    return 0


def _train_asdus(args: argparse.Namespace) -> int:
    from rubricator.learn.asdus import CORPUS, make_examples, train
    from rubricator.segment.asdus.domain_model import save_model

    if args.gold or args.base:
        raise UsageError("asdus-dd is trained on the corpora; --gold and --base are for rubric")
    jobs = _corpus_jobs(args, CORPUS)
    examples = make_examples(jobs, args.domain, lambda done: show_progress(f"{done} of {len(jobs)} pages"))
    if args.out_of_fold:
        return _write_folds(args, examples, lambda rest, path: save_model(train(rest, args.domain), path))
    save_model(train(examples, args.domain), args.output)
    print(f"{args.output}: {args.output.stat().st_size} bytes, trained on {len(examples)} marked pages")
    return 0


def _train_bayes(args: argparse.Namespace) -> int:
    from rubricator.evaluate.gold.corpora import corpora_folder
    from rubricator.learn.bayes import corpus_pages, find_pages, read_pages, train
    from rubricator.segment.bayes.bases_file import save_model
    from rubricator.segment.bayes.parameters import Parameters

    if args.gold or args.base or args.out_of_fold:
        raise UsageError(
            "bayes learns from pages without gold: --pages, or --corpora; not --gold, --base, --out-of-fold"
        )
    if args.sweeps < 2 or args.seed < 0:
        raise UsageError("--sweeps is at least 2, and --seed at least 0")
    paths = find_pages(args.pages) if args.pages else corpus_pages(corpora_folder(args.corpora))
    readings = read_pages(paths, show_progress)
    # All structures that the paper allows, bare headings among them.
    parameters = Parameters(first_sweeps=float(args.sweeps), seed=float(args.seed), bare=True)
    model = train(readings, parameters, show_progress)
    save_model(model, args.output)
    print(f"{args.output}: {args.output.stat().st_size} bytes, learned from {len(readings)} pages")
    return 0


def _write_folds(args: argparse.Namespace, examples: Sequence[One], write: Callable[[list[One], Path], None]) -> int:
    """Write one model per fold, each without the pages of its fold."""
    from rubricator.evaluate.models import TABLE
    from rubricator.learn.parallel import in_parallel

    if not args.folds:
        raise UsageError("--out-of-fold is for the corpora: it needs their fold table, --folds FILE")
    args.output.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(args.folds, args.output / TABLE)

    def one(fold: int) -> str:
        path = args.output / f"fold-{fold}.npz"
        rest = [example for example in examples if example.fold != fold]
        write(rest, path)
        return f"{path}: trained on {len(rest)} marked pages"

    for line in in_parallel(one, sorted({example.fold for example in examples})):
        print(line, flush=True)
    return 0
