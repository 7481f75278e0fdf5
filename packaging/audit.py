"""Ask PyPI for the known vulnerabilities of what is installed: `python packaging/audit.py SITE_PACKAGES...`.

Each version is asked for by its address in PyPI's JSON API. A mirror may have the addresses of projects only; they tell
of the newest version, which is enough for what is up to date. Exit codes: 0 all could be asked for and nothing is
known, 1 something is known, 3 nothing is, but not all could be asked for.
"""

from __future__ import annotations

import argparse
import http.client
import json
import sys
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib.metadata import distributions

INDEX = "https://pypi.org/pypi"
SECONDS = 30
VULNERABLE, UNKNOWN = 1, 3
_OWN = "rubricator"


@dataclass(frozen=True, slots=True)
class Answer:
    """What is known of an installed version; `missing` says why nothing could be learned."""

    name: str
    version: str
    known: tuple[str, ...] = ()
    missing: str = ""


def installed(folders: list[str]) -> list[tuple[str, str]]:
    """Return names and versions of all that is installed in folders, each once."""
    found = {(one.name, one.version) for one in distributions(path=folders)}
    return sorted(pair for pair in found if pair[0].lower() != _OWN)


def ask(index: str, name: str, version: str) -> Answer:
    """Ask for a version, then for its project."""
    try:
        told = _read(f"{index}/{name}/{version}/json") or _read(f"{index}/{name}/json")
    except (OSError, ValueError, http.client.HTTPException) as error:
        return Answer(name, version, missing=f"no answer: {error}")
    if told is None:
        return Answer(name, version, missing="the index does not have it")
    if told["info"]["version"] != version:
        return Answer(name, version, missing=f"the index tells of {told['info']['version']} only")
    listed = [one for one in told["vulnerabilities"] if not one.get("withdrawn")]
    return Answer(name, version, tuple(_line(one) for one in listed))


def _read(url: str) -> dict | None:  # type: ignore[type-arg]
    """Return a JSON object; None when there is nothing at the address."""
    try:
        with urllib.request.urlopen(url, timeout=SECONDS) as answer:
            return dict(json.load(answer))
    except urllib.error.HTTPError as error:
        if error.code != http.HTTPStatus.NOT_FOUND:
            raise
        return None


def _line(one: dict) -> str:  # type: ignore[type-arg]
    mended = ", ".join(one.get("fixed_in") or ()) or "no version"
    summary = " ".join((one.get("summary") or one.get("details") or "").split())[:100]
    return f"{one['id']} ({', '.join(one.get('aliases') or ()) or 'no other name'}), mended in {mended}: {summary}"


def report(answers: list[Answer]) -> int:
    """Print what was learned and return the exit code."""
    for one in answers:
        for known in one.known:
            print(f"{one.name} {one.version}: {known}")
    missing = [one for one in answers if one.missing]
    vulnerable = sum(bool(one.known) for one in answers)
    print(
        f"{len(answers) - len(missing)} of {len(answers)} packages asked for, {vulnerable} with known vulnerabilities"
    )
    if len(missing) == len(answers):
        reason = missing[0].missing if missing else "nothing is installed there"
        print(f"NOTHING WAS AUDITED: {reason}", file=sys.stderr)
        print(f"Run it where {INDEX}/NAME/VERSION/json can be reached, or name an index that answers.", file=sys.stderr)
    elif missing:
        print(
            "Not audited, as the index has no answer for that version; update them, or ask PyPI itself:",
            file=sys.stderr,
        )
        for one in missing:
            print(f"  {one.name} {one.version}: {one.missing}", file=sys.stderr)
    if vulnerable:
        return VULNERABLE
    return UNKNOWN if missing or not answers else 0


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", metavar="SITE_PACKAGES", help="where packages are installed")
    parser.add_argument("--index", default=INDEX, metavar="URL", help="PyPI's JSON API (default: %(default)s)")
    given = parser.parse_args(arguments)
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda pair: ask(given.index, *pair), installed(given.folders)))
    return report(answers)


if __name__ == "__main__":
    sys.exit(main())
