"""Expose a session's page to an external program over DevTools."""

import contextlib
from collections.abc import AsyncIterator

from webproctor.core.sessions import SessionLost
from webproctor.environments.browser.devtools import DevToolsError
from webproctor.environments.browser.proxy import DevToolsProxy, lend
from webproctor.environments.browser.proxy_policy import Permissions, inside
from webproctor.environments.browser.session import WebSession


@contextlib.asynccontextmanager
async def lent_for_input(session: WebSession) -> AsyncIterator[DevToolsProxy]:
    """Expose the session's own page, for input and reading only.

    Raises:
        SessionLost: If the browser has exited.
    """
    page = session.page
    limits = Permissions("input", page.folder, inside(page.url))
    try:
        async with lend(page.devtools, page.endpoint, page.target, limits) as proxy:
            session.proxy = proxy
            yield proxy
    except DevToolsError as error:
        raise SessionLost("browser", f"no DevTools: {error}") from error
