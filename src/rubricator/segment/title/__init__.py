"""Step 4b: titles from the bodies of pages, after Y. Hu et al., "Title Extraction from Bodies of HTML Documents and its
Application to Web Page Retrieval", SIGIR 2005.

The variant `perceptron` is the paper's: the text leaves of the DOM as units, 245 binary features, a perceptron with
uneven margins, up to two titles. The variant `network` is ours: candidates of several units, a network that sees what
stands around each and boosted trees, the `<title>` field and the prose that follows as further evidence, one title.

numpy is imported when the first page comes, not with the package.
"""

from __future__ import annotations

from rubricator.limits import Budget
from rubricator.page.model import Page
from rubricator.structure.model import Title


def find_titles(
    page: Page, *, variant: str = "network", model: str | None = None, budget: Budget | None = None
) -> tuple[Title, ...]:
    """Return the titles of a page, best first; none is a valid answer. `model` is the path of a model file."""
    from rubricator.segment.title.extraction import read_titles
    from rubricator.segment.title.title_model import load_model

    return read_titles(page, load_model(model, variant), budget)
