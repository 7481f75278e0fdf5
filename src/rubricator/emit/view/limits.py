"""What one view may hold. Reaching a limit is a notice in the view."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ViewLimits:
    """Caps on a view: browsers become slow beyond them."""

    nodes: int = 300_000
    """Nodes of the page that are shown."""
    depth: int = 500
    """Elements inside of each other; deeper ones are shown beside each other, as the parsers of browsers do at 512."""
    blocks: int = 4_000
    """Blocks of one method that are drawn and listed."""
    resource: int = 8 << 20
    """Characters of one image, font or sheet."""
    resources: int = 48 << 20
    """Of all of them, each as often as it is used."""
