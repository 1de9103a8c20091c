"""Expose a session's page to an external program over DevTools."""

import contextlib
from collections.abc import AsyncIterator

from webproctor.core.sessions import SessionLost
from webproctor.environments.browser.devtools import DevToolsError
from webproctor.environments.browser.proxy import DevToolsProxy, expose
from webproctor.environments.browser.proxy_policy import Permissions, Policy, inside
from webproctor.environments.browser.session import WebSession


@contextlib.asynccontextmanager
async def expose_page(
    session: WebSession, policy: Policy = "input", base: str | None = None
) -> AsyncIterator[DevToolsProxy]:
    """Expose the session's own page.

    Args:
        policy: What the program may do in it.
        base: The program may open addresses below it; by default below the page's own address.

    Raises:
        SessionLost: If the browser has exited.
    """
    page = session.page
    page.single_use = True
    permissions = Permissions(policy, page.folder, inside(base or page.url))
    try:
        async with expose(
            page.devtools,
            page.endpoint,
            page.target,
            permissions,
            worlds=lambda: {page.world_name},
        ) as proxy:
            session.proxy = proxy
            yield proxy
    except DevToolsError as error:
        raise SessionLost("browser", f"no DevTools: {error}") from error
