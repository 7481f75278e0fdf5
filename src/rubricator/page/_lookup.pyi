"""Nodes by their place in a page's text."""

from rubricator.page.model import Page

class Lookup:
    """Finds nodes by their place in a page's text."""

    page: Page
    def __init__(self, page: Page) -> None: ...
    def leaf_at(self, place: int) -> int | None:
        """Return the text node or image that begins at or before a place in the text; None before the first."""
    def containing(self, start: int, end: int, node: int | None = None) -> int:
        """Return the deepest node that contains a span, or the element around it when it holds nothing else.

        From a text node or an inline element one climbs while the span stays all there is: the heading
        `<h2><b>Foo</b></h2>` is the `h2`, that of `<p><b>Foo.</b> More</p>` the `b`. An empty span says little about
        what it is the place of; `node` says it.
        """
    def opening(self, start: int, end: int, node: int | None = None) -> int:
        """Return the highest node that begins at `start` and does not reach beyond `end`.

        `node` is the text or image that stands there, for callers that know: several may when some have no text.
        """
    def anchor(self, node: int) -> str | None:
        """Return the id by which a heading is cited: its own, one in it or right before it, else the nearest above."""
