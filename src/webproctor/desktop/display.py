"""A screen that no monitor shows: an X server and a window manager, and its mouse and keyboard."""

import asyncio
import contextlib
import io
import os
import shutil
from collections import deque
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

from PIL import Image
from Xlib import X, display
from Xlib.ext import xtest

from webproctor.desktop import keys
from webproctor.errors import UserError
from webproctor.sessions import SessionLost

WIDTH, HEIGHT = 1280, 800
_PROGRAMS = ("Xvfb", "openbox")
_CONFIGURATION = Path(__file__).with_name("openbox.xml")
_BUTTONS = {
    "left": 1,
    "middle": 2,
    "right": 3,
    "up": 4,
    "down": 5,
    "wheel left": 6,
    "wheel right": 7,
}
# Seconds that the programs may take to start, and to end when they are asked to.
_PATIENCE = 20.0
# Clients learn of a changed keyboard by an event of their own, which nobody can see arrive.
_LEARNING = 0.03


def find_programs() -> dict[str, str]:
    """Where the programs are that a desktop is made of.

    Raises:
        UserError: If one is not installed.
    """
    found = {name: shutil.which(name) for name in _PROGRAMS}
    if missing := [name for name, path in found.items() if path is None]:
        raise UserError(
            f"a desktop needs {' and '.join(missing)}: on Debian and Ubuntu "
            "`sudo apt-get install xvfb openbox chromium`."
        )
    return {name: path for name, path in found.items() if path is not None}


class Display:
    """One screen. Made by `Display.start`.

    Attributes:
        name: What programs call it, such as `:7`.
        pointer: Where the mouse is, in pixels.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.pointer = (WIDTH // 2, HEIGHT // 2)
        self._server = display.Display(name)
        self._root = self._server.screen().root
        self._spares = deque(self._spare_codes())
        self._given: dict[int, int] = {}

    @classmethod
    @contextlib.asynccontextmanager
    async def start(cls) -> AsyncIterator["Display"]:
        """A fresh screen with a window manager; both end with the block.

        Raises:
            UserError: If a program is not installed.
            SessionLost: If one does not start.
        """
        programs = find_programs()
        async with contextlib.AsyncExitStack() as running:
            told, tells = os.pipe()
            try:
                size = f"{WIDTH}x{HEIGHT}x24"
                server = [programs["Xvfb"], "-displayfd", str(tells), "-screen", "0", size]
                await running.enter_async_context(
                    _program([*server, "-nolisten", "tcp", "-noreset"], pass_fds=(tells,))
                )
                os.close(tells)
                name = f":{await asyncio.to_thread(_first_line, told)}"
            finally:
                os.close(told)
            if name == ":":
                raise SessionLost("desktop", "the X server did not start")
            manager = [programs["openbox"], "--config-file", str(_CONFIGURATION)]
            screen = cls(name)
            running.callback(screen._server.close)
            await running.enter_async_context(_program(manager, env=os.environ | {"DISPLAY": name}))
            await screen._managed()
            yield screen

    async def _managed(self) -> None:
        """Wait until the window manager has taken over."""
        supporting = self._server.intern_atom("_NET_SUPPORTING_WM_CHECK")
        async with asyncio.timeout(_PATIENCE):
            # Xlib has no way to wait for an event without blocking the loop.
            while self._root.get_full_property(supporting, X.AnyPropertyType) is None:  # noqa: ASYNC110
                await asyncio.sleep(0.01)

    # Eyes

    def raw(self) -> bytes:
        """The pixels of the screen, four bytes each: blue, green, red, nothing."""
        taken = self._root.get_image(0, 0, WIDTH, HEIGHT, X.ZPixmap, 0xFFFFFFFF)
        return taken.data if isinstance(taken.data, bytes) else taken.data.encode("latin-1")

    def screenshot(self) -> bytes:
        """A PNG of the screen."""
        picture = Image.frombytes("RGB", (WIDTH, HEIGHT), self.raw(), "raw", "BGRX")
        out = io.BytesIO()
        picture.save(out, "PNG", compress_level=1)
        return out.getvalue()

    def title(self) -> str:
        """The title of the window in front; empty where there is none."""
        held = self._root.get_full_property(
            self._server.intern_atom("_NET_ACTIVE_WINDOW"), X.AnyPropertyType
        )
        if held is None or not held.value[0]:
            return ""
        window = self._server.create_resource_object("window", held.value[0])
        named = window.get_full_property(
            self._server.intern_atom("_NET_WM_NAME"), X.AnyPropertyType
        )
        return named.value.decode("utf-8", "replace") if named is not None else ""

    async def settle(self, longest: float = 1.0) -> None:
        """Wait until the screen stands still for a frame or two; one that never does is left."""
        loop = asyncio.get_running_loop()
        end, last = loop.time() + longest, b""
        while (now := self.raw()) != last and loop.time() < end:
            last = now
            await asyncio.sleep(0.035)

    # Hands

    def move(self, x: float, y: float) -> None:
        self.pointer = (round(x), round(y))
        xtest.fake_input(self._server, X.MotionNotify, x=self.pointer[0], y=self.pointer[1])
        self._server.sync()

    def button(self, button: str, *, down: bool) -> None:
        kind = X.ButtonPress if down else X.ButtonRelease
        xtest.fake_input(self._server, kind, _BUTTONS[button])
        self._server.sync()

    def key(self, symbol: int, *, down: bool) -> None:
        """Press or let go the key that bears a symbol, with Shift where it needs it."""
        code, shifted = self._code(symbol)
        shift = self._server.keysym_to_keycode(keys.symbol("Shift"))
        kind = X.KeyPress if down else X.KeyRelease
        if shifted and down:
            xtest.fake_input(self._server, X.KeyPress, shift)
        xtest.fake_input(self._server, kind, code)
        if shifted and not down:
            xtest.fake_input(self._server, X.KeyRelease, shift)
        self._server.sync()

    async def type(self, text: str) -> None:
        """Type a text by key strokes; characters that no key bears are given a key first."""
        for character in text.replace("\r\n", "\n"):
            symbol = keys.symbol(character)
            if not self._bears(symbol):
                self._give_key(symbol)
                await asyncio.sleep(_LEARNING)
            self.key(symbol, down=True)
            self.key(symbol, down=False)

    def _bears(self, symbol: int) -> bool:
        return symbol in self._given or any(
            index <= 1 for _, index in self._server.keysym_to_keycodes(symbol)
        )

    def _give_key(self, symbol: int) -> None:
        """Let the key that was given away longest ago bear a symbol.

        A busy client reads a stroke by the keyboard as it is then, not as it was: a key that
        changed its symbol at once would type the wrong character.
        """
        code = self._spares[0]
        self._spares.rotate(-1)
        self._given = {held: by for held, by in self._given.items() if by != code}
        self._given[symbol] = code
        self._server.change_keyboard_mapping(code, [(symbol, symbol)])
        self._server.sync()

    def _code(self, symbol: int) -> tuple[int, bool]:
        """The key that bears a symbol, and whether Shift must be held for it."""
        codes = [
            (code, index) for code, index in self._server.keysym_to_keycodes(symbol) if index <= 1
        ]
        if not codes:
            if symbol not in self._given:
                self._give_key(symbol)
            return self._given[symbol], False
        code, index = min(codes, key=lambda one: one[1])
        return code, index == 1

    def _spare_codes(self) -> list[int]:
        """The keys that bear nothing."""
        first, last = self._server.display.info.min_keycode, self._server.display.info.max_keycode
        mapping: Sequence[Sequence[int]] = self._server.get_keyboard_mapping(
            first, last - first + 1
        )
        return [code for code, symbols in enumerate(mapping, first) if not any(symbols)]


@contextlib.asynccontextmanager
async def _program(
    command: Sequence[str], *, env: dict[str, str] | None = None, pass_fds: Sequence[int] = ()
) -> AsyncIterator[None]:
    """A program that runs as long as the block."""
    quiet = asyncio.subprocess.DEVNULL
    process = await asyncio.create_subprocess_exec(
        *command, stdin=quiet, stdout=quiet, stderr=quiet, env=env, pass_fds=tuple(pass_fds)
    )
    try:
        yield
    finally:
        if process.returncode is None:
            process.terminate()
            try:
                async with asyncio.timeout(_PATIENCE):
                    await process.wait()
            except TimeoutError:
                process.kill()
                await process.wait()


def _first_line(descriptor: int) -> str:
    text = b""
    while not text.endswith(b"\n"):
        part = os.read(descriptor, 16)
        if not part:
            return ""
        text += part
    return text.decode().strip()
