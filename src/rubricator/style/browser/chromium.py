"""One browser for many pages, in a thread of its own, where Playwright's objects have to stay."""

from __future__ import annotations

import atexit
import contextlib
import os
import queue
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from types import TracebackType
from typing import TypeVar, cast

from playwright.sync_api import (
    Browser,
    BrowserContext,
    CDPSession,
    Error,
    Page,
    Playwright,
    TimeoutError,
    sync_playwright,
)

from rubricator.errors import BrowserError, PageTimeoutError
from rubricator.limits import Limits
from rubricator.style.browser.executable import start_browser
from rubricator.style.browser.serving import Server
from rubricator.style.browser.watchdog import Watchdog, end_group, kill_group

_PATIENCE_MS = 500
_CLOSING_SECONDS = 0.1
VIEWPORT = (1280, 1024)
T = TypeVar("T")
Look = Callable[[Page, CDPSession], T]
"""What is done with an open page, in the browser's thread."""


@dataclass(frozen=True, slots=True)
class Visit:
    """How a page is opened."""

    server: Server
    limits: Limits
    seconds: float
    scripts: bool
    settle: float


@dataclass(slots=True)
class _Running:
    """A started browser; `pid` leads its group of processes."""

    playwright: Playwright
    browser: Browser
    pid: int


class Chromium:
    """A headless browser, started with the first page and used for all that follow.

    A page that hangs, crashes its tab or fills the memory costs the browser its life; the next page gets a new one.
    Pages are shown one after the other, whatever threads ask for them.
    """

    def __init__(self) -> None:
        self._jobs: queue.SimpleQueue[tuple[Callable[[], object], Future[object]] | None] = queue.SimpleQueue()
        self._running: _Running | None = None
        self._thread: threading.Thread | None = None
        self._starting = threading.Lock()
        self._process = os.getpid()
        self._busy = False

    def __enter__(self) -> Chromium:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def pid(self) -> int | None:
        """The browser's process, None while it does not run."""
        return self._running.pid if self._running else None

    def visit(self, visit: Visit, look: Look[T]) -> T:
        """Open a page, look at it, and close it."""
        with self._starting:
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="rubricator-browser", daemon=True)
                self._thread.start()
        done: Future[object] = Future()
        self._jobs.put((lambda: self._visit(visit, look), done))
        return cast(T, done.result())

    def close(self) -> None:
        """End the browser and its thread. A page that is being shown is given up."""
        with self._starting:
            thread, self._thread = self._thread, None
        if thread is None or self._process != os.getpid():
            return
        self._jobs.put(None)
        while thread.is_alive():
            # Again and again, as it may just be starting.
            if self._busy and self._running:
                kill_group(self._running.pid)
            thread.join(timeout=_CLOSING_SECONDS)

    def _work(self) -> None:
        if hasattr(signal, "pthread_sigmask"):
            # Inherited by what this thread starts: Ctrl-C must not take the driver away before the browser.
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        while (job := self._jobs.get()) is not None:
            task, done = job
            self._busy = True
            answer, failure = None, None
            try:
                answer = task()
            except BaseException as error:  # the thread that waits must hear of it, whatever it is
                failure = error
            # Before the answer is given: who has it may close the browser at once.
            self._busy = False
            if failure is None:
                done.set_result(answer)
            else:
                done.set_exception(failure)
        self._end()

    def _visit(self, visit: Visit, look: Look[T]) -> T:
        running = self._start()
        with Watchdog(running.pid, visit.seconds, visit.limits.browser_bytes) as watchdog:
            try:
                return _show(running, visit, look)
            except Error as error:
                self._end(killed=True)
                raise _why(watchdog.reason, visit, error) from error
            except BaseException:
                self._end(killed=True)
                raise

    def _start(self) -> _Running:
        if self._running and not self._running.browser.is_connected():
            self._end(killed=True)
        if self._running is None:
            playwright = sync_playwright().start()
            try:
                browser = start_browser(playwright)
            except BaseException:
                playwright.stop()
                raise
            processes = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")["processInfo"]
            pid = next(process["id"] for process in processes if process["type"] == "browser")
            self._running = _Running(playwright, browser, int(pid))
        return self._running

    def _end(self, *, killed: bool = False) -> None:
        running, self._running = self._running, None
        if running is None:
            return
        if not killed:
            # One that died meanwhile cannot be closed; what is left of it is ended all the same.
            with contextlib.suppress(Error):
                running.browser.close()
        end_group(running.pid)
        running.playwright.stop()


def _show(running: _Running, visit: Visit, look: Look[T]) -> T:
    width, height = VIEWPORT
    context = running.browser.new_context(
        viewport={"width": width, "height": height},
        java_script_enabled=visit.scripts,
        accept_downloads=False,
        service_workers="block",
        locale="en-US",
    )
    context.route("**/*", lambda route: visit.server.answer(route))
    page = context.new_page()
    page.set_default_timeout(0)
    # A tab that crashed answers nothing any more; without the browser, whoever waits hears of it.
    page.on("crash", lambda _: kill_group(running.pid))
    context.on("page", lambda other: other.close() if other != page else None)
    session = context.new_cdp_session(page)
    page.goto(visit.server.address, wait_until="commit", timeout=0)
    _wait_for_load(page, visit.server)
    if visit.scripts:
        page.wait_for_timeout(visit.settle * 1000)
    seen = look(page, session)
    _close(context)
    return seen


def _wait_for_load(page: Page, server: Server) -> None:
    """Wait until a page has loaded. One that goes elsewhere before never has; the watchdog ends all other waiting."""
    while True:
        try:
            page.wait_for_load_state("load", timeout=_PATIENCE_MS)
            return
        except TimeoutError:
            if server.led_to:
                server.incomplete = True
                return


def _close(context: BrowserContext) -> None:
    context.unroute_all(behavior="ignoreErrors")
    context.close()


def _why(reason: str, visit: Visit, error: Error) -> Exception:
    name = visit.server.source.path or visit.server.source.url or "the page"
    if reason == "time":
        return PageTimeoutError(f"{name} took longer than {visit.seconds:.3g} s in the browser; raise --timeout")
    if reason == "memory":
        return BrowserError(f"{name} took more than {visit.limits.browser_bytes >> 20} MB of memory in the browser")
    said = str(error).strip().partition("\n")[0]
    return BrowserError(f"the browser could not show {name}, it may have crashed ({said})")


_shared: Chromium | None = None
_sharing = threading.Lock()


def shared_browser() -> Chromium:
    """Return the browser that all of this process share; it is closed at exit."""
    global _shared
    with _sharing:
        if _shared is None or _shared._process != os.getpid():
            _shared = Chromium()
        return _shared


@atexit.register
def close_shared() -> None:
    """Close the shared browser, if there is one; the next page starts it again."""
    global _shared
    with _sharing:
        browser, _shared = _shared, None
    if browser is not None:
        browser.close()
