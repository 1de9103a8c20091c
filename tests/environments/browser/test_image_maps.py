"""Areas of image maps: where they are drawn, and which of them a click hits."""

from collections.abc import Awaitable, Callable

import pytest
from per_change import every

from webproctor.core.actions import web
from webproctor.core.observations import Box, View
from webproctor.environments.browser.session import WebSession

Show = Callable[[str], Awaitable[WebSession]]
ELEMENTS: frozenset[View] = frozenset({"elements"})
AREAS = """<map name=m id=other><area shape=RECT coords="10,10,50,50" href="#rect" alt=rect>
<area shape=circle coords="100 50 20" href="#circle" alt=circle>
<area shape=poly coords="150,10, 190,10, 170,90" href="#poly" alt=poly></map>"""
# The page's own answer: the part of the view in which points belong to each area.
_HIT = """(() => {
    const found = {}, image = [...document.images].at(-1).getBoundingClientRect();
    for (let x = 0; x <= image.right; x++) for (let y = 0; y <= image.bottom; y++) {
        const { tagName, alt } = document.elementFromPoint(x, y) ?? {};
        if (tagName !== 'AREA') continue;
        const [left, top, right, bottom] = found[alt] ?? [x, y, x, y];
        found[alt] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
    }
    return found;
})()"""
_IMAGE = "data:image/svg+xml,<svg xmlns=%22http://www.w3.org/2000/svg%22/>"


@pytest.mark.parametrize(
    "image",
    every(
        3,
        [
            "usemap=#m width=200 height=100",
            "usemap=#m width=200 height=100 style='border: 10px solid'",
            "usemap=#m width=200 height=100 style='padding: 15px 25px'",
            "usemap=#m width=300 height=150",
            "usemap=#m width=200 height=100 style='zoom: 1.5; border: 4px solid'",
            "usemap=#m width=200 height=100 style='transform: scale(1.5); transform-origin: 0 0'",
            "usemap=#other width=200 height=100",
            "usemap=#m hidden><img usemap=#m width=200 height=100",
        ],
    ),
)
async def test_an_area_has_a_mark_and_is_clicked_where_it_is_drawn(show: Show, image: str) -> None:
    image = image.replace("<img", f"<img src='{_IMAGE}'")
    session = await show(f"<div><img src='{_IMAGE}' {image}>{AREAS}</div>")
    hit = await session.page.evaluate(_HIT)
    elements = (await session.observe(ELEMENTS)).read("elements")
    assert [one.label for one in elements] == ["rect", "circle", "poly"]
    for element in elements:
        assert isinstance(element.box, Box)
        box = element.box
        drawn = [box.x, box.y, box.x + box.width, box.y + box.height]
        assert drawn == pytest.approx(hit[element.label], abs=2)
        await session.act(web.Click(element=element.index))
        assert (await session.observe()).url.endswith(f"#{element.label}")
