"""XPaths of nodes."""

from rubricator.limits import Limits
from rubricator.page.model import Page

class XPaths:
    """Makes XPaths, anchored at the nearest unique id."""

    too_long: int
    """How many XPaths were not made because they have too many steps."""
    no_room: int
    """How many XPaths and anchors were not given because all of them together would be too long."""

    def __init__(self, page: Page, limits: Limits) -> None: ...
    def path(self, node: int) -> str | None:
        """Return the XPath of a node; None when it has more steps than allowed, or there is no room left for it."""
    def within(self, text: str | None) -> str | None:
        """Count the characters of an XPath or anchor that is given; None when there is no room left for it."""
