"""The state of a run, in the folder `.rubricator` of its output: the plan, what is done, what is unfinished.

A shard is done when its mark is there. The mark names the files of the shard and where they go; it is written when
they are complete, and moving them is finished by whoever finds the mark. So a run can end at any moment.
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from itertools import chain
from pathlib import Path
from typing import IO, cast

from rubricator.batch.inputs import Slice
from rubricator.batch.opening import is_remote
from rubricator.batch.settings import Settings
from rubricator.batch.summary import Tally
from rubricator.errors import BatchError, UsageError
from rubricator.structure.model import JsonValue
from rubricator.version import __version__

FOLDER = ".rubricator"
Shards = Sequence[Sequence[dict[str, JsonValue]]]
"""As they stand in the plan."""


@dataclass(frozen=True, slots=True)
class State:
    """Where everything of a run is."""

    output: Path

    @property
    def folder(self) -> Path:
        return self.output / FOLDER

    @property
    def sheets(self) -> Path:
        return self.folder / "sheets"

    @property
    def marks(self) -> Path:
        return self.folder / "done"

    @property
    def unfinished(self) -> Path:
        return self.folder / "unfinished"

    def begin(self, settings: Settings, shards: Sequence[Sequence[Slice]]) -> bool:
        """Write the plan down, or see that it is the one of the run that is here; True when that was begun before."""
        plan = {
            "rubricator": __version__,
            "settings": json.loads(settings.to_json()),
            "shards": [[asdict(one) for one in shard] for shard in shards],
        }
        path = self.folder / "plan.json"
        written = json.dumps(plan)
        resumed = path.exists()
        if resumed:
            _compare(json.loads(path.read_text("utf-8")), json.loads(written), self.output)
        else:
            for folder in (self.marks, self.sheets):
                folder.mkdir(exist_ok=True)
            _write_whole(path, written)
        shutil.rmtree(self.unfinished, ignore_errors=True)
        self.unfinished.mkdir()
        return resumed

    def mark(self, shard: int) -> Path:
        return self.marks / f"{shard:06}.json"

    def done(self, shard: int) -> Tally | None:
        """Return the tally of a shard that is done, None for one that is not; its files are where they belong then."""
        try:
            fields = json.loads(self.mark(shard).read_text("utf-8"))
        except FileNotFoundError:
            return None
        except ValueError as error:
            raise BatchError(f"{self.mark(shard)} is damaged; delete it, and the shard is done again") from error
        for name, staged in cast("dict[str, str]", fields["files"]).items():
            self._move(self.folder / staged, self.output / name)
        return Tally.from_dict(fields["tally"])

    def attempt(self, shard: int, number: int) -> Path:
        """Return a new folder for the files of a shard."""
        folder = self.unfinished / f"{shard:06}-{os.getpid()}-{number}"
        folder.mkdir(parents=True)
        return folder

    def commit(self, shard: int, files: Sequence[Path], tally: Tally) -> None:
        """Make the files of a shard its result."""
        kept = self.folder / "moving"
        kept.mkdir(exist_ok=True)
        names: dict[str, JsonValue] = {}
        for number, file in enumerate(sorted(files)):
            name = f"part-{shard:06}-{number:03}{file.suffix if file.suffix != '.json' else '.jsonl'}"
            _sync(file)
            file.replace(kept / name)
            names[name] = f"moving/{name}"
        _write_whole(self.mark(shard), json.dumps({"files": names, "tally": tally.to_dict()}))
        self.done(shard)

    def _move(self, staged: Path, final: Path) -> None:
        try:
            staged.replace(final)
        except FileNotFoundError:
            if not final.exists():
                raise BatchError(f"{final} is missing although its shard is done; put it back, or begin anew") from None


@contextmanager
def open_state(output: Path) -> Iterator[State]:
    """Take the folder of a run for this process."""
    state = State(output)
    if is_remote(str(output).replace(":/", "://", 1)):
        raise UsageError(f"-o {output}: rows are written to a folder; mount the object store, or copy them there")
    if output.exists() and not output.is_dir():
        raise UsageError(f"-o {output}: that is a file; name a folder")
    if output.is_dir() and not state.folder.is_dir() and any(output.iterdir()):
        raise UsageError(f"-o {output}: there is something else in this folder; name a new one")
    try:
        state.folder.mkdir(parents=True, exist_ok=True)
        lock = (state.folder / "lock").open("w")
    except OSError as error:
        raise BatchError(f"cannot write to {output}: {error.strerror or error}") from error
    with lock:
        _take(lock, output)
        yield state


def _take(lock: IO[str], output: Path) -> None:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        raise BatchError(f"another run writes to {output}; wait for it, or end it") from error


def _compare(before: dict[str, JsonValue], now: dict[str, JsonValue], output: Path) -> None:
    if before["rubricator"] != now["rubricator"]:
        was = before["rubricator"]
        raise UsageError(
            f"-o {output}: this run was begun by rubricator {was}; finish it with that, or name a new folder"
        )
    if before["settings"] != now["settings"]:
        old, new = (cast("dict[str, JsonValue]", plan["settings"]) for plan in (before, now))
        names = ", ".join(name for name in new if old.get(name) != new[name])
        raise UsageError(
            f"-o {output}: the run here was begun with another {names}; give the same, or name a new folder"
        )
    if before["shards"] != now["shards"]:
        changed = _changed(cast("Shards", before["shards"]), cast("Shards", now["shards"]))
        if changed is not None:
            raise UsageError(f"-o {output}: {changed} was changed after the run here was begun; name a new folder")
        raise UsageError(f"-o {output}: the run here was begun with other inputs; give the same, or name a new folder")


def _changed(before: Shards, now: Shards) -> str | None:
    """Return the first file that was changed since, if the inputs are the same but for that."""
    for one, two in zip(chain(*before), chain(*now), strict=False):
        old, new = (cast("Sequence[int]", part.get("stamps", ())) for part in (one, two))
        if {**one, "stamps": new} != two or len(old) != len(new):
            return None
        if old != new:
            names = cast("Sequence[str]", two["paths"])
            return next(name for name, was, is_ in zip(names, old, new, strict=True) if was != is_)
    return None


def _write_whole(path: Path, text: str) -> None:
    unfinished = path.with_suffix(".new")
    with unfinished.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def _sync(path: Path) -> None:
    with path.open("rb") as file:
        os.fsync(file.fileno())
