"""Real input events for a page.

They are sent through DevTools, with many events in flight at once: a click takes 2 ms instead of
the 30 ms of a driver that waits for a frame between events.
"""

from collections.abc import Iterable
from typing import Any

from webproctor.environments.browser import keyboard, mouse
from webproctor.environments.browser.clipboard import Clipboard, Copied, uses_clipboard
from webproctor.environments.browser.devtools import Channel
from webproctor.environments.browser.document import Document

OUTSIDE = (
    ("Input.dispatchMouseEvent", mouse.move(-1, -1)),
    # The page handles the move at once: see `Inputs.move_at_once`.
    ("Input.dispatchKeyEvent", {"type": "char"}),
)
"""Commands that move the mouse out of the viewport, where it is when an episode begins."""


class Inputs(Document):
    """A document that accepts input by mouse and keyboard.

    Attributes:
        modifiers: Sum of the modifier keys that are held down.
        clipboard: The clipboard of its browser; None if only this page uses it.
        copied: What its episode has copied.
    """

    def __init__(self, channel: Channel, timeout: float) -> None:
        super().__init__(channel, timeout)
        self.modifiers = 0
        self.clipboard: Clipboard | None = None
        self.copied = Copied()

    async def click(self, x: float, y: float, *, modifiers: int = 0) -> None:
        """Click at a point in the viewport, in CSS pixels, with the left mouse button."""
        await self.mouse(
            mouse.move(x, y, modifiers=modifiers),
            mouse.down(x, y, modifiers=modifiers),
            mouse.up(x, y, modifiers=modifiers),
        )

    async def mouse(self, *events: dict[str, Any]) -> None:
        """Send mouse events, as created by the module `mouse`, with the modifiers held down."""
        modifiers = self.modifiers
        modified = [one | {"modifiers": one.get("modifiers", 0) | modifiers} for one in events]
        await self._send_all("Input.dispatchMouseEvent", modified if modifiers else events)

    async def move_at_once(self, event: dict[str, Any]) -> None:
        """Move the mouse without waiting for a frame.

        Pages handle mouse moves with the next frame, or before the next event of another kind. Here
        that is a key event without a character, which `witness.js` hides from the page.
        """
        modifiers = self.modifiers
        move = event | {"modifiers": event.get("modifiers", 0) | modifiers}
        flush = {"type": "char", "modifiers": modifiers}
        await self.send_commands(
            [("Input.dispatchMouseEvent", move), ("Input.dispatchKeyEvent", flush)]
        )

    async def keys(self, events: Iterable[dict[str, Any]]) -> None:
        """Send key events, as created by the module `keyboard`."""
        modifiers = self.modifiers
        modified = [keyboard.with_modifiers(one, modifiers) if modifiers else one for one in events]
        if self.clipboard is None or not any(map(uses_clipboard, modified)):
            await self._send_all("Input.dispatchKeyEvent", modified)
            return
        async with self.clipboard.use(self.copied, modified, self._timeout):
            await self._send_all("Input.dispatchKeyEvent", modified)
            await self.try_evaluate("0")  # Until then, the page has reported that it has copied.

    async def press(self, *keys: str, modifiers: int = 0) -> None:
        """Press keys one after another, with modifiers held down."""
        await self.keys(event for key in keys for event in keyboard.press(key, modifiers))

    async def type(self, text: str) -> None:
        """Type a text into the focused element, one key stroke per character."""
        await self.keys(keyboard.strokes(text))

    async def insert(self, text: str) -> None:
        """Insert a text at once where the focus is, without key strokes."""
        await self.send("Input.insertText", {"text": text})
