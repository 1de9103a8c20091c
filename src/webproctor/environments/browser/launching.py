"""Start Chromium, in a sandbox if possible, with all its files in one folder."""

import asyncio
import contextlib
import os
import shlex
import socket
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from playwright.async_api import Browser as PlaywrightBrowser
from playwright.async_api import CDPSession
from playwright.async_api import Error as PlaywrightError

from webproctor.environments.browser.clipboard import Clipboard
from webproctor.environments.browser.devtools import DevTools, DevToolsError, Endpoint
from webproctor.environments.browser.driver import Driver
from webproctor.environments.isolation import (
    MEBIBYTE,
    Sandbox,
    SandboxGone,
    entrance,
    isolation,
    owned_folder,
)

FLAGS = (
    "--proxy-server=direct://",
    "--disable-quic",
    # The headless shell uses the first name, the full browser the second.
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--font-render-hinting=none",
    # Wheel events scroll at once, so there is no animation to wait for.
    "--disable-smooth-scrolling",
)
# For browsers without a window, whose contexts would share the selection that the middle button
# pastes. The driver gives the other settings; if an option is repeated, the last one counts.
HEADLESS = (
    "--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,"
    "availablePointerTypes=4,selectionClipboardBufferAvailable=false",
)
# For browsers with a window: no first-run dialogs, no stored passwords.
WINDOWED = ("--test-type", "--start-maximized", "--no-first-run", "--password-store=basic")
# The DevTools port on a sandbox's loopback interface, unreachable from outside.
_DEVTOOLS = 9222
LIMITS: Mapping[str, int] = {"FSIZE": 1024 * MEBIBYTE, "CORE": 0}
"""Limits of a browser's processes in a sandbox, in bytes: size of a file, size of a core dump."""
# Where Chromium and Chrome read managed policies.
_POLICIES = tuple(
    f"/etc/{program}/policies/managed/webproctor.json" for program in ("chromium", "opt/chrome")
)
# Timeout for closing a browser, in seconds.
_ENDING = 5.0
# This folder is part of every sandbox.
_INSTALLED = Path("/usr")


@dataclass(frozen=True)
class Screen:
    """Access to an X screen for a browser with windows.

    Attributes:
        environment: The environment variables for the display and its authority file.
        files: The display's socket and its authority file.
    """

    environment: Mapping[str, str]
    files: Sequence[Path]


@dataclass(frozen=True)
class Launch:
    """The settings for starting a browser.

    Attributes:
        executable: The browser's path.
        arguments: Its command-line options.
        ports: Ports on this machine's loopback interface that it can reach.
        files: Its own folder for downloads.
        home: Its home folder; if None, an empty one in a sandbox, the user's own without one.
        screen: The screen for its windows; None for a browser without windows.
        network: Whether it has access to the machine's network.
    """

    executable: Path
    arguments: Sequence[str]
    ports: Collection[int]
    files: Path
    home: Path | None = None
    screen: Screen | None = None
    network: bool = False


@dataclass
class Running:
    """A running Chromium with its driver and the connections to it.

    Attributes:
        resources: Resources that are released when it ends.
        clipboard: Its clipboard.
        used: Whether it has opened a page.
    """

    driver: Driver
    browser: PlaywrightBrowser
    devtools: DevTools
    probe: CDPSession
    endpoint: Endpoint
    resources: contextlib.AsyncExitStack
    clipboard: Clipboard
    used: bool = False
    ending: asyncio.Task[None] | None = None

    async def answers(self, seconds: float) -> bool:
        """Whether browser, driver and DevTools socket respond within a timeout."""
        if self.ending or not self.browser.is_connected():
            return False
        try:
            async with asyncio.timeout(seconds):
                await asyncio.gather(
                    self.devtools.send(None, [("Browser.getVersion", {})]),
                    self.probe.send("Browser.getVersion"),
                )
        except (PlaywrightError, DevToolsError, TimeoutError):
            return False
        return True

    async def end(self) -> None:
        """End browser and driver, whatever their state. Further calls wait for the first one."""
        if self.ending is None:
            self.ending = asyncio.create_task(self._finish())
        await self.ending

    async def _finish(self) -> None:
        await self.devtools.close()
        closing = asyncio.ensure_future(self.browser.close())
        await asyncio.wait({closing}, timeout=_ENDING)
        if closing.done():
            closing.exception()  # Raised if the browser died.
        else:
            closing.cancel()
        await self.driver.end()
        await self.resources.aclose()


async def launch(driver: Driver, how: Launch) -> Running:
    """Start a browser.

    Chromium's own sandbox is enabled if the machine allows it.

    Raises:
        PlaywrightError: If it does not start.
        DevToolsError: If its sandbox does not start, or it does not respond.
    """
    # Chromium's own sandbox does not start as root; processes in our sandbox are not root.
    if isolation() == "namespaces" or os.getuid() != 0:
        with contextlib.suppress(PlaywrightError):
            return await _launch(driver, how, own_sandbox=True)
    return await _launch(driver, how, own_sandbox=False)


async def _launch(driver: Driver, how: Launch, *, own_sandbox: bool) -> Running:
    async with contextlib.AsyncExitStack() as stack:
        folder = stack.enter_context(owned_folder())
        endpoint, enter, opened, profile = Endpoint(_free_port()), [], None, folder / "profile"
        if isolation() == "namespaces":
            sandbox, profile = _sandbox(how), Path("/tmp/profile")
            enter = [*sandbox.options(), "--"]
            if not sandbox.network:
                way = await stack.enter_async_context(entrance(sandbox, how.ports, LIMITS))
                endpoint, enter, opened = Endpoint(_DEVTOOLS), way.command, way.opened
        program = folder / "browser"
        _write_launcher(program, [*enter, str(how.executable)], profile)
        browser = await driver.playwright.chromium.launch(
            executable_path=program,
            headless=how.screen is None,
            chromium_sandbox=own_sandbox,
            env=_environment(how),
            downloads_path=how.files / "downloads",
            args=[*how.arguments, f"--remote-debugging-port={endpoint.port}"],
            # Signals are handled by the calling program.
            handle_sigint=False,
            handle_sigterm=False,
            handle_sighup=False,
        )
        if opened is not None:
            try:
                endpoint = Endpoint(endpoint.port, await opened)
            except SandboxGone as error:
                raise DevToolsError(str(error)) from error
        driver.note_browsers()
        devtools = await DevTools.connect(endpoint)
        probe = await browser.new_browser_cdp_session()
        resources, clipboard = stack.pop_all(), Clipboard(browser)
        return Running(driver, browser, devtools, probe, endpoint, resources, clipboard)


def _sandbox(how: Launch) -> Sandbox:
    paths = {how.executable.parent, how.executable.resolve().parent}
    own = [path for path in sorted(paths) if not path.is_relative_to(_INSTALLED)]
    screen = how.screen or Screen({}, ())
    return Sandbox(
        readable=(*own, *screen.files),
        placed=dict.fromkeys(_POLICIES, Path(__file__).with_name("policies.json")),
        writable=(how.files, *((how.home,) if how.home else ())),
        environment=screen.environment,
        home=str(how.home) if how.home else "/tmp/home",
        network=how.network,
        shared_memory=how.screen is not None,
    )


def _environment(how: Launch) -> dict[str, str | float | bool] | None:
    """Return the environment of a browser without a sandbox; None to inherit this process's."""
    if how.screen is None:
        return None
    home = {"HOME": str(how.home)} if how.home else {}
    return {**os.environ, **how.screen.environment, **home}


def _write_launcher(path: Path, command: Sequence[str], profile: Path) -> None:
    """Write the script that starts the browser with the arguments of the driver."""
    # The driver passes a profile folder too; if an option is repeated, the last one counts.
    arguments = f'"$@" {shlex.quote(f"--user-data-dir={profile}")}'
    path.write_text(f"#!/bin/sh\nexec {shlex.join(command)} {arguments}\n", encoding="utf-8")
    path.chmod(0o700)


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]
