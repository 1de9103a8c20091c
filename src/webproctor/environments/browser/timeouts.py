"""Limit the time that a browser has to answer."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

from webproctor.core.sessions import SessionLost
from webproctor.environments.browser.devtools import (
    Channel,
    DevToolsError,
    PageClosed,
    PageCrashed,
)

OPENING = 15.0
"""Minimum timeout in seconds for opening a page, also if the timeout of pages is shorter."""

LOADING = 10.0
"""Timeout in seconds for frames and files of a document that has arrived."""


class TabClosed(SessionLost):
    """The tab was closed, by its page for example."""

    def __init__(self, description: str) -> None:
        super().__init__("page closed", f"{description}: the page was closed")


class PageHangs(SessionLost):
    """A page did not answer in time.

    Attributes:
        channel: The DevTools channel to the page.
    """

    def __init__(self, channel: Channel, message: str) -> None:
        super().__init__("page hangs", message)
        self.channel = channel


def lost(description: str, error: DevToolsError) -> SessionLost:
    """Return what an error of the browser means for the session."""
    if isinstance(error, PageClosed):
        return TabClosed(description)
    cause = "page crashed" if isinstance(error, PageCrashed) else "browser"
    return SessionLost(cause, f"{description}: {error}")


@contextlib.asynccontextmanager
async def answering(description: str, seconds: float) -> AsyncIterator[None]:
    """Limit the time of commands to the browser, and convert their errors.

    Args:
        description: A description of the commands, for the error message.
        seconds: The timeout.

    Raises:
        SessionLost: If the browser fails, or does not answer in time.
    """
    try:
        async with asyncio.timeout(seconds):
            yield
    except TimeoutError as error:
        message = f"{description}: the browser did not answer in {seconds:g} s"
        raise SessionLost("page hangs", message) from error
    except DevToolsError as error:
        raise lost(description, error) from error
