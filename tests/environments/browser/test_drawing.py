"""Screenshots with marks."""

import io

import pytest
from conftest import Site
from PIL import Image, ImageChops

from webproctor.core.actions import web
from webproctor.core.observations import View
from webproctor.environments.browser import Browser
from webproctor.environments.browser.drawing import draw
from webproctor.environments.browser.emulation import Viewport
from webproctor.environments.browser.session import WebSession

ELEMENTS: frozenset[View] = frozenset({"elements"})
# Nothing fits beside it, so that its number is inside.
BUTTON = "<body style='margin:0'><button style='width:400px;height:300px'>Large</button>"


async def test_a_mark_is_drawn_around_its_element_on_a_screen_with_more_pixels(
    browser: Browser, site: Site
) -> None:
    async with browser.page(viewport=Viewport(400, 300)) as page:
        session = await WebSession.open(page, site.add(BUTTON))
        elements = (await session.observe(ELEMENTS)).read("elements")
    plain = Image.new("RGB", (800, 600))
    out = io.BytesIO()
    plain.save(out, "PNG")
    marked = Image.open(io.BytesIO(draw(out.getvalue(), elements, width=400)))
    assert ImageChops.difference(plain, marked).getbbox() == (0, 0, 800, 600)


@pytest.mark.parametrize("view", ["screenshot", "marked_screenshot"])
async def test_a_point_in_a_picture_is_that_of_an_action_at_any_scale(
    browser: Browser, site: Site, view: View
) -> None:
    place = "position:absolute;left:300px;top:900px;width:80px;height:40px;border:0;background:red"
    html = f"<body style='height:2000px'><button style='{place}' onclick='document.title = `Hit`'>"
    async with browser.page(viewport=Viewport(400, 300, scale=2)) as page:
        session = await WebSession.open(page, site.add(html))
        await session.act(web.Scroll(down=800))
        png = (await session.observe(frozenset({view}))).read(view)
        picture = Image.open(io.BytesIO(png)).convert("RGB")
        red = picture.getpixel((375, 135))
        await session.act(web.Click(x=375, y=135))
        title = (await session.observe()).title
    assert (picture.size, red, title) == ((400, 300), (255, 0, 0), "Hit")
