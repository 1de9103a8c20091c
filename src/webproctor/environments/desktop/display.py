"""A virtual screen (X server and window manager) with mouse and keyboard input."""

import asyncio
import contextlib
import os
import shutil
from collections import deque
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

from PIL import Image
from Xlib import X
from Xlib.error import BadWindow
from Xlib.ext import xtest

from webproctor.core.errors import UserError
from webproctor.core.pictures import encoded
from webproctor.core.sessions import SessionLost
from webproctor.environments.browser.launching import Screen
from webproctor.environments.desktop import access, cursor, keys
from webproctor.environments.isolation import owned_folder

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
# Timeout for starting and for ending the programs, in seconds.
_TIMEOUT = 20.0
# Seconds to wait until clients have handled the notification of a changed keyboard mapping.
_MAPPING_DELAY = 0.03


def find_programs() -> dict[str, str]:
    """Return the paths of the programs that a desktop requires.

    Raises:
        UserError: If one is not installed.
    """
    found = {name: shutil.which(name) for name in _PROGRAMS}
    if missing := [name for name, path in found.items() if path is None]:
        raise UserError(
            f"The desktop requires {' and '.join(missing)}: on Debian and Ubuntu "
            "`sudo apt-get install xvfb openbox chromium`."
        )
    return {name: path for name, path in found.items() if path is not None}


class Display:
    """An X screen, created by `Display.start`.

    Attributes:
        name: The display name, such as `:7`.
        screen: The access for a browser that opens windows on it.
        pointer: The mouse position, in pixels.
    """

    def __init__(self, name: str, key: Path) -> None:
        self.name = name
        environment = {"DISPLAY": name, "XAUTHORITY": str(key)}
        self.screen = Screen(environment, (Path(f"/tmp/.X11-unix/X{name[1:]}"), key))
        self.pointer = (WIDTH // 2, HEIGHT // 2)
        self._server = access.connect(name, key)
        self._root = self._server.screen().root
        cursor.enable(self._server)
        self._spare_key_codes = deque(self._spare_codes())
        self._assigned_codes: dict[int, int] = {}

    @classmethod
    @contextlib.asynccontextmanager
    async def start(cls) -> AsyncIterator["Display"]:
        """Start a new screen with a window manager; both end with the block.

        Raises:
            UserError: If a program is not installed.
            SessionLost: If a program does not start.
        """
        programs = find_programs()
        async with contextlib.AsyncExitStack() as running:
            key = running.enter_context(owned_folder()) / "key"
            name = await _start_server(running, programs["Xvfb"], key)
            window_manager = [programs["openbox"], "--config-file", str(_CONFIGURATION)]
            screen = cls(name, key)
            running.callback(screen._server.close)
            environment = os.environ | screen.screen.environment
            await running.enter_async_context(_program(window_manager, env=environment))
            await screen._wait_for_window_manager()
            yield screen

    async def _wait_for_window_manager(self) -> None:
        """Wait until the window manager is ready."""
        supporting = self._server.intern_atom("_NET_SUPPORTING_WM_CHECK")
        async with asyncio.timeout(_TIMEOUT):
            # Xlib has no way to wait for an event without blocking the loop.
            while self._root.get_full_property(supporting, X.AnyPropertyType) is None:  # noqa: ASYNC110
                await asyncio.sleep(0.01)

    # Observation

    def raw(self) -> bytes:
        """Return the pixels of the screen without the mouse cursor.

        Each pixel is four bytes: blue, green, red, unused.
        """
        image = self._root.get_image(0, 0, WIDTH, HEIGHT, X.ZPixmap, 0xFFFFFFFF)
        return image.data if isinstance(image.data, bytes) else image.data.encode("latin-1")

    def screenshot(self) -> bytes:
        """Take a PNG screenshot with the mouse cursor."""
        picture = Image.frombytes("RGB", (WIDTH, HEIGHT), self.raw(), "raw", "BGRX")
        cursor.draw(self._server, picture)
        return encoded(picture)

    def title(self) -> str:
        """Return the title of the active window, or "" if there is none."""
        window_property = self._root.get_full_property(
            self._server.intern_atom("_NET_ACTIVE_WINDOW"), X.AnyPropertyType
        )
        if window_property is None or not window_property.value[0]:
            return ""
        window = self._server.create_resource_object("window", window_property.value[0])
        try:
            name_property = window.get_full_property(
                self._server.intern_atom("_NET_WM_NAME"), X.AnyPropertyType
            )
        except BadWindow:  # It was closed in between.
            return ""
        return name_property.value.decode("utf-8", "replace") if name_property is not None else ""

    async def settle(self, seconds: float = 1.0) -> None:
        """Wait until the screen has a window and stops changing, for at most `seconds`."""
        loop = asyncio.get_running_loop()
        deadline, previous = loop.time() + seconds, b""
        # When the last window is closed, another one opens.
        while ((current := self.raw()) != previous or not self.title()) and loop.time() < deadline:
            previous = current
            await asyncio.sleep(0.035)

    # Input

    def move(self, x: float, y: float) -> None:
        # A point in the right half of the last pixel would be rounded to a pixel off the screen.
        self.pointer = (min(round(x), WIDTH - 1), min(round(y), HEIGHT - 1))
        xtest.fake_input(self._server, X.MotionNotify, x=self.pointer[0], y=self.pointer[1])
        self._server.sync()

    def button(self, button: str, *, down: bool) -> None:
        kind = X.ButtonPress if down else X.ButtonRelease
        xtest.fake_input(self._server, kind, _BUTTONS[button])
        self._server.sync()

    def key(self, symbol: int, *, down: bool) -> None:
        """Press or release the key of a symbol, with Shift if necessary."""
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
        """Type a text by key strokes; characters without a key are assigned one first."""
        for character in text.replace("\r\n", "\n"):
            symbol = keys.symbol(character)
            if not self._has_key(symbol):
                self._assign_key(symbol)
                await asyncio.sleep(_MAPPING_DELAY)
            self.key(symbol, down=True)
            self.key(symbol, down=False)
            await asyncio.sleep(0)  # A long text must not delay other episodes.

    def _has_key(self, symbol: int) -> bool:
        return symbol in self._assigned_codes or any(
            index <= 1 for _, index in self._server.keysym_to_keycodes(symbol)
        )

    def _assign_key(self, symbol: int) -> None:
        """Assign a symbol to the spare key that was assigned least recently.

        A busy client interprets a key stroke by the mapping at the time it handles it. If a key was
        reassigned at once, the client would type the wrong character.
        """
        code = self._spare_key_codes[0]
        self._spare_key_codes.rotate(-1)
        self._assigned_codes = {
            assigned_symbol: assigned_code
            for assigned_symbol, assigned_code in self._assigned_codes.items()
            if assigned_code != code
        }
        self._assigned_codes[symbol] = code
        self._server.change_keyboard_mapping(code, [(symbol, symbol)])
        self._server.sync()

    def _code(self, symbol: int) -> tuple[int, bool]:
        """Return the key code of a symbol, and whether it requires Shift."""
        codes = [
            (code, index) for code, index in self._server.keysym_to_keycodes(symbol) if index <= 1
        ]
        if not codes:
            if symbol not in self._assigned_codes:
                self._assign_key(symbol)
            return self._assigned_codes[symbol], False
        code, index = min(codes, key=lambda one: one[1])
        return code, index == 1

    def _spare_codes(self) -> list[int]:
        """Return the key codes without a symbol."""
        first, last = self._server.display.info.min_keycode, self._server.display.info.max_keycode
        mapping: Sequence[Sequence[int]] = self._server.get_keyboard_mapping(
            first, last - first + 1
        )
        return [code for code, symbols in enumerate(mapping, first) if not any(symbols)]


@contextlib.asynccontextmanager
async def _program(
    command: Sequence[str], *, env: dict[str, str] | None = None, pass_fds: Sequence[int] = ()
) -> AsyncIterator[None]:
    """Run a program while the block runs; it also ends with this process."""
    quiet = asyncio.subprocess.DEVNULL
    if setpriv := shutil.which("setpriv"):
        command = [setpriv, "--pdeathsig", "KILL", "--", *command]
    process = await asyncio.create_subprocess_exec(
        *command, stdin=quiet, stdout=quiet, stderr=quiet, env=env, pass_fds=tuple(pass_fds)
    )
    try:
        yield
    finally:
        if process.returncode is None:
            process.terminate()
            try:
                async with asyncio.timeout(_TIMEOUT):
                    await process.wait()
            except TimeoutError:
                process.kill()
                await process.wait()


async def _start_server(running: contextlib.AsyncExitStack, program: str, key: Path) -> str:
    """Start an X server, which ends with the stack; write its key, and return its display name.

    Raises:
        SessionLost: If it does not start.
    """
    cookie = access.write_key(key)
    read_end, write_end = os.pipe()
    # Unbuffered: another thread may still be reading when it is closed.
    with os.fdopen(read_end, "rb", buffering=0) as number_line:
        with os.fdopen(write_end, "wb"):
            command = [program, "-displayfd", str(write_end), "-auth", str(key)]
            command += ["-screen", "0", f"{WIDTH}x{HEIGHT}x24", "-nolisten", "tcp", "-noreset"]
            await running.enter_async_context(_program(command, pass_fds=(write_end,)))
        number = (await asyncio.to_thread(number_line.readline)).decode().strip()
    if not number:
        raise SessionLost("desktop", "the X server did not start")
    access.write_key(key, f":{number}", cookie)
    return f":{number}"
