"""Store: the index as one SQLite file, opened with a check of what it is; each change is one transaction.

SQLite's log makes a change whole or leaves it out, also when the process is killed in the middle.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rubricator.errors import IndexFileError

FORMAT = 2
"""Raised whenever an index of before can no longer be read, or would be analysed in another way."""
_APPLICATION = 0x52554252  # "RUBR"
_PATIENCE = 5.0
"""Seconds to wait for another process that writes the index."""

_SCHEMA = """
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE pages (id INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL UNIQUE, url TEXT, title TEXT,
    language TEXT NOT NULL, sha256 TEXT NOT NULL);
CREATE TABLE blocks (id INTEGER PRIMARY KEY AUTOINCREMENT, page INTEGER NOT NULL, parent INTEGER, size INTEGER NOT NULL,
    heading TEXT NOT NULL, path TEXT NOT NULL, level INTEGER NOT NULL,
    start INTEGER NOT NULL, stop INTEGER NOT NULL, xpath TEXT, anchor TEXT);
CREATE INDEX blocks_of_page ON blocks (page);
CREATE TABLE windows (segment INTEGER NOT NULL, number INTEGER NOT NULL, spans TEXT NOT NULL, text TEXT NOT NULL,
    PRIMARY KEY (segment, number)) WITHOUT ROWID;
CREATE TABLE segments (id INTEGER PRIMARY KEY AUTOINCREMENT, columns BLOB NOT NULL);
CREATE TABLE postings (segment INTEGER NOT NULL, term TEXT NOT NULL, rows BLOB NOT NULL,
    PRIMARY KEY (segment, term)) WITHOUT ROWID;
"""


@contextmanager
def as_index_errors(path: Path) -> Iterator[None]:
    """Turn SQLite's errors into ours, which say what to do."""
    try:
        yield
    except sqlite3.OperationalError as error:
        if "locked" in str(error) or "busy" in str(error):
            raise IndexFileError(f"{path}: another process writes the index; try again later") from error
        raise IndexFileError(f"{path}: {error}") from error
    except sqlite3.DatabaseError as error:
        raise _foreign(path) if "not a database" in str(error) else _damaged(path, error) from error


@contextmanager
def as_damage(path: Path) -> Iterator[None]:
    """Turn SQLite's errors into ours, and those of rows that are not what was once written."""
    with as_index_errors(path):
        try:
            yield
        except (ValueError, TypeError, IndexError) as error:
            raise _damaged(path, error) from error


def _damaged(path: Path, error: Exception) -> IndexFileError:
    return IndexFileError(f"{path}: the index is damaged ({error}); build it again")


def _foreign(path: Path) -> IndexFileError:
    return IndexFileError(
        f"{path}: that is not an index of rubricator; name one that `rubricator index` made, or a new file to make one"
    )


def open_store(path: Path) -> sqlite3.Connection:
    """Open an index that is there for reading; what is not one, or one of another version, is an error."""
    if not path.is_file():
        raise IndexFileError(f"{path}: there is no index; make one with `rubricator index PAGE... -o {path}`")
    with as_index_errors(path):
        # A reader may have to undo what a killed writer left, so it opens for writing where it may.
        writable = os.access(path, os.W_OK) and os.access(path.absolute().parent, os.W_OK)
        connection = _connect(path, "mode=rw" if writable else "mode=ro&immutable=1")
        try:
            if _is_empty(connection, path):
                raise IndexFileError(f"{path}: the index was never finished; build it again")
            connection.execute("PRAGMA query_only = ON")
        except BaseException:
            connection.close()
            raise
    return connection


def create_store(path: Path) -> sqlite3.Connection:
    """Open an index for writing; the first change makes an empty or absent file an index."""
    if path.is_dir() or not path.absolute().parent.is_dir():
        raise IndexFileError(f"{path}: that is a folder, or its folder is not there")
    with as_index_errors(path):
        connection = _connect(path, "mode=rwc")
        try:
            _is_empty(connection, path)
            # With a log beside the file, others search the old state while this one writes.
            connection.execute("PRAGMA journal_mode = WAL")
        except BaseException:
            connection.close()
            raise
    return connection


def lay_out(connection: sqlite3.Connection) -> None:
    """Make the tables of a new index, inside of the transaction that fills them."""
    if connection.execute("PRAGMA user_version").fetchone()[0]:
        return
    for statement in _SCHEMA.split(";"):
        if statement.strip():
            connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {_APPLICATION}")
    connection.execute(f"PRAGMA user_version = {FORMAT}")


def _connect(path: Path, how: str) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?{how}", uri=True, timeout=_PATIENCE, isolation_level=None)


def _is_empty(connection: sqlite3.Connection, path: Path) -> bool:
    """Say whether nothing was ever written to a file; one that holds something else is an error."""
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if application == 0 and version == 0 and not connection.execute("SELECT 1 FROM sqlite_master").fetchone():
        return True
    if application != _APPLICATION:
        raise _foreign(path)
    if version != FORMAT:
        raise IndexFileError(
            f"{path}: the index has format {version}, this version of rubricator reads {FORMAT}; build it again"
        )
    return False
