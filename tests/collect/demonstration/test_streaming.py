"""Tests of streaming a page to its annotator, and input to the page."""

from io import BytesIO
from typing import Any

import pytest
from collect.demonstration.conftest import Do, named
from PIL import Image

from webproctor.collect.demonstration.streaming import frames, send_input
from webproctor.core.errors import UserError
from webproctor.environments.browser.session import WebSession


def brightness(jpeg: bytes) -> int:
    """Return the mean brightness of a picture, 0 to 255."""
    with Image.open(BytesIO(jpeg)) as image:
        return image.convert("L").resize((1, 1)).tobytes()[0]


async def test_frames_show_the_page(session: WebSession):
    async with frames(session) as shown:
        assert brightness(await shown.next()) > 200
        await session.page.run("document.documentElement.style.background = 'black'")
        while brightness(await shown.next()) > 60:
            pass


async def test_the_active_tab_is_streamed(session: WebSession, do: Do, site):
    site.add("<body style='background:black'>", "/dark")
    await session.page.run(
        "document.body.innerHTML = '<a href=/dark target=_blank style=font-size:40px>Open</a>'"
    )
    async with frames(session) as shown:
        await do("Open")
        await shown.follow()
        while brightness(await shown.next()) > 60:
            pass


async def test_input_reaches_the_page(session: WebSession):
    box = (await named(session, "Búsqueda")).box
    assert box is not None
    x, y = box.x + 5, box.y + 5
    for kind in ("move", "down", "up"):
        await send_input(session, {"kind": kind, "x": x, "y": y})
    await send_input(session, {"kind": "text", "text": "té"})
    await send_input(session, {"kind": "key", "keys": "Shift+A"})
    assert await session.page.run("document.querySelector('[name=q]').value") == "téA"


async def test_the_wheel_scrolls(session: WebSession):
    await session.page.run("document.body.style.height = '5000px'")
    await send_input(session, {"kind": "wheel", "x": 300, "y": 300, "down": 400})
    await session.page.run(
        "new Promise((done) => (function look() { scrollY ? done() : setTimeout(look) })())"
    )
    assert await session.page.run("scrollY") > 0


async def test_other_input_is_refused(session: WebSession):
    others: tuple[Any, ...] = (
        None,
        {"kind": "fly"},
        {"kind": "move", "x": -1, "y": 0},
        {"kind": "move", "x": float("nan"), "y": 0},
        {"kind": "key", "keys": "NoSuchKey"},
        {"kind": "text", "text": "x" * 20_001},
    )
    for given in others:
        with pytest.raises(UserError):
            await send_input(session, given)
