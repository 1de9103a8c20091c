"""The oracle's interface to a game: input events, and what a user can see or read."""

import asyncio
import io
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from PIL import Image
from pydantic import BaseModel

from webproctor.benchmarks.webgames.session import GameWebSession
from webproctor.core.actions import Action, ActionResult, web
from webproctor.core.episodes import Step
from webproctor.core.observations import Box
from webproctor.core.recorder import EpisodeRecorder
from webproctor.environments.browser import Viewport

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Point = tuple[float, float]
# Length of the thumb of Chromium's sliders, in pixels.
THUMB = 16


class OracleError(Exception):
    """The oracle cannot continue; the message says why."""


class VisibleElement(BaseModel):
    """A visible element.

    Attributes:
        id: Its `data-id`, which our pages give to their elements.
        text: Its visible text.
        label: Its accessible name: a label, or text for screen readers.
        value: The value entered; `on` for a checked checkbox.
        colour: The background as CSS (`rgb(1, 2, 3)`).
        box: Its bounding box, in pixels of the viewport.
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
    def centre(self) -> Point:
        return self.box.x + self.box.width / 2, self.box.y + self.box.height / 2

    @property
    def rgb(self) -> tuple[int, int, int]:
        """Its background colour, 0 to 255 each."""
        numbers = self.colour[self.colour.index("(") + 1 : -1].split(",")
        red, green, blue = (round(float(number)) for number in numbers[:3])
        return red, green, blue

    def slider_point(self, share: float) -> Point:
        """Return the point for a share of a slider's scale, 0 to 1, from its left or bottom end."""
        x, y = self.centre
        # The thumb is inside the slider at both ends of the scale.
        offset = (share - 0.5) * (max(self.box.width, self.box.height) - THUMB)
        return (x + offset, y) if self.box.width > self.box.height else (x, y - offset)


class Player:
    """Actions and observations for an oracle. Every call of `act` is one step of the episode.

    Attributes:
        entry: The variant being played.
    """

    def __init__(self, session: EpisodeRecorder) -> None:
        live = session.unwrapped
        assert isinstance(live, GameWebSession)
        self.entry = live.game_session.entry
        self._session = session
        self._live = live

    @property
    def puzzle(self) -> Any:
        """The generated puzzle.

        Oracles use it only to replace human vision, for images that a simple program cannot read
        (distorted letters, drawn objects).
        """
        return self._live.game_session.puzzle

    # Actions

    async def act(self, *actions: Action) -> list[ActionResult]:
        """Execute several actions as one step.

        Raises:
            OracleError: If one of them failed.
        """
        await self._session.observe()
        results = list(await self._session.step(Step(actions=list(actions))))
        for action, result in zip(actions, results, strict=True):
            if not result.ok:
                raise OracleError(f"{action.call()}: {result.message}")
        return results

    async def click(self, target: "str | VisibleElement | Point", **options: Any) -> None:
        """Click the first visible match of a selector, an element from `see`, or a point."""
        x, y = await self.point(target)
        await self.act(web.Click(x=x, y=y, **options))

    async def type(
        self, target: "str | VisibleElement | Point", text: str, *, clear: bool = False
    ) -> None:
        """Click into a field and type."""
        x, y = await self.point(target)
        await self.act(web.Type(x=x, y=y, text=text, clear=clear))

    async def enter(
        self, target: "str | VisibleElement | Point", text: str, *, clear: bool = False
    ) -> None:
        """Click into a field, type, and press Enter, as one step."""
        x, y = await self.point(target)
        await self.act(web.Type(x=x, y=y, text=text, clear=clear), web.Press(keys="Enter"))

    async def press(self, keys: str, **options: Any) -> None:
        await self.act(web.Press(keys=keys, **options))

    async def drag(self, start: Point, end: Point, seconds: float = 0.2) -> None:
        """Drag between two points of the viewport."""
        (x, y), (to_x, to_y) = start, end
        await self.act(web.Drag(x=x, y=y, to_x=to_x, to_y=to_y, seconds=seconds))

    async def wait(self, seconds: float) -> None:
        await self.act(web.Wait(seconds=seconds))

    async def choose(self, target: "str | VisibleElement", option: str) -> None:
        """Select an option of a drop-down list by its text, with the keyboard."""
        drop_down = await self.first(target) if isinstance(target, str) else target
        elements = (await self._session.observe(frozenset({"elements"}))).read("elements")
        left, top = await self._scroll_position()
        for element in elements:
            box = element.box
            if box and (box.x - left, box.y - top) == (drop_down.box.x, drop_down.box.y):
                await self.act(web.SelectOption(element=element.index, option=option))
                return
        raise OracleError(f"no drop-down list at {drop_down.box}")

    async def file(self, name: str) -> ActionResult:
        """Read a downloaded file."""
        return (await self.act(web.ReadFile(file=name)))[0]

    async def files(self) -> list[str]:
        """Return the names of the files in the task's folder."""
        [result] = await self.act(web.ListFiles())
        return result.data.split("\n") if result.data else []

    # Observations

    async def see(self, selector: str) -> list[VisibleElement]:
        """Return all visible matches of a selector, including those in frames."""
        return [
            VisibleElement(**fields)
            for fields in await self._live.page.call("elements.seen", selector)
        ]

    async def first(self, selector: str) -> VisibleElement:
        """Return the first visible match of a selector.

        Raises:
            OracleError: If there is none.
        """
        elements = await self.see(selector)
        if not elements:
            raise OracleError(f"no visible match of {selector!r}")
        return elements[0]

    async def point(self, target: "str | VisibleElement | Point") -> Point:
        """Return the point to click, after scrolling it into view if necessary.

        Raises:
            OracleError: If it cannot be scrolled into view.
        """
        if isinstance(target, tuple):
            return target
        size = self._live.page.viewport or Viewport()
        for _ in range(200):
            x, y = (await self.first(target)).centre if isinstance(target, str) else target.centre
            right = 0 if 0 <= x < size.width else x - size.width / 2
            down = 0 if 0 <= y < size.height else y - size.height / 2
            if not right and not down:
                return x, y
            before = await self._scroll_position()
            await self.act(web.Scroll(down=down, right=right))
            if isinstance(target, VisibleElement):
                after = await self._scroll_position()
                position = {
                    "x": target.box.x - after[0] + before[0],
                    "y": target.box.y - after[1] + before[1],
                }
                box = target.box.model_copy(update=position)
                target = target.model_copy(update={"box": box})
        raise OracleError(f"{target!r} cannot be scrolled into view")

    async def _scroll_position(self) -> Point:
        x, y = await self._live.page.call("(() => [scrollX, scrollY])")
        return x, y

    async def text(self) -> str:
        """Return all visible text of the page."""
        return await self._live.page.call("elements.text")

    async def formatted_text(self, selector: str) -> str:
        """Return the text of an element with its line breaks and spaces.

        Raises:
            OracleError: If it is not visible.
        """
        await self.first(selector)
        return await self._live.page.call("elements.written", selector)

    async def pixels(
        self, left: float = 0, top: float = 0, width: float = 0, height: float = 0
    ) -> "NDArray[np.uint8]":
        """Return a screenshot of the viewport or of a part: height x width x 3, RGB, 0 to 255."""
        clip = {"x": left, "y": top, "width": width, "height": height} if width else None
        png = await self._live.page.screenshot(clip=clip)
        import numpy as np  # Few oracles need it.

        return np.asarray(Image.open(io.BytesIO(png)).convert("RGB"))

    async def until(
        self, condition: Callable[[], Awaitable[Any]], *, step: float = 0.1, limit: float = 60
    ) -> Any:
        """Call `condition()` every `step` seconds until its result is true, and return the result.

        Raises:
            OracleError: If it is still false after `limit` seconds.
        """
        for _ in range(round(limit / step)):
            if result := await condition():
                return result
            await self.wait(step)
        raise OracleError(f"condition still false after {limit:g} s")

    @property
    def virtual(self) -> bool:
        """Whether the episode has a virtual clock: time passes only during actions."""
        return self._live.clock.virtual

    def now(self) -> float:
        """Return the seconds since the episode began."""
        return self._live.clock.now()

    async def tabs(self) -> int:
        """Return the number of open tabs."""
        await asyncio.sleep(0)  # Let events of new tabs be handled.
        return len(self._live.tabs)

    async def password(self) -> str | None:
        """Return the password, or None if the active page shows none."""
        elements = await self.see("#password")
        if not elements:
            # On a busy machine the password may appear late.
            await self.act(web.Wait(seconds=0.2))
            elements = await self.see("#password")
        if not elements:
            return None
        # The episode contains the text with the password, as for any agent.
        await self._session.observe(frozenset({"text"}))
        return elements[0].text
