"""One look at any page: marks, text views and the marked picture."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

from starlette.applications import Starlette
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

from webproctor.browser import Browser
from webproctor.browser.session import WebSession
from webproctor.observations import Element
from webproctor.serving import serve

_HOST = "page.localhost"


class Mark(Element):
    """An element, and what else a person wants to know of it.

    Attributes:
        role: Its ARIA role, or "".
        frame: CSS paths of the frames that hold it, outermost first, or "".
        path: A CSS path within its document; `>>>` enters a shadow root.
    """

    role: str = ""
    frame: str = ""
    path: str = ""


@dataclass(frozen=True)
class Look:
    """What an agent would see.

    Attributes:
        text: What a person reads.
        axtree: The accessibility tree.
        html: The source as it stands.
        pruned_html: The same without what says nothing.
        relevant_html: Of that, what stands round the marks.
        picture: PNG of the view with the marks on it.
    """

    url: str
    title: str
    marks: tuple[Mark, ...]
    text: str
    axtree: str
    html: str
    pruned_html: str
    relevant_html: str
    picture: bytes

    def plain(self) -> dict[str, Any]:
        """Everything but the picture, as JSON data."""
        kept = ("url", "title", "text", "axtree", "html", "pruned_html", "relevant_html")
        marks = [mark.model_dump() for mark in self.marks]
        return {name: getattr(self, name) for name in kept} | {"marks": marks}


async def observe(url: str = "", file: Path | None = None) -> Look:
    """Look at an address, or at a file, which is served on loopback with its neighbours.

    Raises:
        SessionLost: If the page cannot be loaded.
    """
    if file is None:
        host = urlsplit(url).hostname or ""
        async with Browser({}, let_out=[host]) as browser:
            return await _look(browser, url)
    site = Starlette(routes=[Mount("/", StaticFiles(directory=file.parent))])
    async with serve(site) as port, Browser({_HOST: port}) as browser:
        return await _look(browser, f"http://{_HOST}/{quote(file.name)}")


async def _look(browser: Browser, url: str) -> Look:
    async with browser.page() as page:
        session = await WebSession.open(page, url)
        await session.rest()
        seen = await session.observe(
            frozenset(
                {
                    *("elements", "text", "axtree", "html", "pruned_html", "relevant_html"),
                    "marked_screenshot",
                }
            )
        )
        details = await page.call("elements.details")
    marks = tuple(
        Mark(**element.model_dump(), **detail)
        for element, detail in zip(seen.read("elements"), details, strict=True)
    )
    return Look(
        url=seen.url,
        title=seen.title,
        marks=marks,
        text=seen.read("text"),
        axtree=seen.read("axtree"),
        html=seen.read("html"),
        pruned_html=seen.read("pruned_html"),
        relevant_html=seen.read("relevant_html"),
        picture=seen.read("marked_screenshot"),
    )
