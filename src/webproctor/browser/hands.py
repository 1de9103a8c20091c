"""How each action of the `web` set is done on a live page: by real input events.

Every action takes a little time of the pages' clock, as a hand does. Under the machine's clock that
time is what the browser needs; under a virtual clock it is the constants below.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import dist
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote_plus

from webproctor.actions import Action, ActionResult, web
from webproctor.browser import files, keyboard, mouse
from webproctor.observations import Element

if TYPE_CHECKING:
    from webproctor.browser.session import WebSession

# Seconds of a virtual clock.
PRESS, STROKE, MOVE = 0.05, 0.02, 0.05
# Key strokes that are sent before the page's clock goes on.
_STROKES = 100
# Points a second on the way of a drag.
MOVES = 30


class CannotReach(Exception):
    """What was asked for is not there; the message is the agent's answer."""


Hand = Callable[["WebSession", Any], Awaitable[ActionResult]]
HANDS: dict[type[Action], Hand] = {}


def hand(action: type[Action]) -> Callable[[Hand], Hand]:
    """Register how an action is done."""

    def register(do: Hand) -> Hand:
        HANDS[action] = do
        return do

    return register


def done(message: str, **more: Any) -> ActionResult:
    return ActionResult(ok=True, message=message, **more)


async def element_at(session: "WebSession", index: int) -> Element:
    """Element `index` of the last list, as it is now.

    Raises:
        CannotReach: If there is no such element, or it is gone.
    """
    found = await session.page.call("elements.describe", index)
    if "missing" in found:
        raise _missing(index, found["count"])
    return Element(**found)


@dataclass(frozen=True)
class Place:
    """A point of the view, and what stands there, as far as the agent named it."""

    x: float
    y: float
    what: str

    @property
    def point(self) -> tuple[float, float]:
        return self.x, self.y


async def place(
    session: "WebSession", element: int | None, x: float | None, y: float | None
) -> Place:
    """The point of the view that is meant; an element is scrolled into view first.

    Raises:
        CannotReach: If there is no such element, or it is covered, or the point is not in view.
    """
    if element is not None:
        found = await session.page.call("elements.reach", element)
        if "missing" in found:
            raise _missing(element, found["count"])
        if "covered" in found:
            raise CannotReach(f"{found['what']} (element {element}) is covered by something else")
        return Place(found["x"], found["y"], found["what"])
    assert x is not None
    assert y is not None
    size = session.page.playwright.viewport_size
    if size and not (0 <= x < size["width"] and 0 <= y < size["height"]):
        raise CannotReach(
            f"the point ({x:g}, {y:g}) is outside the view of {size['width']} x {size['height']}"
        )
    return Place(x, y, f"at ({x:.0f}, {y:.0f})")


def _missing(index: int, count: int) -> CannotReach:
    if not count:
        return CannotReach(f"no element {index}: nothing on the page has a mark")
    if index >= count:
        return CannotReach(f"no element {index}: marks are 0 to {count - 1}")
    return CannotReach(f"element {index} is no longer on the page; look again")


async def pause(session: "WebSession", seconds: float, *, real: bool = False) -> None:
    """Let the hand's own time pass; the machine's clock needs it only if the action says so."""
    if session.clock.virtual or real:
        await session.clock.let_pass(seconds)


def modifiers_of(keys: str) -> int:
    try:
        return keyboard.combination(keys)[1] if keys else 0
    except KeyError as error:
        raise CannotReach(f"there is no key {error.args[0]!r}") from error


async def move_through(
    session: "WebSession",
    points: Sequence[Sequence[float]],
    seconds: float,
    button: str = "",
) -> None:
    """Move the mouse through points, evenly over a time of the pages' clock."""
    loop = asyncio.get_running_loop()
    began = loop.time()
    for number, (x, y) in enumerate(points, 1):
        await session.page.mouse(mouse.move(x, y, button or session.held))
        session.pointer = (x, y)
        if session.clock.virtual:
            await session.clock.let_pass(seconds / len(points))
        elif (left := began + seconds * number / len(points) - loop.time()) > 0:
            await asyncio.sleep(left)


@hand(web.Click)
async def click(session: "WebSession", action: web.Click) -> ActionResult:
    at = await place(session, action.element, action.x, action.y)
    x, y = at.point
    held = modifiers_of(action.keys)
    downs, ups = keyboard.hold(action.keys) if action.keys else ([], [])
    page = session.page
    await page.keys(downs)
    session.pointer = (x, y)
    # Events that no time passes between go together: a lone move is held back for a frame.
    events = [mouse.move(x, y, modifiers=held)]
    for count in range(1, action.count + 1):
        events.append(mouse.down(x, y, action.button, count, held))
        if action.hold or session.clock.virtual:
            await page.mouse(*events)
            await session.clock.let_pass(action.hold or PRESS)
            events = []
        events.append(mouse.up(x, y, action.button, count, held))
    await page.mouse(*events)
    await page.keys(ups)
    button = "" if action.button == "left" else f" with the {action.button} button"
    times = ("", " twice", " three times")[action.count - 1]
    return done(f"clicked {at.what}{button}{times}")


@hand(web.Hover)
async def hover(session: "WebSession", action: web.Hover) -> ActionResult:
    at = await place(session, action.element, action.x, action.y)
    await move_through(session, [at.point], MOVE if session.clock.virtual else 0)
    over = f", over {at.what}" if action.element is not None else ""
    return done(f"the mouse is at ({at.x:.0f}, {at.y:.0f}){over}")


@hand(web.MoveMouse)
async def move_mouse(session: "WebSession", action: web.MoveMouse) -> ActionResult:
    await move_through(session, action.path, action.seconds)
    x, y = session.pointer
    return done(f"the mouse is at ({x:.0f}, {y:.0f})")


@hand(web.Drag)
async def drag(session: "WebSession", action: web.Drag) -> ActionResult:
    start = (await place(session, action.element, action.x, action.y)).point
    await session.page.mouse(mouse.move(*start), mouse.down(*start))
    end = (await place(session, action.to_element, action.to_x, action.to_y)).point
    stops = [start, *((x, y) for x, y in action.via), end]
    lengths = [max(dist(one, other), 1) for one, other in pairwise(stops)]
    points: list[list[float]] = []
    for (one, other), length in zip(pairwise(stops), lengths, strict=True):
        steps = max(2, round(action.seconds * MOVES * length / sum(lengths)))
        points += mouse.way(one, other, steps)
    await move_through(session, points, action.seconds, "left")
    await session.page.mouse(mouse.up(*end))
    await pause(session, PRESS)
    (x, y), (to_x, to_y) = start, end
    return done(f"dragged from ({x:.0f}, {y:.0f}) to ({to_x:.0f}, {to_y:.0f})")


@hand(web.Type)
async def type_text(session: "WebSession", action: web.Type) -> ActionResult:
    into = ""
    if action.placed:
        at = await place(session, action.element, action.x, action.y)
        await session.page.click(*at.point)
        session.pointer = at.point
        into = f" into {at.what}" if action.element is not None else f" {at.what}"
    if action.clear:
        await session.page.press("a", modifiers=keyboard.CONTROL)
        await session.page.press("Delete")
    await session.page.type(action.text)
    await pause(session, PRESS + STROKE * len(action.text))
    return done(f"typed {len(action.text)} characters{into}")


@hand(web.Press)
async def press(session: "WebSession", action: web.Press) -> ActionResult:
    try:
        downs, ups = keyboard.hold(action.keys)
    except KeyError as error:
        raise CannotReach(f"there is no key {error.args[0]!r}") from error
    for _ in range(action.times):
        await session.page.keys(downs)
        await pause(session, action.hold or STROKE, real=action.hold > 0)
        await session.page.keys(ups)
    return done(f"pressed {action.keys}")


@hand(web.Scroll)
async def scroll(session: "WebSession", action: web.Scroll) -> ActionResult:
    if action.placed:
        x, y = (await place(session, action.element, action.x, action.y)).point
    else:
        size = session.page.playwright.viewport_size or {"width": 1280, "height": 720}
        x, y = size["width"] / 2, size["height"] / 2
    await session.page.mouse(mouse.move(x, y), mouse.wheel(x, y, action.right, action.down))
    await session.page.call("webproctor.scrolled")
    session.pointer = (x, y)
    await pause(session, PRESS)
    return done(f"turned the wheel at ({x:.0f}, {y:.0f})")


@hand(web.SelectOption)
async def select_option(session: "WebSession", action: web.SelectOption) -> ActionResult:
    element = await element_at(session, action.element)
    if element.tag != "select":
        raise CannotReach(f"element {action.element} is a {element.tag}, not a drop-down list")
    if action.option not in element.options:
        shown = ", ".join(map(repr, element.options[:20]))
        raise CannotReach(f"there is no option {action.option!r}: options are {shown}")
    await session.page.call("elements.focus", action.element)
    steps = element.options.index(action.option)
    now = element.options.index(element.value) if element.value in element.options else 0
    key = "ArrowDown" if steps > now else "ArrowUp"
    await session.page.press(*[key] * abs(steps - now))
    await pause(session, PRESS + STROKE * abs(steps - now))
    chosen = (await element_at(session, action.element)).value
    return ActionResult(ok=chosen == action.option, message=f"chosen: {chosen!r}")


@hand(web.SetRange)
async def set_range(session: "WebSession", action: web.SetRange) -> ActionResult:
    await element_at(session, action.element)
    scale = await session.page.call("elements.scale", action.element)
    if scale is None:
        raise CannotReach(f"element {action.element} is no slider; drag its handle")
    wanted = min(max(action.value, scale["least"]), scale["most"])
    steps = round((wanted - scale["value"]) / scale["step"])
    await session.page.call("elements.focus", action.element)
    key = "ArrowRight" if steps > 0 else "ArrowLeft"
    for begun in range(0, abs(steps), _STROKES):
        strokes = min(_STROKES, abs(steps) - begun)
        await session.page.press(*[key] * strokes)
        await pause(session, STROKE * strokes)
    reached = (await session.page.call("elements.scale", action.element))["value"]
    near = abs(reached - action.value) <= scale["step"] / 2
    return ActionResult(ok=near, message=f"the slider is at {reached:g}")


@hand(web.Upload)
async def upload(session: "WebSession", action: web.Upload) -> ActionResult:
    folder, page = session.page.folder, session.page
    paths = [folder / Path(name).name for name in action.files]
    if missing := [path.name for path in paths if not path.is_file()]:
        there = ", ".join(sorted(path.name for path in folder.iterdir())) or "none"
        raise CannotReach(f"there is no file {missing[0]!r}: files are {there}")
    node = None
    if action.element is not None:
        node = await page.node(f"elements.at({action.element})")
    elif action.x is not None:
        await page.click(*(await place(session, None, action.x, action.y)).point)
    if not await page.choose(paths, node):
        raise CannotReach("no file dialog is open, and no file input was named")
    await pause(session, PRESS)
    return done(f"chose {', '.join(action.files)}")


@hand(web.ListFiles)
async def list_files(session: "WebSession", action: web.ListFiles) -> ActionResult:
    await session.page.saved()
    names = sorted(path.name for path in session.page.folder.iterdir())
    return done(f"{len(names)} files", data="\n".join(names))


@hand(web.ReadFile)
async def read_file(session: "WebSession", action: web.ReadFile) -> ActionResult:
    await session.page.saved()
    path = session.page.folder / Path(action.file).name
    if not path.is_file():
        there = ", ".join(sorted(one.name for one in session.page.folder.iterdir())) or "none"
        raise CannotReach(f"there is no file {action.file!r}: files are {there}")
    return files.read(path)


@hand(web.PrintPage)
async def print_page(session: "WebSession", action: web.PrintPage) -> ActionResult:
    path = session.page.folder / "print.pdf"
    path.write_bytes(await session.page.print())
    await pause(session, PRESS)
    return files.read(path)


@hand(web.Navigate)
async def navigate(session: "WebSession", action: web.Navigate) -> ActionResult:
    session.visited.append(action.url)
    went = await session.page.go("to", url=action.url)
    await pause(session, PRESS)
    message = f"opened {action.url}" if went else f"{action.url} cannot be reached"
    return ActionResult(ok=went, message=message, page_changed=True)


async def _go(session: "WebSession", where: str) -> ActionResult:
    went = await session.page.go(where)
    await pause(session, PRESS)
    message = f"went {where}" if went else f"there is no page to go {where} to"
    return ActionResult(ok=went, message=message, page_changed=went)


@hand(web.Search)
async def search(session: "WebSession", action: web.Search) -> ActionResult:
    reached = session.page.guard.allowed
    engines = sorted(host for host in reached if not host.endswith("localhost"))
    if not engines:
        raise CannotReach(
            "there is no search engine here: nothing outside this task can be reached"
        )
    return await navigate(
        session, web.Navigate(url=f"https://{engines[0]}/search?q={quote_plus(action.query)}")
    )


@hand(web.Back)
async def back(session: "WebSession", action: web.Back) -> ActionResult:
    return await _go(session, "back")


@hand(web.Forward)
async def forward(session: "WebSession", action: web.Forward) -> ActionResult:
    return await _go(session, "forward")


@hand(web.Reload)
async def reload(session: "WebSession", action: web.Reload) -> ActionResult:
    await session.page.go("reload")
    await pause(session, PRESS)
    return done("reloaded", page_changed=True)


@hand(web.SwitchTab)
async def switch_tab(session: "WebSession", action: web.SwitchTab) -> ActionResult:
    if action.tab >= len(session.tabs):
        raise CannotReach(f"there is no tab {action.tab}: tabs are 0 to {len(session.tabs) - 1}")
    await session.bring_to_front(session.tabs[action.tab])
    await pause(session, PRESS)
    return done(f"tab {action.tab} is in front", page_changed=True)


@hand(web.CloseTab)
async def close_tab(session: "WebSession", action: web.CloseTab) -> ActionResult:
    if len(session.tabs) == 1:
        raise CannotReach("the last tab stays open")
    await session.page.playwright.close()
    await session.bring_to_front(session.page)
    return done("closed the tab", page_changed=True)


@hand(web.Wait)
async def wait(session: "WebSession", action: web.Wait) -> ActionResult:
    await session.clock.let_pass(action.seconds)
    return done(f"waited {action.seconds:g} s")
