"""The browser renderer. Importing it needs the extra `rubricator[browser]`."""

from rubricator.errors import MissingExtraError

try:
    import playwright  # noqa: F401 - only to say how to install it
except ImportError as error:
    raise MissingExtraError("the browser renderer", "browser") from error

from rubricator.style.browser.chromium import Chromium, close_shared, shared_browser
from rubricator.style.browser.render import SETTLE_SECONDS, style_in_browser, visit_page
from rubricator.style.browser.serving import Server

__all__ = ["SETTLE_SECONDS", "Chromium", "Server", "close_shared", "shared_browser", "style_in_browser", "visit_page"]
