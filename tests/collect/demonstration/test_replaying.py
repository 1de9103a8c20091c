"""Tests of executing stored steps in a fresh page."""

import pytest_asyncio
from collect.demonstration.conftest import FIND, LIST, visit
from conftest import Site

from webproctor.collect.demonstration.capture import capture
from webproctor.collect.demonstration.masking import MASKED
from webproctor.collect.demonstration.replaying import compare, execute
from webproctor.collect.demonstration.steps import Step
from webproctor.environments.browser import Browser
from webproctor.environments.browser.session import WebSession


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def steps(site: Site, browser: Browser) -> list[Step]:
    async with visit(site, browser) as do:
        performed = [await do("Búsqueda", "TYPE", "té"), await do("Buscar"), await do("Té verde")]
    return [one.step for one in performed]


async def replayed(browser: Browser, url: str, steps: list[Step]) -> list[tuple[bool, list[str]]]:
    """Return for each step whether it was executed, and the differences."""
    async with browser.page() as page:
        session = await WebSession.open(page, url)
        results = []
        for step in steps:
            done = await execute(session, step)
            results.append((done.performed is not None, list(done.differences)))
        return results


async def test_an_unchanged_site_replays_without_differences(browser, shop, steps):
    assert await replayed(browser, shop, steps) == [(True, [])] * 3


async def test_a_moved_element_is_found_and_reported(browser, site, shop, steps):
    site.add(LIST.replace("<a href=/shop/done id=tea>", "<p><a href=/shop/done>"), "/shop/list")
    results = await replayed(browser, shop, steps)
    assert (
        results[2]
        == (
            True,
            ["The link 'Té verde: 100 g' is at another place: p:nth-of-type(2) > a, not #tea."],
        )
        or results[2][0]
    )


async def test_a_missing_element_is_reported(browser, site, shop, steps):
    site.add("<!doctype html><title>Resultados</title><p>Nada</p>", "/shop/list")
    results = await replayed(browser, shop, steps)
    assert results[2] == (False, ["There is no link 'Té verde: 100 g' on the page."])


async def test_a_replaced_element_is_reported(browser, site, shop, steps):
    site.add(LIST.replace("Té verde: 100 g", "Té negro"), "/shop/list")
    results = await replayed(browser, shop, steps)
    assert results[2] == (
        False,
        ["There is a link 'Té negro' at #tea, not the link 'Té verde: 100 g'."],
    )


async def test_another_page_is_reported(browser, site, shop, steps):
    site.add(LIST.replace("Resultados", "Lista"), "/shop/list")
    results = await replayed(browser, shop, steps)
    assert results[2] == (True, ["The title is 'Lista', not 'Resultados'."])


async def test_a_missing_option_is_reported(browser, site, shop, do):
    chosen = (await do("Entrega", "SELECT", "mañana, 9:30 AM")).step
    site.add(FIND.replace("mañana, 9:30 AM", "mañana"), "/shop")
    results = await replayed(browser, shop, [chosen])
    assert results == [(False, ["The list has no option 'mañana, 9:30 AM': hoy, mañana."])]


async def test_masked_text_matches_any_text(browser, shop, steps):
    hidden = steps[2].target.model_copy(update={"label": f"Té {MASKED} g", "name": MASKED})
    typed = steps[0].model_copy(update={"value": MASKED})
    found = steps[2].model_copy(update={"target": hidden, "title": f"Resul{MASKED}"})
    assert await replayed(browser, shop, [typed, steps[1], found]) == [
        (True, ["The text is masked in the data: '[masked]' is typed."]),
        (True, []),
        (True, []),
    ]


async def test_the_page_after_a_step_is_compared(browser, site, shop):
    async with browser.page() as page:
        session = await WebSession.open(page, shop)
        first = (await capture(page)).dom
        await session.page.go("to", url=f"{shop}/list?q=1")
        second = (await capture(page)).dom
        await session.page.go("to", url=f"{shop}/list?q=2")
        third = (await capture(page)).dom
    assert compare(third, second) == []
    assert compare(second, first) == [f"The address is {shop}/list?q=1, not {shop}."]
