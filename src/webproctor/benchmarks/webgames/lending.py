"""Expose a second page of a game, with scripts, to an external program over DevTools."""

import contextlib
from collections.abc import AsyncIterator

from webproctor.benchmarks.webgames.session import GameWebSession, stock
from webproctor.core.sessions import SessionLost
from webproctor.environments.browser import Page
from webproctor.environments.browser.devtools import DevToolsError
from webproctor.environments.browser.proxy import DevToolsProxy, lend
from webproctor.environments.browser.proxy_policy import Permissions, inside
from webproctor.environments.browser.replica import Replica


@contextlib.asynccontextmanager
async def lent_for_scripts(
    session: GameWebSession, view: Page, url: str
) -> AsyncIterator[DevToolsProxy]:
    """Expose another page that shows the same game; the session's page follows as its replica.

    Args:
        view: The page that shows the game, in a separate browser.
        url: Address of the viewer of the session's game.

    Raises:
        SessionLost: If a browser has exited.
    """
    judged_url = session.page.url
    stock(view.folder)
    view.attended = True  # The program answers dialogs.

    def judged_address(judged_address: str) -> str:
        return (
            judged_url + judged_address.removeprefix(url)
            if judged_address.startswith(url)
            else judged_address
        )

    replica = Replica(
        session,
        view.devtools,
        view.target,
        judged_address,
        scrolls="scrolling" not in session.game_session.entry.game.skills,
    )
    session.view = view
    permissions = Permissions("script", view.folder, inside(url))
    try:
        async with lend(
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
