"""Observe any page: marks, text views and the marked screenshot."""

import asyncio
import secrets
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlsplit

from starlette.applications import Starlette
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from webproctor.core.observations import Element, Observation, View
from webproctor.environments.browser import Browser, Mirror, frame_tree
from webproctor.environments.browser.guard import no_mirror
from webproctor.environments.browser.session import WebSession
from webproctor.environments.browser.views import views
from webproctor.environments.serving import for_browser, give_token, serve

if TYPE_CHECKING:
    from playwright.async_api import Page as PlaywrightPage

_HOST = "page.localhost"
_ARCHIVES = (".mhtml", ".mht")
_AS_AGENT: frozenset[View] = frozenset({"content", "elements", "text", "marked_screenshot"})


class Mark(Element):
    """An element with its role and path.

    Attributes:
        role: Its ARIA role, or "".
        frame: CSS paths of the frames that contain it, outermost first, or "".
        path: A CSS path within its document; `>>>` enters a shadow root.
    """

    role: str = ""
    frame: str = ""
    path: str = ""


@dataclass(frozen=True)
class PageViews:
    """The views of a page that an agent can read.

    Attributes:
        url: The address of the page.
        title: The title of the page.
        marks: The interactive elements, in document order.
        content: Text and marks in reading order.
        text: The visible text.
        axtree: The accessibility tree.
        html: The current HTML.
        pruned_html: The HTML with only visible elements and informative attributes.
        relevant_html: The part of `pruned_html` around the marks.
        picture: PNG of the viewport with the marks drawn on it.
    """

    url: str
    title: str
    marks: tuple[Mark, ...]
    content: str
    text: str
    axtree: str
    html: str
    pruned_html: str
    relevant_html: str
    picture: bytes

    def as_json(self) -> dict[str, Any]:
        """Return everything except the picture, as JSON data."""
        names = (
            "url",
            "title",
            "content",
            "text",
            "axtree",
            "html",
            "pruned_html",
            "relevant_html",
        )
        marks = [mark.model_dump() for mark in self.marks]
        return {name: getattr(self, name) for name in names} | {"marks": marks}


async def observe(page: "PlaywrightPage", reads: frozenset[View] = _AS_AGENT) -> Observation:
    """Observe a page of your own Playwright browser (Chromium), as an agent does.

    The page's own scripts do not notice it: the elements are found in an isolated world.

    Args:
        page: A page of Playwright's asynchronous API.
        reads: The views to compute; by default content, elements, text and the marked screenshot.

    Raises:
        SessionLost: If the page does not answer in time, or is gone.
    """
    from webproctor.environments.browser.foreign import ForeignPage

    session = await page.context.new_cdp_session(page)
    try:
        return Observation(**await views(ForeignPage(session), reads - {"tabs"}))
    finally:
        await session.detach()


async def open_and_observe(
    url: str = "", file: Path | None = None, mirror: Mirror = no_mirror
) -> PageViews:
    """Open and observe an address, or a file, which is served on loopback together with its folder.

    An archived page (`.mhtml`) is opened from disk, without anything that is not in the archive.

    Args:
        mirror: Local copies of public files that the page of a file can load.

    Raises:
        SessionLost: If the page cannot be loaded.
    """
    if file is None:
        host = urlsplit(url).hostname or ""
        async with Browser({}, external_hosts=[host]) as browser:
            return await _observe(browser, url)
    # The server does not follow links out of the folder.
    file = await asyncio.to_thread(file.resolve)
    if file.suffix.lower() in _ARCHIVES:
        async with Browser({}) as browser:
            return await _observe(browser, archive=file)
    token = secrets.token_urlsafe(16)
    async with serve(_folder_app(file, token)) as port, Browser({_HOST: port}) as browser:
        return await _observe(browser, f"http://{_HOST}/{quote(file.name)}", token, mirror=mirror)


def _folder_app(file: Path, token: str) -> ASGIApp:
    """Serve the folder of a file to browsers that have the token."""
    site = Starlette(routes=[Mount("/", StaticFiles(directory=file.parent))])
    return for_browser(site, _HOST, {token: "/"})


async def _observe(
    browser: Browser,
    url: str = "",
    token: str = "",
    archive: Path | None = None,
    mirror: Mirror = no_mirror,
) -> PageViews:
    async with browser.page(mirror=mirror) as page:
        if token:
            await give_token(page, _HOST, token)
        if archive is not None:
            # A sandboxed browser can read the page's own folder only.
            url = shutil.copyfile(archive, page.folder / archive.name).resolve().as_uri()
        session = await WebSession.open(page, url)
        await session.wait_until_idle()
        observation = await session.observe(
            frozenset(
                {
                    *("content", "elements", "text", "axtree", "marked_screenshot"),
                    *("html", "pruned_html", "relevant_html"),
                }
            )
        )
        details = await frame_tree.details(page)
    marks = tuple(
        Mark(**element.model_dump(), **detail)
        for element, detail in zip(observation.read("elements"), details, strict=True)
    )
    return PageViews(
        url=observation.url,
        title=observation.title,
        marks=marks,
        content=observation.read("content"),
        text=observation.read("text"),
        axtree=observation.read("axtree"),
        html=observation.read("html"),
        pruned_html=observation.read("pruned_html"),
        relevant_html=observation.read("relevant_html"),
        picture=observation.read("marked_screenshot"),
    )
