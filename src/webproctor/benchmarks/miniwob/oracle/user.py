"""What the oracle's functions use: find elements of the page, and act on them by real input."""

import json
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from webproctor.benchmarks.miniwob.session import MiniWobSession
from webproctor.core.actions import Action, web
from webproctor.core.recorder import EpisodeRecorder

# The visible elements of a selector: number among all of them, text and value.
_FIND = """(css) => [...document.querySelectorAll(css)].flatMap((one, number) => {
  const { width, height } = one.getBoundingClientRect();
  if (!width || !height || !one.checkVisibility({ visibilityProperty: true })) return [];
  return [[number, one.textContent.replace(/\\s+/g, " ").trim(), String(one.value ?? "")]];
})"""
# Left, top, width and height of the first line of one of them, after scrolling to it.
_RECT = """(css, number) => {
  const one = document.querySelectorAll(css)[number];
  one.scrollIntoView({ block: "nearest", behavior: "instant" });
  const { x, y, width, height } = one.getClientRects()[0];
  return [x, y, width, height];
}"""
_QUOTED = r'"([^"]*)"'
# Longest wait for elements that appear after an animation, in seconds, and its steps.
_TIMEOUT, _STEP = 5.0, 0.1


class NotFound(Exception):
    """The page does not have what the oracle expects."""


@dataclass(frozen=True)
class Item:
    """A visible element.

    Attributes:
        css, number: The selector, and the element's number among all elements that it selects.
        text: Its text content.
        value: Its value, if it is a form control.
    """

    css: str
    number: int
    text: str
    value: str


class User:
    """Acts in one episode.

    Attributes:
        instruction: The page's instruction.
    """

    def __init__(self, session: EpisodeRecorder) -> None:
        live = session.unwrapped
        assert isinstance(live, MiniWobSession)
        self.instruction = live.utterance
        self._page = live.page
        self._session = session

    @property
    def quoted(self) -> list[str]:
        """The texts in quotation marks of the instruction."""
        return re.findall(_QUOTED, self.instruction)

    @property
    def quote(self) -> str:
        """The first text in quotation marks of the instruction."""
        return self.part(_QUOTED)

    @property
    def ordinal(self) -> int:
        """The first ordinal number of the instruction, such as 3 for `3rd`."""
        return int(self.part(r"(\d+)(?:st|nd|rd|th)"))

    @property
    def over(self) -> bool:
        return self._session.over

    def part(self, pattern: str) -> str:
        """Return the first group of a regular expression in the instruction.

        Raises:
            NotFound: If the instruction does not contain it.
        """
        found = re.search(pattern, self.instruction)
        if found is None:
            raise NotFound(f"{self.instruction!r} does not contain {pattern!r}")
        return found[1]

    async def all(self, css: str) -> list[Item]:
        """Return the visible elements that a selector selects, in document order."""
        found = await self._page.run(f"({_FIND})({json.dumps(css)})")
        return [Item(css, *one) for one in found]

    async def find(self, css: str, text: str | None = None) -> Item:
        """Return the first visible element, waiting for it if there is none yet.

        Args:
            text: Its text; by default any.

        Raises:
            NotFound: If it does not appear.
        """
        elapsed = 0.0
        while elapsed <= _TIMEOUT:
            for item in await self.all(css):
                if text is None or item.text == text:
                    return item
            await self.wait(_STEP)
            elapsed += _STEP
        raise NotFound(f"no element {css!r} with the text {text!r}")

    async def rect(self, item: Item) -> tuple[float, float, float, float]:
        """Scroll to an element; return left, top, width and height of its first line."""
        arguments = f"{json.dumps(item.css)}, {item.number}"
        left, top, width, height = await self._page.run(f"({_RECT})({arguments})")
        return left, top, width, height

    async def attribute(self, item: Item, name: str) -> str:
        """Return an attribute of an element; "" if it has none."""
        element = f"document.querySelectorAll({json.dumps(item.css)})[{item.number}]"
        return await self._page.run(f"{element}.getAttribute({json.dumps(name)}) ?? ''")

    async def with_text(self, css: str, text: str) -> list[Item]:
        """Return the visible elements with a text."""
        return [item for item in await self.all(css) if item.text == text]

    async def options(self, css: str) -> list[str]:
        """Return the options of a drop-down list, which are not visible elements."""
        script = "(css) => [...document.querySelector(css).options].map((one) => one.text)"
        return await self._page.run(f"({script})({json.dumps(css)})")

    # Input

    async def do(self, *actions: Action) -> None:
        """Execute actions, one step each.

        Raises:
            NotFound: If the task has already ended.
        """
        for action in actions:
            if self.over:
                raise NotFound("the task has already ended")
            await self._session.act(action)

    async def click(self, item: Item | str, text: str | None = None, *, keys: str = "") -> None:
        """Click the middle of an element: an item, or the first of a selector."""
        x, y = await self.centre(item, text)
        await self.do(web.Click(x=x, y=y, keys=keys))

    async def hover(self, item: Item | str, text: str | None = None) -> None:
        """Move the mouse to the middle of an element."""
        x, y = await self.centre(item, text)
        await self.do(web.Hover(x=x, y=y))

    async def centre(self, item: Item | str, text: str | None = None) -> tuple[float, float]:
        """Return the middle of an element in the viewport."""
        found = item if isinstance(item, Item) else await self.find(item, text)
        left, top, width, height = await self.rect(found)
        return left + width / 2, top + height / 2

    async def type(self, item: Item | str, text: str) -> None:
        """Type a text into a field in place of its content."""
        x, y = await self.centre(item)
        await self.do(web.Type(x=x, y=y, text=text, clear=True))

    async def focus(self, css: str) -> None:
        """Move the keyboard focus to an element with the Tab key."""
        await self.do(web.Click(x=1, y=1))
        script = f"document.activeElement === document.querySelector({json.dumps(css)})"
        while not await self._page.run(script):
            await self.press("Tab")

    async def press_each(self, text: str) -> None:
        """Press the key of each character."""
        for character in text:
            await self.press(character)

    async def select_text(self, css: str, number: int = 0) -> None:
        """Select the text of a block by dragging from its first to its last line."""
        left, top, width, height = await self.rect((await self.all(css))[number])
        await self.drag((left, top + 2), (left + width - 1, top + height - 2))

    async def press(self, keys: str, times: int = 1) -> None:
        """Press a key."""
        if times:
            await self.do(web.Press(keys=keys, times=times))

    async def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Drag from one point of the viewport to another."""
        await self.do(web.Drag(x=start[0], y=start[1], to_x=end[0], to_y=end[1]))

    async def wait(self, seconds: float) -> None:
        """Wait for an animation of the page."""
        await self.do(web.Wait(seconds=seconds))


Solver = Callable[[User], Awaitable[None]]
