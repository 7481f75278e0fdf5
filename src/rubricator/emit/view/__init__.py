"""The page with what was found in it drawn on it, as one HTML file."""

from rubricator.emit.view.document import View, to_view
from rubricator.emit.view.limits import ViewLimits

__all__ = ["View", "ViewLimits", "to_view"]
