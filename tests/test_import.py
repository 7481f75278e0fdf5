"""Importing the package is cheap: what only some commands need is imported by them."""

from __future__ import annotations

import pickle
import re
import subprocess
import sys
from pathlib import Path

import pytest

import rubricator

COSTLY = {
    "argparse",
    "asyncio",
    "concurrent.futures",
    "email",
    "http.client",
    "numpy",
    "socket",
    "ssl",
    "urllib.request",
}
_WIDE_RANGE = re.compile(r"-\\U0010ffff", re.IGNORECASE)


@pytest.mark.parametrize("used", ["", "; rubricator.read"])
def test_the_import_brings_no_costly_modules(used: str) -> None:
    code = f"import sys, rubricator{used}; print(*sys.modules, sep='\\n')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert COSTLY.intersection(done.stdout.split()) == set()


def test_no_pattern_has_a_range_that_takes_milliseconds_to_compile() -> None:
    sources = Path(rubricator.__file__).parent.rglob("*.py")
    assert [path.name for path in sources if _WIDE_RANGE.search(path.read_text("utf-8"))] == []


def test_every_name_can_be_imported() -> None:
    for name in rubricator.__all__:
        assert getattr(rubricator, name) is not None
    assert set(dir(rubricator)) == set(rubricator.__all__)
    with pytest.raises(AttributeError, match="no attribute 'reed'"):
        rubricator.reed  # type: ignore[attr-defined]  # noqa: B018


def test_importing_everything_opens_no_connection() -> None:
    """An audit hook sees what is done with sockets in a process that imports all modules."""
    names = [
        ".".join(path.relative_to(ROOT.parent).with_suffix("").parts)
        for path in sorted(ROOT.rglob("*.py"))
        if path.name != "__main__.py"
    ]
    done = subprocess.run([sys.executable, "-c", AUDIT, *names], capture_output=True, text=True, check=True)
    assert done.stdout.split() == [str(len(names))], done.stdout


def test_errors_are_there_at_once_and_can_be_sent_to_other_processes() -> None:
    found = "import rubricator; print(rubricator.errors.UsageError.__name__)"
    assert (
        subprocess.run([sys.executable, "-c", found], capture_output=True, text=True, check=True).stdout
        == "UsageError\n"
    )
    error = rubricator.errors.MissingExtraError("tokens", "tokens")
    assert str(pickle.loads(pickle.dumps(error))) == str(error)


ROOT = Path(rubricator.__file__).parent
AUDIT = """
import sys, importlib
def hook(event, arguments):
    if event in ("socket.connect", "socket.getaddrinfo", "socket.gethostbyname", "socket.sendto", "socket.sendmsg"):
        print(event, arguments)
sys.addaudithook(hook)
from rubricator.errors import MissingExtraError
tried = 0
for name in sys.argv[1:]:
    try:
        importlib.import_module(name)
    except (MissingExtraError, ModuleNotFoundError):
        pass
    tried += 1
print(tried)
"""
