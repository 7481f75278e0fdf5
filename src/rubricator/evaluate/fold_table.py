"""Making the fold table from the corpora."""

from __future__ import annotations

from pathlib import Path

from rubricator.errors import RubricatorError
from rubricator.evaluate.folds import assign_folds, group_pages, host_of, page_key, shingles, sizes, write_table
from rubricator.evaluate.gold.corpora import corpus_names, read_corpus
from rubricator.load import load
from rubricator.page.render import render_static


def make_table(corpora: Path, output: Path, folds: int) -> str:
    """Write the fold table of all corpora in a folder; return a summary for people."""
    hosts: dict[str, str | None] = {}
    texts: dict[str, set[int]] = {}
    for name in corpus_names(corpora):
        for gold in read_corpus(corpora, name):
            key = page_key(gold.page, corpora)
            if hosts.get(key):
                continue
            try:
                page = render_static(load(gold.page), linked=False)
            except RubricatorError:
                # A page that cannot be read is a page of its own: it is never scored, but it keeps its place.
                hosts[key], texts[key] = None, set()
                continue
            hosts[key] = host_of(gold, page)
            texts[key] = shingles(page.text)
    groups = group_pages(hosts, texts)
    table = assign_folds(groups, folds)
    write_table(output, groups, table)
    unknown = sum(host is None for host in hosts.values())
    return (
        f"{len(table)} pages in {len(set(groups.values()))} groups; pages per fold: {list(sizes(table))}; "
        f"{unknown} pages without a known site"
    )
