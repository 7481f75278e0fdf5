"""One fold table for all corpora: a page, its near duplicates and its site are on one side of every split.

A page is what its path names, so gold of several corpora on one page shares its fold. Its group is its host (from gold,
the page's name, its canonical or og:url, else the host that most of its absolute links go to); pages that share half of
their 5-word shingles are one group.
"""

from __future__ import annotations

import json
import re
import zlib
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from urllib.parse import urlsplit

from rubricator.errors import GoldError
from rubricator.evaluate.gold.gold import Gold
from rubricator.page.model import Page

FOLDS = 5
_SHINGLE = 5
_SHARED = 0.5
_SAMPLE = 8
"""One shingle in eight is looked at: pages that share half of all share half of these."""
_COMMON = 40
"""A shingle on more pages than this is boilerplate and says nothing."""
_HOST = re.compile(r"(?:^|__)((?:[a-z0-9-]+\.)+[a-z]{2,})(?:_\d+)?$", re.IGNORECASE)


def page_key(path: Path, corpora: Path) -> str:
    """Return the name of a page, the same wherever it appears."""
    resolved, root = path.resolve(), corpora.resolve()
    return resolved.relative_to(root).as_posix() if resolved.is_relative_to(root) else resolved.as_posix()


def host_of(gold: Gold, page: Page) -> str | None:
    """Return the site of a page; None when it is unknown."""
    named = _HOST.search(gold.id.rpartition("/")[2])
    return (
        _host(gold.url)
        or (_bare(named[1]) if named else None)
        or _declared_host(page)
        or _most_linked_host(page)
    )  # fmt: skip


def _host(url: str | None) -> str | None:
    try:
        host = urlsplit(url or "").hostname
    except ValueError:
        return None
    return _bare(host) if host else None


def _bare(host: str) -> str:
    return host.lower().removeprefix("www.")


def _declared_host(page: Page) -> str | None:
    for node, tag in enumerate(page.tag):
        if tag not in {"link", "meta"}:
            continue
        attributes = dict(page.attributes[node])
        url = None
        if tag == "link" and "canonical" in (attributes.get("rel") or "").lower().split():
            url = attributes.get("href")
        elif tag == "meta" and (attributes.get("property") or "").lower() == "og:url":
            url = attributes.get("content")
        host = _host(url)
        if host:
            return host
    return None


def _most_linked_host(page: Page) -> str | None:
    hosts = Counter(
        host
        for node, tag in enumerate(page.tag)
        if tag == "a"
        for name, value in page.attributes[node]
        if name == "href" and value and value.lower().startswith(("http://", "https://")) and (host := _host(value))
    )
    return min(hosts, key=lambda host: (-hosts[host], host)) if hosts else None


def shingles(text: str) -> set[int]:
    """Return a sample of the hashes of a text's 5-word shingles."""
    words = text.casefold().split()
    hashes = (zlib.crc32(" ".join(words[at : at + _SHINGLE]).encode()) for at in range(len(words) - _SHINGLE + 1))
    return {value for value in hashes if value % _SAMPLE == 0}


class Groups:
    """Joins pages into groups."""

    def __init__(self, keys: Iterable[str]) -> None:
        self._above = {key: key for key in keys}

    def find(self, key: str) -> str:
        while self._above[key] != key:
            self._above[key] = self._above[self._above[key]]
            key = self._above[key]
        return key

    def join(self, one: str, other: str) -> None:
        first, second = sorted((self.find(one), self.find(other)))
        self._above[second] = first


def group_pages(hosts: dict[str, str | None], texts: dict[str, set[int]]) -> dict[str, str]:
    """Return the group of each page, named by its first page."""
    groups = Groups(hosts)
    first: dict[str, str] = {}
    for key, host in sorted(hosts.items()):
        if host:
            groups.join(first.setdefault(host, key), key)
    for one, other in near_duplicates(texts):
        groups.join(one, other)
    return {key: groups.find(key) for key in hosts}


def near_duplicates(texts: dict[str, set[int]]) -> list[tuple[str, str]]:
    """Return the pairs of pages that share half of the shingles of the shorter one."""
    holders: dict[int, list[str]] = {}
    for key in sorted(texts):
        for shingle in texts[key]:
            holders.setdefault(shingle, []).append(key)
    shared: Counter[tuple[str, str]] = Counter()
    for keys in holders.values():
        if 1 < len(keys) <= _COMMON:
            shared.update((one, other) for place, one in enumerate(keys) for other in keys[place + 1 :])
    return sorted(
        pair for pair, count in shared.items() if count >= _SHARED * min(len(texts[pair[0]]), len(texts[pair[1]]))
    )


def assign_folds(groups: dict[str, str], folds: int = FOLDS) -> dict[str, int]:
    """Give each page a fold: the largest groups first, each to the fold with the fewest pages."""
    members: dict[str, list[str]] = {}
    for key, group in groups.items():
        members.setdefault(group, []).append(key)
    sizes = [0] * folds
    table: dict[str, int] = {}
    for group in sorted(members, key=lambda name: (-len(members[name]), name)):
        fold = sizes.index(min(sizes))
        sizes[fold] += len(members[group])
        table |= dict.fromkeys(members[group], fold)
    return table


def write_table(path: Path, groups: dict[str, str], table: dict[str, int]) -> None:
    """Write the fold table as JSON: page -> group and fold."""
    rows = {key: {"group": groups[key], "fold": table[key]} for key in sorted(table)}
    path.write_text(json.dumps({"schema": "rubricator-folds/1", "pages": rows}, indent=1) + "\n", "utf-8")


def read_table(path: Path) -> dict[str, int]:
    """Read a fold table."""
    try:
        pages = json.loads(path.read_text("utf-8"))["pages"]
        return {key: int(row["fold"]) for key, row in pages.items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError) as error:
        raise GoldError(f"{path} is not a fold table; make one with: rubricator folds -o {path}") from error


def sizes(table: dict[str, int]) -> Sequence[int]:
    """Return the number of pages in each fold."""
    counts = Counter(table.values())
    return [counts[fold] for fold in range(max(counts, default=-1) + 1)]
