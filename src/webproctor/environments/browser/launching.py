"""Start Chromium, in a sandbox if possible, with all its files in one folder."""

import asyncio
import contextlib
import os
import socket
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from webproctor.environments.browser import processes
from webproctor.environments.browser.clipboard import Clipboard
from webproctor.environments.browser.contexts import Contexts
from webproctor.environments.browser.devtools import DevTools, DevToolsError
from webproctor.environments.browser.endpoint import Endpoint
from webproctor.environments.browser.processes import Process
from webproctor.environments.browser.starting import Program
from webproctor.environments.browser.transports import WebSocket
from webproctor.environments.isolation import (
    MEBIBYTE,
    Entrance,
    Gate,
    Sandbox,
    SandboxGone,
    entrance,
    isolation,
    owned_folder,
)

if TYPE_CHECKING:
    from webproctor.environments.browser.driver import Driver

_DISABLED_FEATURES = (
    *("AimEnabled", "AvoidCorsURLLoaderRestartOnRedirect", "AvoidUnnecessaryBeforeUnloadCheckSync"),
    *("DestroyProfileOnBrowserClose", "HttpsFirstBalancedModeAutoEnable", "HttpsUpgrades"),
    *("LensOverlay", "MediaRouter", "NetworkTimeServiceQuerying", "OptimizationHints"),
    *("PaintHolding", "PreconnectToSearch", "ThirdPartyStoragePartitioning"),
    # A navigation within a process would get a new frame host, which takes processor time.
    "RenderDocument",
)
# Nothing but pages: no updates, extensions, reports, translations, first-run dialogs, and no
# throttling of pages that are not in front.
_PAGES_ONLY = (
    f"--disable-features={','.join(_DISABLED_FEATURES)}",
    "--enable-features=CDPScreenshotNewSurface",
    *("--allow-pre-commit-input", "--disable-back-forward-cache"),
    *("--disable-background-networking", "--disable-background-timer-throttling"),
    *("--disable-backgrounding-occluded-windows", "--disable-breakpad"),
    *("--disable-component-extensions-with-background-pages", "--disable-component-update"),
    *("--disable-default-apps", "--disable-dev-shm-usage", "--disable-extensions"),
    *("--disable-field-trial-config", "--disable-hang-monitor", "--disable-infobars"),
    *("--disable-ipc-flooding-protection", "--disable-popup-blocking"),
    *("--disable-prompt-on-repost", "--disable-renderer-backgrounding"),
    *("--disable-search-engine-choice-screen", "--disable-stack-profiler", "--disable-sync"),
    *("--enable-unsafe-swiftshader", "--force-color-profile=srgb", "--metrics-recording-only"),
    *("--no-default-browser-check", "--no-first-run", "--no-service-autorun"),
    *("--no-startup-window", "--password-store=basic", "--use-mock-keychain"),
    "--unsafely-disable-devtools-self-xss-warnings",
)
FLAGS = (
    *_PAGES_ONLY,
    "--proxy-server=direct://",
    "--disable-quic",
    # The headless shell uses the first name, the full browser the second.
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--font-render-hinting=none",
    # Frames of other origins are in the process of their page, as in the headless shell by default:
    # otherwise their content is not in observations, and their input is not recorded.
    "--disable-site-isolation-trials",
    # Wheel events scroll at once, so there is no animation to wait for.
    "--disable-smooth-scrolling",
    # Redraws whole tiles. Otherwise the edges of shapes depend on what was drawn there before, also
    # in earlier episodes of a context.
    "--disable-partial-raster",
)
# For browsers without a window: a mouse, no file dialogs but those of file inputs, and no selection
# that the middle button pastes, which all contexts would share.
HEADLESS = (
    "--headless",
    # `showOpenFilePicker` opens no dialog without a window. Pages without it use a file input.
    "--disable-blink-features=FileSystemAccessLocal",
    "--hide-scrollbars",
    "--mute-audio",
    "--window-size=1280,720",
    "--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,"
    "availablePointerTypes=4,selectionClipboardBufferAvailable=false",
)
# For browsers with a window: no first-run dialogs, no stored passwords.
WINDOWED = ("--test-type", "--start-maximized", "--no-first-run", "--password-store=basic")
# The DevTools port on a sandbox's loopback interface, unreachable from outside.
_SANDBOX_DEVTOOLS_PORT = 9222
LIMITS: Mapping[str, int] = {"FSIZE": 1024 * MEBIBYTE, "CORE": 0}
"""Limits of a browser's processes in a sandbox, in bytes: size of a file, size of a core dump."""
# Where Chromium and Chrome read managed policies.
_POLICIES = tuple(
    f"/etc/{program}/policies/managed/webproctor.json" for program in ("chromium", "opt/chrome")
)
# Timeout for closing a browser, in seconds.
_END_TIMEOUT = 5.0
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
    """A running Chromium with the connection to it.

    Attributes:
        processes: The processes that it was started with.
        devtools: The connection.
        contexts: Its browser contexts.
        endpoint: The address of its DevTools, for programs.
        resources: Resources that are released when it ends.
        clipboard: Its clipboard.
        driver: The Playwright driver that has started it, if one has.
        used: Whether it has opened a page.
    """

    processes: list[Process]
    devtools: DevTools
    contexts: Contexts
    endpoint: Endpoint
    resources: contextlib.AsyncExitStack
    clipboard: Clipboard
    driver: "Driver | None" = None
    used: bool = False
    ending: asyncio.Task[None] | None = None

    async def responds(self, seconds: float) -> bool:
        """Whether the browser, and its driver if it has one, respond within a timeout."""
        if self.ending or self.devtools.ended.is_set():
            return False
        try:
            async with asyncio.timeout(seconds):
                await self.devtools.send(None, [("Browser.getVersion", {})])
        except (DevToolsError, TimeoutError):
            return False
        return self.driver is None or await self.driver.responds(seconds)

    def memory(self) -> int:
        """Return the bytes of memory of its processes that last longer than pages."""
        return processes.memory(self.processes[:1])

    async def end(self) -> None:
        """End the browser, whatever its state. Further calls wait for the first one."""
        if self.ending is None:
            self.ending = asyncio.create_task(self._finish())
        await self.ending

    async def _finish(self) -> None:
        all_processes = processes.with_descendants(self.processes)
        if self.driver is None:
            with contextlib.suppress(DevToolsError, TimeoutError):
                async with asyncio.timeout(_END_TIMEOUT):
                    await self.devtools.send(None, [("Browser.close", {})])
                    await self.devtools.ended.wait()
            # A stopped browser does not react, and processes whose parent was killed may stay.
            processes.kill(all_processes)
        await self.resources.aclose()
        processes.kill(all_processes)


async def launch(settings: Launch, driver: "Driver | None" = None) -> Running:
    """Start a browser.

    Chromium's own sandbox is enabled if the machine allows it.

    Args:
        driver: The Playwright driver that starts it, if one does.

    Raises:
        DevToolsError: If it or its sandbox does not start, or it does not respond.
    """
    # Chromium's own sandbox does not start as root; processes in our sandbox are not root.
    if isolation() == "namespaces" or os.getuid() != 0:
        with contextlib.suppress(DevToolsError):
            return await _launch(settings, driver, own_sandbox=True)
    return await _launch(settings, driver, own_sandbox=False)


async def _launch(settings: Launch, driver: "Driver | None", *, own_sandbox: bool) -> Running:
    async with contextlib.AsyncExitStack() as stack:
        folder = stack.enter_context(owned_folder())
        port, prefix, prepared_sandbox, profile = _free_port(), [], None, folder / "profile"
        environment = _environment(settings)
        if isolation() == "namespaces":
            sandbox, profile = _sandbox(settings), Path("/tmp/profile")
            prefix, environment = [*sandbox.options(), "--"], sandbox.variables()
            if not sandbox.network:
                prepared_sandbox = await stack.enter_async_context(
                    entrance(sandbox, settings.ports, LIMITS)
                )
                port, prefix = _SANDBOX_DEVTOOLS_PORT, prepared_sandbox.command
        options = [
            *(() if own_sandbox else ("--no-sandbox",)),
            *settings.arguments,
            f"--remote-debugging-port={port}",
        ]
        command, profile_option = [*prefix, str(settings.executable)], f"--user-data-dir={profile}"
        if driver is None:
            program = await Program.start([*command, *options, profile_option], environment)
            stack.push_async_callback(program.end)
            devtools, process = program.devtools, program.process
            try:
                await devtools.send(None, [("Browser.getVersion", {})])
                endpoint = Endpoint(port, await _gate(prepared_sandbox))
            except DevToolsError as error:
                raise DevToolsError(await program.last_line() or str(error)) from error
        else:
            stack.push_async_callback(driver.end)
            windows = settings.screen is not None
            all_arguments = [*command, *options, profile_option]
            await driver.launch(all_arguments, windows=windows, environment=environment)
            endpoint, process = Endpoint(port, await _gate(prepared_sandbox)), driver.process
            devtools = DevTools(WebSocket(await endpoint.open()))
            stack.push_async_callback(devtools.close)
        contexts = Contexts(devtools, settings.files / "downloads")
        await contexts.begin()
        all_processes = processes.with_descendants([process] if process else [])
        return Running(
            all_processes,
            devtools,
            contexts,
            endpoint,
            stack.pop_all(),
            Clipboard(contexts),
            driver,
        )


async def _gate(prepared_sandbox: Entrance | None) -> Gate | None:
    """Return the gate into a browser's sandbox, if it has one.

    Raises:
        DevToolsError: If the sandbox did not start.
    """
    try:
        return None if prepared_sandbox is None else await prepared_sandbox.gate
    except SandboxGone as error:
        raise DevToolsError(str(error)) from error


def _sandbox(settings: Launch) -> Sandbox:
    paths = {settings.executable.parent, settings.executable.resolve().parent}
    installation = [path for path in sorted(paths) if not path.is_relative_to(_INSTALLED)]
    screen = settings.screen or Screen({}, ())
    # Only a window has an address bar and menus, which an agent could use.
    policies = _POLICIES if settings.screen else ()
    return Sandbox(
        readable=(*installation, *screen.files),
        placed=dict.fromkeys(policies, Path(__file__).with_name("policies.json")),
        writable=(settings.files, *((settings.home,) if settings.home else ())),
        environment=screen.environment,
        home=str(settings.home) if settings.home else "/tmp/home",
        network=settings.network,
        shared_memory=settings.screen is not None,
    )


def _environment(settings: Launch) -> dict[str, str] | None:
    """Return the environment of a browser without a sandbox; None to inherit this process's."""
    if settings.screen is None:
        return None
    home = {"HOME": str(settings.home)} if settings.home else {}
    return {**os.environ, **settings.screen.environment, **home}


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]
