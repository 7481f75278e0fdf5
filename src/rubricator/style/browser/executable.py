"""Which browser is started, and how."""

from __future__ import annotations

import os
import shutil

from playwright.sync_api import Browser, Error, Playwright

from rubricator.errors import BrowserError

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
"""Names on the path, the system's Chromium before Chrome."""
_START_SECONDS = 30
_FEATURES = (
    # What Playwright turns off, as the last list wins: above all that http becomes https, and traffic of its own.
    "AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,"
    "LensOverlay,MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,OptimizationHints,NetworkTimeServiceQuerying,"
    "PreconnectToSearch,"
    # Parts of the window that are pages of their own, each with a process: without them a page costs half the time.
    "InitialWebUI,WebUIReloadButton,WebUIOmniboxPopup,WebUIOmniboxAimPopup"
)
_FLAGS = (
    f"--disable-features={_FEATURES}",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-gpu",
    "--no-first-run",
    # All that a page may have is served to it by interception: the browser itself reaches no network, by any protocol.
    "--proxy-server=http://127.0.0.1:9",
    "--proxy-bypass-list=<-loopback>",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
)
_HOW_TO_INSTALL = "install one with: playwright install chromium (or, on Debian: apt-get install chromium)"


def find_browser(playwright: Playwright) -> str | None:
    """Return the path of the system's Chromium, of Chrome, or of Playwright's own browser, in this order."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    own = playwright.chromium.executable_path
    return found or (own if os.access(own, os.X_OK) else None)


def start_browser(playwright: Playwright) -> Browser:
    """Start a headless browser with a new profile."""
    executable = find_browser(playwright)
    if executable is None:
        raise BrowserError(f"there is no Chromium or Chrome on this machine; {_HOW_TO_INSTALL}")
    # Chromium refuses to run its sandbox as root.
    root = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    try:
        return playwright.chromium.launch(
            executable_path=executable, args=[*_FLAGS, *root], timeout=_START_SECONDS * 1000, handle_sigint=False
        )
    except Error as error:
        reason = str(error).strip().partition("\n")[0]
        raise BrowserError(f"{executable} could not be started ({reason}); {_HOW_TO_INSTALL}") from error
