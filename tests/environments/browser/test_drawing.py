"""Screenshots with marks."""

import io

from conftest import Site
from PIL import Image, ImageChops

from webproctor.core.observations import View
from webproctor.environments.browser import Browser
from webproctor.environments.browser.emulation import Viewport
from webproctor.environments.browser.session import WebSession

PICTURES: frozenset[View] = frozenset({"elements", "screenshot", "marked_screenshot"})
# Nothing fits beside it, so that its number is inside.
BUTTON = "<body style='margin:0'><button style='width:400px;height:300px'>Large</button>"


async def test_a_mark_is_drawn_around_its_element_on_a_screen_with_more_pixels(
    browser: Browser, site: Site
) -> None:
    async with browser.page(viewport=Viewport(400, 300, scale=2)) as page:
        session = await WebSession.open(page, site.add(BUTTON))
        seen = await session.observe(PICTURES)
    plain, marked = (
        Image.open(io.BytesIO(seen.read(view))).convert("RGB")
        for view in ("screenshot", "marked_screenshot")
    )
    assert ImageChops.difference(plain, marked).getbbox() == (0, 0, 800, 600)
