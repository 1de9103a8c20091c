"""Stop the scripts of a page that hangs."""

import asyncio

from webproctor.environments.browser.devtools import DevToolsError
from webproctor.environments.browser.page import Page

# Timeout in seconds.
_TIMEOUT = 5.0


async def stop_scripts(page: Page) -> bool:
    """Stop the scripts of a page, and what it loads; return whether that was possible.

    It is not if the page's process is stopped, or busy with something else than a script.
    """
    page.single_use = True
    try:
        async with asyncio.timeout(_TIMEOUT):
            await page.channel.send("Page.stopLoading")
            await page.channel.send("Runtime.terminateExecution")
    except (DevToolsError, TimeoutError):
        return False
    return True
