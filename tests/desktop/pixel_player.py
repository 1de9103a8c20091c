"""The oracle's hands on a desktop: every web action as a person does it with a real mouse and keys.

What the oracle knows of a game it reads from the page; what it does, it does on the screen alone:
files go through the file dialog, prints through the print preview, lists through their pop-ups.
"""

import asyncio
import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from webproctor.actions import Action, ActionResult, computer, web
from webproctor.browser import files
from webproctor.browser.session import WebSession
from webproctor.desktop import DesktopSession
from webproctor.episodes import Turn
from webproctor.observations import Observation, View
from webproctor.tasks import Task

# Pixels of the page that a notch of the wheel turns, in Chromium's window.
NOTCH = 100
# Where the file dialog has its button to open or to save.
OPEN = (1152, 771)
# Seconds that a dialog or a file may take to appear.
PATIENCE = 60


class PixelHands:
    """Stands where the oracle expects its session."""

    def __init__(self, session: DesktopSession, task: Task) -> None:
        self.task = task
        self.unwrapped: WebSession = session.inside
        self._session = session

    async def observe(self, reads: frozenset[View] = frozenset()) -> Observation:
        if not reads:
            return Observation()
        return await self.unwrapped.observe(reads)

    async def turn(self, turn: Turn) -> Sequence[ActionResult]:
        results = []
        for action in turn.actions:
            results.append(await self._do(action))
            await self.unwrapped.rest()
        return results

    async def _act(self, *actions: Action) -> ActionResult:
        result = ActionResult(ok=True, message="")
        for action in actions:
            result = await self._session.act(action)
            assert result.ok, result.message
        return result

    async def _screen(self, x: float, y: float) -> tuple[float, float]:
        """A point of the view as a point of the screen."""
        page = self.unwrapped.page
        left, top = await page.run("[screenX, screenY + outerHeight - innerHeight]")
        return left + x, top + y

    async def _place(self, action: Action) -> tuple[float, float] | None:
        element, x, y = (getattr(action, name, None) for name in ("element", "x", "y"))
        if element is not None:
            found = await self.unwrapped.page.call("elements.reach", element)
            x, y = found["x"], found["y"]
        return None if x is None or y is None else await self._screen(x, y)

    async def _do(self, action: Action) -> ActionResult:
        at = await self._place(action)
        point: dict[str, Any] = {"x": at[0], "y": at[1]} if at else {}
        match action:
            case web.Click(hold=hold) if hold:
                return await self._hold(point, hold)
            case web.Click():
                how: dict[str, Any] = {
                    "button": action.button,
                    "count": action.count,
                    "keys": action.keys,
                }
                return await self._act(computer.MouseClick(**point, **how))
            case web.Hover():
                return await self._act(computer.MouseMove(**point))
            case web.MoveMouse():
                for x, y in action.path:
                    x, y = await self._screen(x, y)
                    self._session.display.move(x, y)
                    await asyncio.sleep(action.seconds / len(action.path))
                return await self._act(computer.CursorPosition())
            case web.Drag():
                assert action.to_x is not None
                assert action.to_y is not None
                stops = [*action.via, [action.to_x, action.to_y]]
                path = [list(await self._screen(x, y)) for x, y in stops]
                return await self._act(
                    computer.MouseDrag(**point, path=path, seconds=action.seconds)
                )
            case web.Type():
                if at:
                    await self._act(computer.MouseClick(**point))
                if action.clear:
                    await self._act(
                        computer.KeyPress(keys="ctrl+a"), computer.KeyPress(keys="Delete")
                    )
                return await self._act(computer.TypeText(text=action.text))
            case web.Press(hold=hold) if hold:
                return await self._act(computer.HoldKey(keys=action.keys, seconds=hold))
            case web.Press():
                result = ActionResult(ok=True, message="")
                for done in range(0, action.times, 100):
                    times = min(100, action.times - done)
                    result = await self._act(computer.KeyPress(keys=action.keys, times=times))
                return result
            case web.Scroll():
                return await self._scroll(action, point or {"x": 640, "y": 450})
            case web.SelectOption():
                await self._act(computer.MouseClick(**point))
                return await self._act(
                    computer.TypeText(text=action.option), computer.KeyPress(keys="Enter")
                )
            case web.Upload():
                before = self._session.display.raw()
                await self._act(computer.MouseClick(**point))
                await self._dialog(before)
                path = self.unwrapped.page.folder / action.files[0]
                await self._act(computer.TypeText(text=str(path)))
                await self._leave_dialog()
                return ActionResult(ok=True, message="chosen")
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
                self.unwrapped._front = self.unwrapped.tabs[action.tab]
                return await self._act(computer.KeyPress(keys=f"ctrl+{action.tab + 1}"))
            case web.CloseTab():
                return await self._act(computer.KeyPress(keys="ctrl+w"))
            case web.Wait():
                return await self._act(computer.WaitAWhile(seconds=action.seconds))
        # Files are looked into where they lie, as with a program of the desktop.
        return await self.unwrapped.act(action)

    async def _hold(self, point: dict[str, Any], seconds: float) -> ActionResult:
        """Hold for as long as it lasts where the page is: a busy browser sees the press late."""
        page = self.unwrapped.page
        await page.run(
            "window.held = new Promise((done) => addEventListener('pointerdown', "
            f"() => setTimeout(done, {seconds * 1000}), {{ once: true, capture: true }})); null"
        )
        await self._act(computer.MouseMove(**point))
        self._session.display.button("left", down=True)
        await page.run("window.held.then(() => null)")
        await self.unwrapped.rest()
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

    async def _dialog(self, before: bytes) -> None:
        """Wait until most of the screen shows something else, and then stands still."""
        async with asyncio.timeout(PATIENCE):
            while _differing(self._session.display.raw(), before) < 0.3:  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        await asyncio.sleep(0.5)
        await self._session.display.settle()

    async def _leave_dialog(self) -> None:
        """Press the dialog's button until the dialog has gone."""
        before = self._session.display.raw()
        async with asyncio.timeout(PATIENCE):
            while _differing(self._session.display.raw(), before) < 0.3:
                await self._act(computer.MouseClick(x=OPEN[0], y=OPEN[1]))
                await asyncio.sleep(0.5)

    async def _print(self) -> ActionResult:
        folder: Path = self.unwrapped.page.folder
        there = set(_prints(folder))
        for keys in ("ctrl+p", "Enter"):
            before = self._session.display.raw()
            await self._act(computer.KeyPress(keys=keys))
            await self._dialog(before)
        await self._leave_dialog()
        async with asyncio.timeout(PATIENCE):
            while not (new := set(_prints(folder)) - there):  # noqa: ASYNC110
                await asyncio.sleep(0.05)
        await asyncio.sleep(0.5)
        return files.read(new.pop())


def _differing(one: bytes, other: bytes) -> float:
    """The share of a screen's bytes that are not the same, 0 to 1."""
    return float((np.frombuffer(one, np.uint8) != np.frombuffer(other, np.uint8)).mean())


def _prints(folder: Path) -> list[Path]:
    return list(folder.rglob("*.pdf"))
