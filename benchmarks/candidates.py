"""What bounds `rubric`: `python benchmarks/candidates.py --corpora DIR`.

The share of marked headings whose words some candidate of their page has.
"""

from __future__ import annotations

import argparse

from corpora import add_option, find_corpora

from rubricator.evaluate.gold.corpora import read_corpus
from rubricator.evaluate.metrics.headings import fold_heading, similar
from rubricator.load import load
from rubricator.page.render import render_static
from rubricator.segment.rubric.candidates import find_candidates
from rubricator.segment.rubric.view import build_view


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_option(parser)
    corpora = find_corpora(parser.parse_args().corpora)
    for corpus in ("asdus", "outline", "cleaneval"):
        held = wanted = 0
        for gold in read_corpus(corpora, corpus):
            page = render_static(load(gold.page))
            texts = {fold_heading(page.text[one.start : one.end]) for one in find_candidates(build_view(page))}
            marked = [fold_heading(heading.text) for heading in gold.headings]
            held += sum(text in texts or any(similar(text, one) for one in texts) for text in marked)
            wanted += len(marked)
        print(f"{corpus}: {held / wanted:.3f} of {wanted} headings are candidates")


if __name__ == "__main__":
    main()
