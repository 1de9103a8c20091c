"""Describe the effects of an action in its result: dialogs, tabs, downloads and addresses."""

import asyncio
import contextlib
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import unquote

from webproctor.core.actions import Action, ActionResult
from webproctor.core.actions import web as actions
from webproctor.core.sessions import SessionLost
from webproctor.environments.browser.page import Page

# Maximum number of events of one kind that the result of an action reports.
_MAX_NOTES = 5


@dataclass(frozen=True)
class Before:
    """The state before an action.

    Attributes:
        front: The tab in front.
        shown: The open tabs, and what each of them shows.
        unanswered: Number of documents that did not arrive in time.
        dialogs, downloads: Number of dialogs and downloads.
    """

    front: Page
    shown: dict[Page, tuple[int, str]]
    unanswered: int
    dialogs: int
    downloads: int

    @property
    def tabs(self) -> list[Page]:
        return list(self.shown)


def before(tabs: Sequence[Page], front: Page) -> Before:
    """Return the state before an action."""
    shown = {one: _shown(one) for one in tabs}
    unanswered = front.navigation.unanswered
    return Before(front, shown, unanswered, len(front.dialog_notes), len(front.downloads))


def _shown(page: Page) -> tuple[int, str]:
    """Return the number of a tab's document, and its address without the fragment."""
    return page.navigation.documents, page.url.partition("#")[0]


def page_changed(before: Before, front: Page) -> bool:
    """Return whether another tab is in front, or another document or address is in the same one.

    Another fragment of the address does not count.
    """
    return front is not before.front or _shown(front) != before.shown[front]


def page_note(before: Before, front: Page, action: Action, result: ActionResult) -> str:
    """Return what the tab in front shows now, if that is not what the action's result says."""
    if result.page_changed:
        return _redirect_note(front, action) if result.ok else ""
    if front is not before.front or not page_changed(before, front):
        return ""
    if front.navigation.unreachable:
        return f"{front.navigation.unreachable} cannot be reached"
    same_address = _shown(front)[1] == before.shown[front][1]
    return f"the page {'was loaded again' if same_address else f'is now {front.url}'}"


def _redirect_note(front: Page, action: Action) -> str:
    """Return what the tab in front shows, if an address that was opened has led to another one."""
    url = action.url if isinstance(action, actions.Navigate | actions.NewTab) else None
    if not url or front.navigation.is_download or _comparable(front.url) == _comparable(url):
        return ""
    return f"the page is now {front.url}"


def _comparable(url: str) -> str:
    return unquote(url.partition("#")[0]).rstrip("/").lower()


async def wait_for_others(before: Before, front: Page, seconds: float) -> None:
    """Wait, up to a timeout, until no tab behind the one in front is loading."""
    loading = [one for one in before.tabs if one is not front and one.navigation.is_loading]
    for one in loading:
        with contextlib.suppress(SessionLost, TimeoutError):
            async with asyncio.timeout(seconds):
                await one.wait_until_loaded()


def notes(before: Before, tabs: Sequence[Page], front: Page, action: Action) -> list[str]:
    """Return sentences about what has changed since."""
    opened = [one for one in tabs if one not in before.shown]
    if type(action) is actions.NewTab:
        opened = opened[1:]
    closed = [one for one in before.tabs if one not in tabs]
    changed = [
        f"tab {index} is now {one.url}"
        for index, one in enumerate(tabs)
        if one is not front and one in before.shown and _shown(one) != before.shown[one]
    ]
    found = [
        *before.front.dialog_notes[before.dialogs :][:_MAX_NOTES],
        *[f"a new tab opened: {one.url}" for one in opened][:_MAX_NOTES],
        *changed[:_MAX_NOTES],
        *(
            f"the file {one.name!r} was downloaded"
            for one in front.downloads[before.downloads :][:_MAX_NOTES]
        ),
    ]
    if closed and type(action) is not actions.CloseTab:
        found.append(f"{'the' if before.front in closed else 'another'} tab was closed")
    if before.front.navigation.unanswered != before.unanswered:
        found.append("the page that was requested did not arrive in time")
    if before.front.chooser_open and type(action) is not actions.Upload:
        found.append("a file dialog is open: choose files with upload")
    return found
