"""Tests of picking elements and performing operations on a live page."""

from io import BytesIO

import pytest
from collect.demonstration.conftest import Do, named
from PIL import Image

from webproctor.collect.demonstration.capture import MAX_HEIGHT, MAX_WIDTH, capture
from webproctor.collect.demonstration.live import perform, pick, targets_of
from webproctor.core.errors import UserError
from webproctor.environments.browser.session import WebSession


async def test_an_element_is_picked_at_a_point_without_clicking_it(session: WebSession, site):
    box = (await named(session, "Buscar")).box
    assert box is not None
    before = list(site.requests)
    target = await pick(session, box.x + box.width / 2, box.y + box.height / 2)
    assert target is not None
    assert (target.role, target.name, target.operations[0]) == ("button", "Buscar", "CLICK")
    assert {one.kind for one in session.inputs} <= {"move"}
    assert site.requests == before


async def test_nothing_is_picked_outside_elements(session: WebSession):
    assert await pick(session, 5, 700) is None


async def test_an_element_is_picked_after_scrolling(session: WebSession):
    await session.page.run("document.body.style.paddingTop = '3000px'; scrollTo(0, 2800)")
    box = (await named(session, "Buscar")).box
    assert box is not None
    seen = await session.page.run("scrollY")
    target = await pick(session, box.x + 2, box.y - seen + 2)
    assert target is not None
    assert target.name == "Buscar"


async def test_the_innermost_of_nested_elements_is_picked(session: WebSession):
    await session.page.run(
        'document.body.innerHTML = \'<div onclick=1 tabindex=0 style="width:300px">Card'
        "<button>Inner</button></div>'"
    )
    box = (await named(session, "Inner")).box
    assert box is not None
    target = await pick(session, box.x + 3, box.y + 3)
    assert target is not None
    assert target.name == "Inner"


async def test_each_kind_of_element_has_its_operations(session: WebSession):
    first = [(one.role, one.operations[0]) for one in await targets_of(session)]
    assert first == [
        ("textbox", "TYPE"), ("combobox", "SELECT"), ("textbox", "TYPE"), ("button", "CLICK"),
    ]  # fmt: skip


async def test_the_options_of_a_list_are_given_by_label(session: WebSession):
    assert (await named(session, "Entrega")).options == ("hoy", "mañana, 9:30 AM")


async def test_operations_use_real_input(session: WebSession, do: Do):
    await do("Búsqueda", "TYPE", "té: verde")
    await do("Entrega", "SELECT", "mañana, 9:30 AM")
    read = "[...document.querySelectorAll('input, select')].map((one) => one.value)"
    assert await session.page.run(read) == ["té: verde", "x", ""]
    await do("Búsqueda", "ENTER")
    assert session.page.url.endswith("/shop/list?q=t%C3%A9%3A+verde&when=x&key=")


async def test_the_page_is_stored_before_and_after_a_step(do: Do):
    performed = await do("Buscar")
    assert "Buscar" in performed.before.dom["strings"]
    assert "Comprar" in performed.after.dom["strings"]
    assert performed.before.mhtml.startswith("From: ")
    assert performed.before.screenshot[:2] == b"\xff\xd8"
    names = [node.get("name", {}).get("value") for node in performed.before.axtree["nodes"]]
    assert "Buscar" in names
    assert performed.step.url.endswith("/shop")
    assert performed.step.title == "Tienda"


async def test_a_step_is_written_like_in_the_data_set(do: Do):
    assert (await do("Entrega", "SELECT", "hoy")).step.repr == "[combobox]  Entrega -> SELECT: hoy"
    typed = await do("Búsqueda", "TYPE", "9:30")
    assert typed.step.repr == "[textbox]  Búsqueda -> TYPE: 9:30"
    assert (await do("Buscar", "HOVER")).step.repr == "[button]  Buscar -> HOVER"


async def test_a_fake_click_is_not_executed(session: WebSession, do: Do, site):
    await do("Buscar")
    performed = await do("Comprar", fake=True)
    await session.page.catch_up()
    assert performed.step.repr == "[button]  Comprar -> CLICK"
    assert "GET /shop/order" not in site.requests


async def test_an_operation_that_the_element_does_not_support_is_refused(do: Do):
    with pytest.raises(UserError, match="button 'Buscar' accepts CLICK, HOVER, ENTER, not TYPE"):
        await do("Buscar", "TYPE", "x")
    with pytest.raises(UserError, match="'tomorrow' is not an option: they are hoy, mañana"):
        await do("Entrega", "SELECT", "tomorrow")
    with pytest.raises(UserError, match="only a click can be fake"):
        await do("Búsqueda", "TYPE", "x", fake=True)


async def test_an_element_that_no_longer_exists_must_be_picked_again(session: WebSession, do: Do):
    target = await named(session, "Buscar")
    await session.page.run("document.body.innerHTML = ''")
    await targets_of(session)
    with pytest.raises(UserError, match="no longer on the page: pick it again"):
        await perform(session, target, "CLICK")


@pytest.mark.exhaustive
async def test_the_screenshot_of_a_huge_page_is_limited(session: WebSession):
    await session.page.run("document.body.style.cssText = 'width:200000px;height:200000px'")
    picture = (await capture(session.page)).screenshot
    with Image.open(BytesIO(picture)) as image:
        assert image.size == (MAX_WIDTH, MAX_HEIGHT)
