"""The clipboard of a browser process.

All contexts of a process share its clipboard, so that an episode could read what another one has
copied. Here each episode finds only what it has copied itself: before its key strokes paste or
copy, its own content is put into the clipboard, by key strokes in a page that no episode uses.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass, field
from typing import Any

from playwright.async_api import Browser, Page

from webproctor.environments.browser.driver import driven
from webproctor.environments.browser.keyboard import CONTROL, META, SHIFT

# The keys that cut, copy and paste, with the modifiers of which one must be held.
_COPYING = {"c": CONTROL | META, "x": CONTROL | META, "Insert": CONTROL, "Delete": SHIFT}
_PASTING = {"v": CONTROL | META, "Insert": SHIFT}
# Content of which nothing is pasted.
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
        newer: Whether a script of its pages has copied something else since then.
    """

    data: dict[str, str] = field(default_factory=_EMPTY.copy)
    newer: bool = False


def copies(event: dict[str, Any]) -> bool:
    """Whether a key event, as created by the module `keyboard`, can copy or cut."""
    return _pressed(event, _COPYING)


def uses_clipboard(event: dict[str, Any]) -> bool:
    """Whether a key event can copy, cut or paste."""
    return copies(event) or _pressed(event, _PASTING)


def _pressed(event: dict[str, Any], keys: dict[str, int]) -> bool:
    modifiers = event.get("modifiers", 0)
    if not modifiers or event["type"] == "keyUp":
        return False
    key = event.get("key", "")
    return bool(modifiers & keys.get(key.lower() if len(key) == 1 else key, 0))


class Clipboard:
    """The clipboard of a browser process; its page is opened when it is first used."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._page: Page | None = None
        self._lock = asyncio.Lock()
        self._owner: Copied | None = None

    def note(self, copied: Copied) -> None:
        """Note that a script of an episode's page has copied something."""
        self._owner = copied
        copied.newer = True

    @contextlib.asynccontextmanager
    async def used(
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
            async with driven("using the clipboard", seconds):
                if self._owner is not copied:
                    await self._keep()
                    self._owner = None
                    await self._write(copied.data)
                    self._owner = copied
            yield
            if any(map(copies, events)):
                copied.newer = True
                async with driven("using the clipboard", seconds):
                    await self._keep()

    async def _keep(self) -> None:
        """Read what the owner has copied, before another episode uses the clipboard."""
        if self._owner is not None and self._owner.newer:
            page = await self._opened()
            await page.keyboard.press("Control+v")
            self._owner.data = await page.evaluate("got") or _EMPTY.copy()
            self._owner.newer = False

    async def _write(self, data: dict[str, str]) -> None:
        page = await self._opened()
        await page.evaluate("give", data)
        await page.keyboard.press("Control+c")

    async def _opened(self) -> Page:
        if self._page is None or self._page.is_closed():
            context = await self._browser.new_context()
            page = await context.new_page()
            await page.set_content(_PAGE)
            await page.focus("textarea")
            page.on("crash", self._on_crash)
            self._page = page
        return self._page

    def _on_crash(self, page: Page) -> None:
        self._page = None
