"""Limit the time that a browser has to answer."""

import asyncio
import contextlib
from collections.abc import AsyncIterator

from webproctor.core.sessions import SessionLost
from webproctor.environments.browser.devtools import DevToolsError, PageCrashed

OPENING = 15.0
"""Minimum timeout in seconds for opening a page, also if the timeout of pages is shorter."""


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
    except PageCrashed as error:
        raise SessionLost("page crashed", f"{description}: {error}") from error
    except DevToolsError as error:
        raise SessionLost("browser", f"{description}: {error}") from error
