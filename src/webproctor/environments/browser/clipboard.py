"""The clipboard of a browser process.

All contexts of a process share its clipboard, so an episode could read what another one has
copied. Here each episode finds only what it has copied itself: before its key strokes paste or
copy, its own content is put into the clipboard, by key strokes in a page that no episode uses.
"""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass, field
from typing import Any

from webproctor.environments.browser import keyboard
from webproctor.environments.browser.contexts import Contexts
from webproctor.environments.browser.devtools import FAILED, Channel
from webproctor.environments.browser.keyboard import CONTROL, META, SHIFT
from webproctor.environments.browser.timeouts import answering

# The keys that cut, copy and paste, with the modifiers of which one must be held.
_COPY_KEYS = {"c": CONTROL | META, "x": CONTROL | META, "Insert": CONTROL, "Delete": SHIFT}
_PASTE_KEYS = {"v": CONTROL | META, "Insert": SHIFT}
_KEY = "Input.dispatchKeyEvent"
# Content that pastes nothing.
_EMPTY = {"text/plain": ""}
_PAGE = """<textarea></textarea><script>
const area = document.querySelector('textarea');
let given = {}, got = {};
const give = (data) => { given = data; area.value = '-'; area.select(); };
document.oncopy = (event) => {
    event.preventDefault();
    for (const [type, text] of Object.entries(given)) event.clipboardData.setData(type, text);
};
document.onpaste = (event) => {
    event.preventDefault();
    const data = event.clipboardData, types = data.types.filter((type) => type !== 'Files');
    got = Object.fromEntries(types.map((type) => [type, data.getData(type)]));
};
</script>"""


@dataclass(eq=False)
class Copied:
    """What an episode has copied.

    Attributes:
        data: The texts by MIME type.
        outdated: Whether its pages may have copied something else since then.
    """

    data: dict[str, str] = field(default_factory=_EMPTY.copy)
    outdated: bool = False


def copies(event: dict[str, Any]) -> bool:
    """Whether a key event, as created by the module `keyboard`, can copy or cut."""
    return _pressed(event, _COPY_KEYS)


def uses_clipboard(event: dict[str, Any]) -> bool:
    """Whether a key event can copy, cut or paste."""
    return copies(event) or _pressed(event, _PASTE_KEYS)


def _pressed(event: dict[str, Any], keys: dict[str, int]) -> bool:
    modifiers = event.get("modifiers", 0)
    if not modifiers or event["type"] == "keyUp":
        return False
    key = event.get("key", "")
    return bool(modifiers & keys.get(key.lower() if len(key) == 1 else key, 0))


class Clipboard:
    """The clipboard of a browser process; its page is opened when it is first used."""

    def __init__(self, contexts: Contexts) -> None:
        self._contexts = contexts
        self._page: Channel | None = None
        self._lock = asyncio.Lock()
        self._owner: Copied | None = None

    def note(self, copied: Copied) -> None:
        """Note that a script of an episode's page has copied something."""
        self._owner = copied
        copied.outdated = True

    @contextlib.asynccontextmanager
    async def use(
        self, copied: Copied, events: Iterable[dict[str, Any]], seconds: float
    ) -> AsyncIterator[None]:
        """Give the clipboard to an episode while the block sends key events.

        Args:
            copied: What the episode has copied; it is updated.
            seconds: Timeout for the browser.

        Raises:
            SessionLost: If the browser died, or does not respond.
        """
        async with self._lock:
            async with answering("using the clipboard", seconds):
                if self._owner is not copied:
                    await self._save_owner_data()
                    self._owner = None
                    await self._write(copied.data)
                    self._owner = copied
            yield
            if any(map(copies, events)):
                copied.outdated = True
                async with answering("using the clipboard", seconds):
                    await self._save_owner_data()

    async def _save_owner_data(self) -> None:
        """Read what the owner has copied, before another episode uses the clipboard."""
        if self._owner is not None and self._owner.outdated:
            page = await self._open_page()
            await page.send_all(_KEY, keyboard.press("v", CONTROL))
            self._owner.data = await _evaluate(page, "got") or _EMPTY.copy()
            self._owner.outdated = False

    async def _write(self, data: dict[str, str]) -> None:
        page = await self._open_page()
        await _evaluate(page, f"give({json.dumps(data)})")
        await page.send_all(_KEY, keyboard.press("c", CONTROL))

    async def _open_page(self) -> Channel:
        if self._page is None:
            tab = await (await self._contexts.create()).new_tab()
            await _evaluate(tab.channel, f"document.write({json.dumps(_PAGE)}); area.focus()")
            tab.channel.on(FAILED, self._on_failed)
            self._page = tab.channel
        return self._page

    def _on_failed(self, _: dict[str, Any]) -> None:
        self._page = None


async def _evaluate(page: Channel, expression: str) -> Any:
    answer = await page.send("Runtime.evaluate", {"expression": expression, "returnByValue": True})
    return answer["result"].get("value")
