"""The page with what was found in it drawn on it, as one HTML file."""

from rubricator.emit.view.document import View, to_view, view_data
from rubricator.emit.view.limits import ViewLimits
from rubricator.emit.view.picture import Picture, to_picture

__all__ = ["Picture", "View", "ViewLimits", "to_picture", "to_view", "view_data"]
