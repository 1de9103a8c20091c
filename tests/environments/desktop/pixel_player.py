"""Executes the oracle's web actions on a desktop, with real mouse and keyboard input.

The oracle reads the state of a game from the page, but acts only through the screen: it uses the
file dialog, the print preview and the pop-ups of drop-down lists.
"""

import asyncio
import itertools
import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from webproctor.core.actions import Action, ActionResult, computer, web
from webproctor.core.episodes import Step
from webproctor.core.observations import Observation, View
from webproctor.core.tasks import Task
from webproctor.environments.browser import files
from webproctor.environments.browser.session import WebSession
from webproctor.environments.desktop import DesktopSession

# Pixels by which a notch of the wheel scrolls the page in Chromium's window.
NOTCH = 100
# Position of the file dialog's button to open or save.
OPEN = (1152, 771)
# Timeout in seconds for a dialog or a file to appear.
TIMEOUT = 300


class PixelExecutor:
    """Replaces the session that the oracle uses."""

    def __init__(self, session: DesktopSession, task: Task) -> None:
        self.task = task
        self.unwrapped: WebSession = session.page_session
        self._session = session

    async def observe(self, reads: frozenset[View] = frozenset()) -> Observation:
        if not reads:
            return Observation()
        return await self.unwrapped.observe(reads)

    async def step(self, step: Step) -> Sequence[ActionResult]:
        results = []
        for action in step.actions:
            results.append(await self._do(action))
            await self.unwrapped.wait_until_idle()
        return results

    async def _act(self, *actions: Action) -> ActionResult:
        result = ActionResult(ok=True, message="")
        for action in actions:
            result = await self._session.act(action)
            assert result.ok, result.message
        return result

    async def _screen(self, x: float, y: float) -> tuple[float, float]:
        """Convert a point in the viewport to a point on the screen."""
        page = self.unwrapped.page
        left, top = await page.run("[screenX, screenY + outerHeight - innerHeight]")
        return left + x, top + y

    async def _place(self, action: Action) -> tuple[float, float] | None:
        element, x, y = (getattr(action, name, None) for name in ("element", "x", "y"))
        if element is not None:
            page = self.unwrapped.page
            found = await page.call("elements.reach", element)
            if "hidden" in found:
                found = await page.call("elements.show", element)
            x, y = found["x"], found["y"]
        return None if x is None or y is None else await self._screen(x, y)

    async def _do(self, action: Action) -> ActionResult:
        at = await self._place(action)
        point: dict[str, Any] = {"x": at[0], "y": at[1]} if at else {}
        match action:
            case web.Click(hold=hold) if hold:
                return await self._hold(point, hold)
            case web.Click():
                button, count, keys = action.button, action.count, action.keys
                return await self._act(
                    computer.MouseClick(**point, button=button, count=count, keys=keys)
                )
            case web.Hover():
                return await self._act(computer.MouseMove(**point))
            case web.MoveMouse():
                return await self._move_mouse(action)
            case web.Drag():
                return await self._drag(action, point)
            case web.Type():
                return await self._type(action, point)
            case web.Press(hold=hold) if hold:
                return await self._act(computer.HoldKey(keys=action.keys, seconds=hold))
            case web.Press():
                return await self._press(action)
            case web.Scroll():
                return await self._scroll(action, point or {"x": 640, "y": 450})
            case web.SelectOption():
                await self._act(computer.MouseClick(**point))
                return await self._act(
                    computer.TypeText(text=action.option), computer.KeyPress(keys="Enter")
                )
            case web.Upload():
                return await self._upload(action, point)
            case web.PrintPage():
                return await self._print()
            case web.Back():
                return await self._act(computer.KeyPress(keys="alt+Left"))
            case web.Reload():
                return await self._act(computer.KeyPress(keys="F5"))
            case web.Navigate():
                await self._act(computer.KeyPress(keys="ctrl+l"))
                return await self._act(
                    computer.TypeText(text=action.url), computer.KeyPress(keys="Enter")
                )
            case web.SwitchTab():
                self.unwrapped.open_tabs.front = self.unwrapped.tabs[action.tab]
                return await self._act(computer.KeyPress(keys=f"ctrl+{action.tab + 1}"))
            case web.CloseTab():
                return await self._act(computer.KeyPress(keys="ctrl+w"))
            case web.Wait():
                return await self._act(computer.WaitAWhile(seconds=action.seconds))
        # Files are read directly, as with a desktop program.
        return await self.unwrapped.act(action)

    async def _move_mouse(self, action: web.MoveMouse) -> ActionResult:
        for x, y in action.path:
            self._session.display.move(*await self._screen(x, y))
            await asyncio.sleep(action.seconds / len(action.path))
        return await self._act(computer.CursorPosition())

    async def _drag(self, action: web.Drag, point: dict[str, Any]) -> ActionResult:
        assert action.to_x is not None
        assert action.to_y is not None
        stops = [*action.via, [action.to_x, action.to_y]]
        path = [list(await self._screen(x, y)) for x, y in stops]
        return await self._act(computer.MouseDrag(**point, path=path, seconds=action.seconds))

    async def _type(self, action: web.Type, point: dict[str, Any]) -> ActionResult:
        if point:
            await self._act(computer.MouseClick(**point))
        if action.clear:
            await self._act(computer.KeyPress(keys="ctrl+a"), computer.KeyPress(keys="Delete"))
        return await self._act(computer.TypeText(text=action.text))

    async def _press(self, action: web.Press) -> ActionResult:
        result = ActionResult(ok=True, message="")
        for done in range(0, action.times, 100):
            times = min(100, action.times - done)
            result = await self._act(computer.KeyPress(keys=action.keys, times=times))
        return result

    async def _upload(self, action: web.Upload, point: dict[str, Any]) -> ActionResult:
        browser = self._session.display.title()
        await self._file_dialog(computer.MouseClick(**point))
        path = self.unwrapped.page.folder / action.files[0]
        await self._act(computer.TypeText(text=str(path)))
        await self._accept(browser)
        return ActionResult(ok=True, message="chosen")

    async def _hold(self, point: dict[str, Any], seconds: float) -> ActionResult:
        """Hold the button until the page has seen it long enough: a busy browser sees it late."""
        page = self.unwrapped.page
        await page.run(
            "window.held = new Promise((done) => addEventListener('pointerdown', "
            f"() => setTimeout(done, {seconds * 1000}), {{ once: true, capture: true }})); null"
        )
        await self._act(computer.MouseMove(**point))
        self._session.display.button("left", down=True)
        await page.run("window.held.then(() => null)")
        await self.unwrapped.wait_until_idle()
        return await self._act(computer.MouseButton(press="up"))

    async def _scroll(self, action: web.Scroll, point: dict[str, Any]) -> ActionResult:
        ways: Sequence[tuple[Any, Any, float]] = (
            ("down", "up", action.down),
            ("right", "left", action.right),
        )
        result = ActionResult(ok=True, message="")
        for forth, back, pixels in ways:
            left = math.ceil(abs(pixels) / NOTCH)
            while left:
                notches = min(left, 100)
                way = forth if pixels > 0 else back
                result = await self._act(
                    computer.MouseScroll(**point, direction=way, notches=notches)
                )
                left -= notches
        return result

    async def _file_dialog(self, opening: Action) -> None:
        """Open a file dialog, which is a window of its own, and wait until its picture is still.

        A busy browser can lose an input, so the action is repeated until the dialog opens.
        """
        display, browser = self._session.display, self._session.display.title()
        await self._repeat(opening, lambda: display.title() not in ("", browser))
        await asyncio.sleep(0.5)
        await display.settle()

    async def _accept(self, browser: str) -> None:
        """Press the file dialog's button until the window with the title `browser` is active."""
        press = computer.MouseClick(x=OPEN[0], y=OPEN[1])
        await self._repeat(press, lambda: self._session.display.title() == browser)

    async def _repeat(self, action: Action, done: Callable[[], bool]) -> None:
        """Execute an action every few seconds until it is done."""
        async with asyncio.timeout(TIMEOUT):
            for step in itertools.count():
                if step % 100 == 0:
                    await self._act(action)
                if done():
                    break
                await asyncio.sleep(0.05)

    async def _print(self) -> ActionResult:
        """Print to a file: the preview is a part of the browser's window that covers the page."""
        display, folder = self._session.display, Path(self.unwrapped.page.folder)
        there, page, browser = set(_prints(folder)), display.raw(), display.title()
        await self._repeat(
            computer.KeyPress(keys="ctrl+p"), lambda: _differing(display.raw(), page) >= 0.3
        )
        await display.settle()
        await self._file_dialog(computer.KeyPress(keys="Enter"))
        await self._accept(browser)
        async with asyncio.timeout(TIMEOUT):
            while not (new := set(_prints(folder)) - there):  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        await asyncio.sleep(0.5)
        return files.read(new.pop())


def _differing(one: bytes, other: bytes) -> float:
    """Return the fraction of a screen's bytes that differ, from 0 to 1."""
    return float((np.frombuffer(one, np.uint8) != np.frombuffer(other, np.uint8)).mean())


def _prints(folder: Path) -> list[Path]:
    return list(folder.rglob("*.pdf"))
