"""The Playwright driver, which starts the browsers of pages whose trace or traffic is recorded.

The driver process is ended with all its browsers even if it hangs.
"""

import asyncio
import contextlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from playwright.async_api import Browser, CDPSession, Playwright, async_playwright
from playwright.async_api import Error as PlaywrightError

from webproctor.environments.browser import emulation, processes
from webproctor.environments.browser.contexts import Contexts
from webproctor.environments.browser.devtools import DevToolsError
from webproctor.environments.browser.emulation import Viewport
from webproctor.environments.browser.processes import Process
from webproctor.environments.browser.recording import current_recording
from webproctor.environments.browser.tabs import Context

# Timeouts for starting and ending a driver, in seconds.
_START_TIMEOUT = 60.0
_END_TIMEOUT = 5.0


@dataclass
class Driver:
    """A running driver.

    Attributes:
        playwright: The Playwright client connected to it.
        process: The driver's process; None if it cannot be found.
        browser: The browser that it has started, if it has.
        probe: A DevTools session of the browser.
    """

    playwright: Playwright
    process: Process | None
    browser: Browser | None = None
    probe: CDPSession | None = None

    @classmethod
    async def start(cls) -> Self:
        """Start a driver.

        Raises:
            DevToolsError: If it does not start in time.
        """
        manager: Any = async_playwright()
        try:
            async with asyncio.timeout(_START_TIMEOUT):
                playwright = await manager.start()
        except TimeoutError as error:
            message = f"Playwright's driver did not start in {_START_TIMEOUT:g} s"
            raise DevToolsError(message) from error
        # Playwright has no public API for the process and for the future that reports its death.
        transport = manager._client._transport
        transport.on_error_future.add_done_callback(_retrieve)
        return cls(playwright, processes.find(transport._proc.pid))

    async def launch(
        self, command: Sequence[str], *, windows: bool, environment: Mapping[str, str] | None
    ) -> None:
        """Start its browser.

        Args:
            command: The command line that starts the browser.
            windows: Whether it has windows.
            environment: Its environment variables; None for those of this process.

        Raises:
            DevToolsError: If it does not start.
        """
        with _convert_errors():
            self.browser = await self.playwright.chromium.launch(
                # Playwright takes a program and its options, not a command that contains a program.
                executable_path="/bin/sh",
                headless=not windows,
                ignore_default_args=True,
                args=["-c", 'exec "$@"', "sh", *command, "--remote-debugging-pipe"],
                env=None if environment is None else {**environment},
                # Signals are handled by the calling program.
                handle_sigint=False,
                handle_sigterm=False,
                handle_sighup=False,
            )
            self.probe = await self.browser.new_browser_cdp_session()

    async def responds(self, seconds: float) -> bool:
        """Whether driver and browser respond within a timeout."""
        assert self.probe is not None
        try:
            async with asyncio.timeout(seconds):
                await self.probe.send("Browser.getVersion")
        except (PlaywrightError, TimeoutError):
            return False
        return True

    async def context(
        self, contexts: Contexts, viewport: Viewport | None, headers: Mapping[str, str]
    ) -> Context:
        """Create a context with a blank tab, which Playwright can record.

        Args:
            contexts: The contexts of the browser.
            viewport: The size of its pages; None for the size of their windows.
            headers: Sent with every request.

        Raises:
            DevToolsError: If driver or browser fail.
        """
        assert self.browser is not None
        size: dict[str, Any] = {"no_viewport": True}
        if viewport is not None:
            width, height = emulation.SCREEN
            size = {
                "viewport": {"width": viewport.width, "height": viewport.height},
                "screen": {"width": width, "height": height},
                "device_scale_factor": viewport.scale,
            }
        with _convert_errors():
            recorded = await self.browser.new_context(
                **size,
                **current_recording().context_options(),
                extra_http_headers=dict(headers),
                locale=emulation.LOCALE,
                timezone_id=emulation.TIMEZONE,
                service_workers="block",
            )
            # Without a listener, Playwright closes dialogs itself.
            recorded.on("dialog", lambda _: None)
            page = await recorded.new_page()
            session = await recorded.new_cdp_session(page)
            target_info = (await session.send("Target.getTargetInfo"))["targetInfo"]

        async def close() -> None:
            with _convert_errors():
                await recorded.close()

        id, target = target_info["browserContextId"], target_info["targetId"]
        context = await contexts.adopt(id, target, viewport, headers, close)
        context.recorded = recorded
        return context

    async def end(self) -> None:
        """End the driver and its browser, as far as they respond."""
        if self.browser is not None:
            await _wait_until_ended(self.browser.close())
        await _wait_until_ended(self.playwright.stop())


@contextlib.contextmanager
def _convert_errors() -> Iterator[None]:
    """Convert the errors of Playwright to `DevToolsError`."""
    try:
        yield
    except PlaywrightError as error:
        raise DevToolsError(error.message) from error


async def _wait_until_ended(closing: Any) -> None:
    """Wait until something has ended, up to a timeout; an error means that it had ended before."""
    task = asyncio.ensure_future(closing)
    await asyncio.wait({task}, timeout=_END_TIMEOUT)
    if task.done():
        task.exception()
    else:
        task.cancel()


def _retrieve(death: "asyncio.Future[Any]") -> None:
    """Retrieve an exception that callers of the driver get anyway, so that it is not printed."""
    if not death.cancelled():
        death.exception()
