"""Chromium: where it is, how it is started, and one browser that mends itself."""

import asyncio
import contextlib
import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import AsyncIterator, Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from playwright.async_api import Browser as PlaywrightBrowser
from playwright.async_api import BrowserContext, Playwright, async_playwright
from playwright.async_api import Error as PlaywrightError

from webproctor.browser.devtools import DevTools, DevToolsError
from webproctor.browser.guard import Guard, Mirror, no_mirror, wall
from webproctor.browser.page import Page
from webproctor.browser.recording import wanted
from webproctor.errors import UserError
from webproctor.sessions import SessionLost

SETTING = "WEBPROCTOR_BROWSER"
HOW_TO_INSTALL = (
    "Install one: on Debian and Ubuntu `sudo apt-get install chromium chromium-headless-shell`, "
    f"elsewhere `playwright install chromium`; or set {SETTING} to the path of a browser."
)
# A headless shell starts an episode in half the time of a full browser, so it comes first.
_SYSTEM = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
_PLAYWRIGHT = (
    "chromium_headless_shell-*/*/*headless*shell",
    "chromium-*/chrome-linux*/chrome",
)
_FLAGS = (
    "--proxy-server=direct://",
    "--disable-quic",
    # The headless shell knows the one name, the full browser the other.
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--font-render-hinting=none",
    # A wheel that has turned has turned: no animation to wait for.
    "--disable-smooth-scrolling",
)
# In a window: nothing that asks before the page is there, nothing that is kept for another time.
_WINDOWED = ("--test-type", "--start-maximized", "--no-first-run", "--password-store=basic")
# Frames as soon as they are asked for, not sixty a second: input and pictures wait for frames.
_UNPACED = ("--disable-frame-rate-limit", "--disable-gpu-vsync")


@dataclass(frozen=True)
class Viewport:
    """The size of the view in CSS pixels and how many device pixels make one of them."""

    width: int = 1280
    height: int = 720
    scale: float = 1.0


def find_browser(*, window: bool = False) -> Path:
    """The browser to use: the setting, else Playwright's own, else the system's.

    Args:
        window: Whether it must be one that can open a window.

    Raises:
        UserError: If there is none; the message says how to install one.
    """
    if setting := os.environ.get(SETTING):
        found = shutil.which(setting)
        if found is None:
            raise UserError(f"{SETTING} is {setting!r}, which is no program. {HOW_TO_INSTALL}")
        return Path(found)
    store = os.environ.get("PLAYWRIGHT_BROWSERS_PATH", "~/.cache/ms-playwright")
    for pattern in _PLAYWRIGHT[window:]:
        for path in sorted(Path(store).expanduser().glob(pattern), reverse=True):
            if os.access(path, os.X_OK):
                return path
    for name in _SYSTEM[window:]:
        if found := shutil.which(name):
            return Path(found)
    raise UserError(f"No Chromium was found. {HOW_TO_INSTALL}")


def browser_version(path: Path) -> str:
    """What a browser says of itself, such as `Chromium 156.0.8078.79`."""
    try:
        done = subprocess.run([path, "--version"], capture_output=True, text=True, check=False)
    except OSError:  # It is no program that this machine can run.
        return "says no version"
    return done.stdout.strip() or "says no version"


class Browser:
    """One Chromium, started when the first page is asked for and again whenever it has died.

    Args:
        hosts: Names of the hosts that pages may reach, each with the loopback port that answers
            for it. No other address exists for this browser.
        let_out: Hosts that pages may reach where they really are; by default none.
        executable: The browser to start; by default `find_browser()`.
        paced: Whether frames come sixty a second. Without, pages that draw all the time keep a
            core busy; those whose time stands still do not.
        lent: Whether others may work in it: pages then open where whoever connects by DevTools
            finds them.
        screen: The X display that shows its windows; None for a browser without any.
        home: The home folder that it knows; by default the user's own.
        patience: Seconds that a page may take to answer before it counts as hung.
    """

    def __init__(
        self,
        hosts: Mapping[str, int],
        *,
        let_out: Collection[str] = (),
        paced: bool = True,
        lent: bool = False,
        screen: str | None = None,
        home: Path | None = None,
        executable: Path | None = None,
        patience: float = 30.0,
    ) -> None:
        self._hosts = dict(hosts)
        self._let_out = frozenset(let_out)
        self._paced = paced
        self._lent = lent
        self._screen = screen
        self._home = home
        self._executable = executable
        self._patience = patience
        self._starting = asyncio.Lock()
        self._playwright: Playwright | None = None
        self._running: _Running | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._running is not None:
            await self._end(self._running)
        if self._playwright is not None:
            await self._playwright.stop()
        self._playwright = None

    async def _connected(self) -> "_Running":
        async with self._starting:
            if self._running is None or not self._running.browser.is_connected():
                if self._playwright is None:
                    self._playwright = await async_playwright().start()
                port = _free_port()
                browser = await self._playwright.chromium.launch(
                    executable_path=self._executable or find_browser(window=bool(self._screen)),
                    headless=self._screen is None,
                    env=self._environment(),
                    args=[
                        *_FLAGS,
                        *(() if self._paced else _UNPACED),
                        *(_WINDOWED if self._screen else ()),
                        *wall(self._hosts, self._let_out),
                        f"--remote-debugging-port={port}",
                    ],
                    # The program that runs us decides what a signal means.
                    handle_sigint=False,
                    handle_sigterm=False,
                    handle_sighup=False,
                )
                self._running = _Running(browser, await DevTools.connect(port), port)
            return self._running

    def _environment(self) -> dict[str, str | float | bool] | None:
        if self._screen is None:
            return None
        home = {"HOME": str(self._home)} if self._home else {}
        return {**os.environ, "DISPLAY": self._screen, **home}

    @contextlib.asynccontextmanager
    async def page(
        self,
        *,
        viewport: Viewport = Viewport(),
        mirror: Mirror = no_mirror,
        folder: Path | None = None,
    ) -> AsyncIterator[Page]:
        """A page in a fresh context of its own: no cookie, cache or file of another episode.

        Args:
            viewport: The view's size; a browser on a screen has the window's.
            folder: The episode's folder for files; by default a new one, which ends with the page.

        Raises:
            SessionLost: If the browser cannot be had.
        """
        guard = Guard(self._let_out.union(self._hosts), mirror)
        with tempfile.TemporaryDirectory(prefix="webproctor-") as own:
            running, context = await self._context(viewport)
            try:
                async with wanted().of(context) as recorder:
                    page = await Page.create(
                        context,
                        running.devtools,
                        guard,
                        folder or Path(own),
                        self._patience,
                        recorder,
                    )
                    page.attended = self._screen is not None
                    page.devtools_address = f"http://127.0.0.1:{running.port}"
                    if self._lent:
                        await page.resize(viewport.width, viewport.height)
                    yield page
            finally:
                await asyncio.shield(self._close(running, context))

    async def _context(self, viewport: Viewport) -> tuple["_Running", BrowserContext]:
        """A fresh context; a browser that has died, but is not known to have, is replaced once."""
        for tries_left in (1, 0):
            running = None
            try:
                running = await self._connected()
                if self._lent:
                    return running, await self._default_context(running, viewport)
                size: dict[str, Any] = {"no_viewport": True}
                if self._screen is None:
                    size = {
                        "viewport": {"width": viewport.width, "height": viewport.height},
                        "screen": {"width": 1920, "height": 1080},
                        "device_scale_factor": viewport.scale,
                    }
                context = await running.browser.new_context(
                    **size,
                    **wanted().context(),
                    locale="en-US",
                    timezone_id="UTC",
                    service_workers="block",
                )
                return running, context
            except (PlaywrightError, DevToolsError) as error:
                if not tries_left:
                    raise SessionLost("browser", f"no browser: {error}") from error
                if running is not None:
                    await self._end(running)
        raise AssertionError("unreachable")

    async def _default_context(self, running: "_Running", viewport: Viewport) -> BrowserContext:
        """The context that a browser begins with, which all who connect to it share."""
        assert self._playwright is not None
        address = f"http://127.0.0.1:{running.port}"
        shared = await self._playwright.chromium.connect_over_cdp(address)
        return shared.contexts[0]

    async def _end(self, running: "_Running") -> None:
        """End a browser; the next page starts another, if none has done so yet."""
        if self._running is running:
            self._running = None
        await running.devtools.close()
        with contextlib.suppress(PlaywrightError):
            await running.browser.close()

    async def _close(self, running: "_Running", context: BrowserContext) -> None:
        """Close a context; a browser that does not manage that in time is ended."""
        try:
            async with asyncio.timeout(self._patience):
                await context.close()
        except PlaywrightError:
            return  # The browser died; there is nothing left to close.
        except TimeoutError:
            await self._end(running)


@dataclass(frozen=True)
class _Running:
    """A Chromium that runs, and the two ways of speaking to it."""

    browser: PlaywrightBrowser
    devtools: DevTools
    port: int


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]
