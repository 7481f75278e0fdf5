"""What bounds `rubric`: `python benchmarks/candidates.py --corpora DIR`.

The share of marked headings whose words some candidate of their page has, and how well outline agrees with the other
gold of the same pages (F1 of headings by text): no method can be right by both.
"""

from __future__ import annotations

import argparse

from corpora import add_option, find_corpora

from rubricator.evaluate.gold.corpora import read_corpus
from rubricator.evaluate.metrics.counts import total
from rubricator.evaluate.metrics.headings import compare_headings, fold_heading, similar
from rubricator.limits import Budget, Limits
from rubricator.load import load
from rubricator.segment.rubric.candidates import find_candidates
from rubricator.segment.rubric.sight import look
from rubricator.style.static import render_static


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_option(parser)
    corpora = find_corpora(parser.parse_args().corpora)
    outline = {gold.page.resolve(): gold for gold in read_corpus(corpora, "outline")}
    for corpus in ("asdus", "outline", "cleaneval"):
        held = wanted = 0
        agreed = []
        for gold in read_corpus(corpora, corpus):
            page = render_static(load(gold.page), limits=Limits(), budget=Budget())
            texts = {fold_heading(page.text[one.start : one.end]) for one in find_candidates(look(page))}
            marked = [fold_heading(heading.text) for heading in gold.headings]
            held += sum(text in texts or any(similar(text, one) for one in texts) for text in marked)
            wanted += len(marked)
            other = outline.get(gold.page.resolve())
            if other:
                both = ([heading.text for heading in one.headings] for one in (other, gold))
                agreed.append(compare_headings(*both))
        share, same = held / wanted, total(agreed).f1
        print(f"{corpus}: {share:.3f} of {wanted} headings are candidates; agrees with outline at {same:.2f}")


if __name__ == "__main__":
    main()
