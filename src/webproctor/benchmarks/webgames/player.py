"""The oracle's eyes and hands: real input events, and what a person could see or read."""

import asyncio
import io
from collections.abc import Awaitable, Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from pydantic import BaseModel

from webproctor.actions import Action, ActionResult, web
from webproctor.benchmarks.webgames.play import Entry
from webproctor.browser.session import WebSession
from webproctor.episodes import RecordedSession, Turn
from webproctor.observations import Box

Point = tuple[float, float]


class Lost(Exception):
    """The oracle does not know how to go on; the message says where."""


class Seen(BaseModel):
    """An element as a person sees it.

    Attributes:
        id: Its `data-id`, by which our own pages name what is on them.
        text: What is written on it.
        label: What names it: its label, or text for screen readers.
        value: What is entered; `on` for a ticked box.
        colour: Its background as CSS (`rgb(1, 2, 3)`).
        box: Where it is, in pixels of the view.
    """

    tag: str
    id: str
    text: str
    label: str
    value: str
    disabled: bool
    checked: bool
    colour: str
    box: Box

    @property
    def middle(self) -> Point:
        return self.box.x + self.box.width / 2, self.box.y + self.box.height / 2

    @property
    def rgb(self) -> tuple[int, int, int]:
        """Its background colour, 0 to 255 each."""
        numbers = self.colour[self.colour.index("(") + 1 : -1].split(",")
        red, green, blue = (round(float(one)) for one in numbers[:3])
        return red, green, blue


class Player:
    """What an oracle plays with. Every `act` is one turn of the episode.

    Attributes:
        entry: The variant that is played.
        puzzle: What the seed made. It stands for a person's eyes where a picture must be read that
            no simple program reads (distorted letters, drawn objects), and for nothing else.
    """

    def __init__(self, session: RecordedSession, entry: Entry, puzzle: Any) -> None:
        live = session.unwrapped
        assert isinstance(live, WebSession)
        self.entry = entry
        self.puzzle = puzzle
        self._session = session
        self._live = live

    # Hands

    async def act(self, *actions: Action) -> list[ActionResult]:
        """Do several actions as one turn.

        Raises:
            Lost: If one of them could not be done.
        """
        await self._session.observe()
        results = list(await self._session.turn(Turn(actions=list(actions))))
        for action, result in zip(actions, results, strict=True):
            if not result.ok:
                raise Lost(f"{action.call()}: {result.message}")
        return results

    async def click(self, place: "str | Seen | Point", **how: Any) -> None:
        """Click an element by selector (the first that can be seen), by sight, or a point."""
        x, y = await self.point(place)
        await self.act(web.Click(x=x, y=y, **how))

    async def type(self, place: "str | Seen | Point", text: str, *, clear: bool = False) -> None:
        """Click into a field and type."""
        x, y = await self.point(place)
        await self.act(web.Type(x=x, y=y, text=text, clear=clear))

    async def press(self, keys: str, **how: Any) -> None:
        await self.act(web.Press(keys=keys, **how))

    async def drag(self, start: Point, end: Point, seconds: float = 0.2) -> None:
        """Drag from a point to a point of the view."""
        (x, y), (to_x, to_y) = start, end
        await self.act(web.Drag(x=x, y=y, to_x=to_x, to_y=to_y, seconds=seconds))

    async def wait(self, seconds: float) -> None:
        await self.act(web.Wait(seconds=seconds))

    async def choose(self, place: "str | Seen", option: str) -> None:
        """Choose an option of a drop-down list by its text, with the keyboard."""
        target = await self.one(place) if isinstance(place, str) else place
        elements = (await self._session.observe(frozenset({"elements"}))).read("elements")
        left, top = await self._scrolled()
        for element in elements:
            at = element.box
            if at and (at.x - left, at.y - top) == (target.box.x, target.box.y):
                await self.act(web.SelectOption(element=element.index, option=option))
                return
        raise Lost(f"no drop-down list at {target.box}")

    async def file(self, name: str) -> ActionResult:
        """Read a file that was downloaded."""
        return (await self.act(web.ReadFile(file=name)))[0]

    async def files(self) -> list[str]:
        """Names of the files in the task's folder."""
        [listed] = await self.act(web.ListFiles())
        return (listed.data or "").split("\n") if listed.data else []

    # Eyes

    async def see(self, selector: str) -> list[Seen]:
        """Every element of a selector that a person can see, frames included."""
        return [Seen(**one) for one in await self._live.page.call("elements.seen", selector)]

    async def one(self, selector: str) -> Seen:
        """The first of them.

        Raises:
            Lost: If there is none.
        """
        seen = await self.see(selector)
        if not seen:
            raise Lost(f"nothing to be seen of {selector!r}")
        return seen[0]

    async def point(self, place: "str | Seen | Point") -> Point:
        """A point of the view; what lies outside the view is scrolled in by the wheel first."""
        if isinstance(place, tuple):
            return place
        size = self._live.page.playwright.viewport_size or {"width": 1280, "height": 720}
        for _ in range(200):
            x, y = (await self.one(place)).middle if isinstance(place, str) else place.middle
            right = 0 if 0 <= x < size["width"] else x - size["width"] / 2
            down = 0 if 0 <= y < size["height"] else y - size["height"] / 2
            if not right and not down:
                return x, y
            before = await self._scrolled()
            await self.act(web.Scroll(down=down, right=right))
            if isinstance(place, Seen):
                now = await self._scrolled()
                moved = {
                    "x": place.box.x - now[0] + before[0],
                    "y": place.box.y - now[1] + before[1],
                }
                place = place.model_copy(update={"box": place.box.model_copy(update=moved)})
        raise Lost(f"{place!r} cannot be scrolled into view")

    async def _scrolled(self) -> Point:
        x, y = await self._live.page.call("(() => [scrollX, scrollY])")
        return x, y

    async def text(self) -> str:
        """All text on the page that a person can read."""
        return await self._live.page.call("elements.text")

    async def written(self, selector: str) -> str:
        """The text of an element with its line breaks and blanks.

        Raises:
            Lost: If it cannot be seen.
        """
        await self.one(selector)
        return await self._live.page.call("elements.written", selector)

    async def pixels(
        self, left: float = 0, top: float = 0, width: float = 0, height: float = 0
    ) -> NDArray[np.uint8]:
        """The view or a part of it: height x width x 3, red, green and blue, 0 to 255."""
        clip = {"x": left, "y": top, "width": width, "height": height} if width else None
        png = await self._live.page.screenshot(clip=clip)
        return np.asarray(Image.open(io.BytesIO(png)).convert("RGB"))

    async def until(
        self, come: Callable[[], Awaitable[Any]], *, step: float = 0.1, longest: float = 60
    ) -> Any:
        """Wait, by `step` seconds at a time, until `come()` is true; returns what it gave.

        Raises:
            Lost: If it has not come true after `longest` seconds.
        """
        for _ in range(round(longest / step)):
            if found := await come():
                return found
            await self.wait(step)
        raise Lost(f"it has not come true in {longest:g} s")

    @property
    def virtual(self) -> bool:
        """Whether time passes only while something is done."""
        return self._live.clock.virtual

    def now(self) -> float:
        """Seconds since the episode began."""
        return self._live.clock.now()

    async def tabs(self) -> int:
        """How many tabs are open."""
        await asyncio.sleep(0)
        return len(self._live.tabs)

    async def password(self) -> str | None:
        """The password, if the page in front shows one."""
        shown = await self.see("#password")
        if not shown:
            # A busy machine may show it a moment late: a person would look again.
            await self.act(web.Wait(seconds=0.2))
            shown = await self.see("#password")
        return shown[0].text if shown else None
