"""The virtual screen: access control, and ending with the process that started it."""

import asyncio
import io
import os
import subprocess
import sys

import psutil
import pytest
from PIL import Image, ImageChops
from Xlib import error
from Xlib.display import Display as AnyDisplay

from webproctor.core.errors import UserError
from webproctor.environments.desktop import Display, find_programs
from webproctor.environments.desktop.display import HEIGHT, WIDTH

SCRIPT = """
import asyncio
from webproctor.environments.desktop import Display

async def main():
    async with Display.start():
        print("started", flush=True)
        await asyncio.sleep(600)

asyncio.run(main())
"""


@pytest.fixture(scope="module", autouse=True)
def programs() -> None:
    try:
        find_programs()
    except UserError as missing:
        pytest.skip(str(missing))


async def test_a_screen_requires_its_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XAUTHORITY", os.devnull)
    async with Display.start() as screen:
        with pytest.raises(error.DisplayConnectionError):
            await asyncio.to_thread(AnyDisplay, screen.name)


async def test_the_key_file_of_a_screen_is_private() -> None:
    async with Display.start() as screen:
        key = screen.screen.environment["XAUTHORITY"]
        assert os.stat(key).st_mode & 0o77 == 0  # noqa: PTH116


def test_a_screen_ends_when_its_harness_is_killed() -> None:
    harness = subprocess.Popen([sys.executable, "-c", SCRIPT], stdout=subprocess.PIPE)
    assert harness.stdout is not None
    assert harness.stdout.readline() == b"started\n"
    started = psutil.Process(harness.pid).children(recursive=True)
    assert {one.name() for one in started} >= {"Xvfb", "openbox"}
    harness.kill()
    harness.wait()
    harness.stdout.close()
    _, alive = psutil.wait_procs(started, timeout=300)
    assert alive == []


async def test_a_screenshot_shows_the_mouse_cursor_at_the_mouse_position() -> None:
    async with Display.start() as screen:
        for x, y in ((300, 200), (900, 500), (WIDTH - 1, HEIGHT - 1)):
            screen.move(x, y)
            await screen.settle()
            empty = Image.frombytes("RGB", (WIDTH, HEIGHT), screen.raw(), "raw", "BGRX")
            shot = Image.open(io.BytesIO(screen.screenshot()))
            drawn = ImageChops.difference(shot, empty).getbbox()
            assert drawn is not None
            left, top, right, bottom = drawn
            assert left <= x < right
            assert top <= y < bottom
            assert max(right - left, bottom - top) <= 64


async def test_other_episodes_continue_while_a_long_text_is_typed() -> None:
    async with Display.start() as screen:
        typing = asyncio.create_task(screen.type("x" * 300))
        turns = 0
        while not typing.done():
            await asyncio.sleep(0)
            turns += 1
    assert turns >= 300


async def test_every_point_of_the_screen_is_a_pixel() -> None:
    async with Display.start() as screen:
        screen.move(WIDTH - 0.1, HEIGHT - 0.1)
        assert screen.pointer == (WIDTH - 1, HEIGHT - 1)
