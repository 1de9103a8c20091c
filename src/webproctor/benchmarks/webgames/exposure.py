"""Expose a view of a game, in which scripts may run, to an external program over DevTools."""

import contextlib
from collections.abc import AsyncIterator

from webproctor.benchmarks.webgames.session import GameWebSession, write_sample_files
from webproctor.core.sessions import SessionLost
from webproctor.environments.browser import Page
from webproctor.environments.browser.devtools import DevToolsError
from webproctor.environments.browser.proxy import DevToolsProxy, expose
from webproctor.environments.browser.proxy_policy import Permissions, inside
from webproctor.environments.browser.replica import Replica


@contextlib.asynccontextmanager
async def expose_view(
    session: GameWebSession, view: Page, url: str
) -> AsyncIterator[DevToolsProxy]:
    """Expose another page that shows the same game; the session's page is its replica.

    Args:
        view: The page that shows the game, in a separate browser.
        url: Address of the viewer of the session's game.

    Raises:
        SessionLost: If a browser has exited.
    """
    judged_url = session.page.url
    write_sample_files(view.folder)
    view.agent_handles_dialogs = True  # The program answers dialogs.

    def judged_address(address: str) -> str:
        """Return the judged page's address for an address of the view."""
        return judged_url + address.removeprefix(url) if address.startswith(url) else address

    replica = Replica(
        session,
        view.devtools,
        view.target,
        judged_address,
        files=view.folder,
        scrolls="scrolling" not in session.game_session.entry.game.skills,
    )
    session.view = view
    permissions = Permissions("script", view.folder, inside(url))
    try:
        async with expose(
            view.devtools,
            view.endpoint,
            view.target,
            permissions,
            replica=replica,
            worlds=lambda: {view.world_name},
        ) as proxy:
            session.proxy = proxy
            yield proxy
    except DevToolsError as error:
        raise SessionLost("browser", f"no DevTools: {error}") from error
