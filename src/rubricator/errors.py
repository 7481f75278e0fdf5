"""What can go wrong, as classes that a caller can catch."""

from __future__ import annotations


class RubricatorError(Exception):
    """Base of every error that this library raises on purpose."""


class UsageError(RubricatorError):
    """The call itself is wrong: an unknown method, a bad XPath, an option out of range."""


class LoadError(RubricatorError):
    """The input could not be read: no such file, refused address, not a page."""


class FetchError(LoadError):
    """A URL could not be fetched."""


class PageTimeoutError(RubricatorError):
    """The time budget of a page ran out."""


class StructureError(RubricatorError):
    """A structure breaks its invariants, or a JSON file does not hold one."""


class MissingExtraError(RubricatorError):
    """An optional part is not installed; the message names the extra."""

    def __init__(self, what: str, extra: str) -> None:
        # Both are the arguments, so that the error can be sent to another process.
        super().__init__(what, extra)

    def __str__(self) -> str:
        what, extra = self.args
        return f"{what} needs an optional part; install it with: pip install 'rubricator[{extra}]'"


class BrowserError(RubricatorError):
    """The browser could not show a page: there is none, it crashed, or the page took too much memory."""


class GoldError(RubricatorError):
    """A gold file or a folder of gold cannot be read; the message names file and field."""


class IndexFileError(RubricatorError):
    """A search index cannot be used: it is not there, damaged, in use, or of another version."""


class BatchError(RubricatorError):
    """A run over many pages cannot begin or continue; the message says what to do. Finished work is kept."""


class WorkerError(RubricatorError):
    """A worker process could not do its task.

    `why` is timeout, memory, crash, answer (too large), error (of the task itself), start, closed or cancelled.
    """

    def __init__(self, why: str, what: str) -> None:
        super().__init__(why, what)
        self.why = why

    def __str__(self) -> str:
        return str(self.args[1])
