"""Handlers of the actions of the `web` set on addresses, the history and tabs."""

import contextlib
from typing import Literal
from urllib.parse import quote_plus

from webproctor.core.actions import ActionResult, web
from webproctor.environments.browser.addresses import IncompleteAddress
from webproctor.environments.browser.devtools import PageClosed
from webproctor.environments.browser.dispatch import ActionFailed, done, handler
from webproctor.environments.browser.handlers import PRESS, pause
from webproctor.environments.browser.page import Destination
from webproctor.environments.browser.session import WebSession


def check_address(session: WebSession, url: str) -> None:
    """Check that an address can be opened.

    Raises:
        ActionFailed: If it is incomplete or not allowed.
    """
    try:
        reason = session.page.guard.refuse(url)
    except IncompleteAddress as error:
        raise ActionFailed(str(error)) from error
    if reason:
        raise ActionFailed(reason)


async def _navigate(session: WebSession, where: Destination, url: str = "") -> bool:
    """Navigate the tab in front; return whether there is such a page.

    Raises:
        ActionFailed: If a dialog asked whether to leave the page and was dismissed, or the other
            page did not arrive in time.
    """
    page, before = session.page, session.page.navigation.state
    succeeded = await page.go(where, url=url)
    await pause(session, PRESS)
    if not succeeded:
        await page.catch_up()  # The dialog's end is reported after the failure.
        now = page.navigation.state
        cancelled = now.cancelled_navigations != before.cancelled_navigations
        if cancelled or now.unanswered != before.unanswered:
            raise ActionFailed("the page was not left")
    return succeeded


async def open_address(session: WebSession, url: str) -> ActionResult:
    """Open an address that `check_address` has accepted, in the tab in front."""
    session.visited.append(url)
    succeeded = await _navigate(session, "to", url) or session.page.navigation.is_download
    message = f"opened {url}" if succeeded else f"{url} cannot be reached"
    return ActionResult(ok=succeeded, message=message, page_changed=True)


@handler(web.Navigate)
async def navigate(session: WebSession, action: web.Navigate) -> ActionResult:
    check_address(session, action.url)
    return await open_address(session, action.url)


async def _go(session: WebSession, where: Literal["back", "forward"]) -> ActionResult:
    navigation, documents = session.page.navigation, session.page.navigation.documents
    succeeded = await _navigate(session, where)
    message = f"went {where}" if succeeded else f"there is no page to go {where} to"
    if changed := navigation.documents != documents and navigation.unreachable:
        message = f"{navigation.unreachable} cannot be reached"
    return ActionResult(ok=succeeded, message=message, page_changed=succeeded or bool(changed))


@handler(web.Search)
async def search(session: WebSession, action: web.Search) -> ActionResult:
    allowed_hosts = session.page.guard.allowed
    engines = sorted(host for host in allowed_hosts if not host.endswith("localhost"))
    if not engines:
        raise ActionFailed(
            "no search engine is available: only the hosts of this task can be reached"
        )
    return await navigate(
        session, web.Navigate(url=f"https://{engines[0]}/search?q={quote_plus(action.query)}")
    )


@handler(web.Back)
async def back(session: WebSession, action: web.Back) -> ActionResult:
    return await _go(session, "back")


@handler(web.Forward)
async def forward(session: WebSession, action: web.Forward) -> ActionResult:
    return await _go(session, "forward")


@handler(web.Reload)
async def reload(session: WebSession, action: web.Reload) -> ActionResult:
    succeeded = await _navigate(session, "reload")
    message = (
        "reloaded"
        if succeeded
        else f"{session.page.navigation.unreachable or session.page.url} cannot be reached"
    )
    return ActionResult(ok=succeeded, message=message, page_changed=True)


@handler(web.SwitchTab)
async def switch_tab(session: WebSession, action: web.SwitchTab) -> ActionResult:
    if action.tab >= len(session.tabs):
        raise ActionFailed(f"there is no tab {action.tab}: tabs are 0 to {len(session.tabs) - 1}")
    await session.bring_to_front(session.tabs[action.tab])
    await pause(session, PRESS)
    return done(f"tab {action.tab} is in front", page_changed=True)


@handler(web.CloseTab)
async def close_tab(session: WebSession, action: web.CloseTab) -> ActionResult:
    if len(session.tabs) == 1:
        raise ActionFailed("the last tab cannot be closed")
    page = session.page
    if page.agent_handles_dialogs:
        await page.close()
    else:
        before = page.navigation.state
        async with page.answering("closing a tab"):
            with contextlib.suppress(PageClosed):
                await page.channel.send("Page.close")
            if not await page.navigation.wait_until_closed(before):
                raise ActionFailed("the tab was not closed")
    await session.bring_to_front(session.page)
    return done("closed the tab", page_changed=True)
