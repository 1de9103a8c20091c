"""Forms with every type of control are filled in by `web` actions, and have the entered values."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from environments.browser.forms import READ, controls, script

from webproctor.core.observations import View
from webproctor.environments.browser import Browser
from webproctor.environments.browser.session import WebSession

ELEMENTS: frozenset[View] = frozenset({"elements"})
FILES = ["a.txt", "b.csv", "c.png"]
# Forms of a few controls, which always run; forms with all types of controls, in batches.
SMALL, BATCHES, FORMS = 10, 20, 10


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def session(site, browser: Browser) -> AsyncIterator[WebSession]:
    async with browser.page() as page:
        for name in FILES:
            (page.folder / name).write_text(name, encoding="utf-8")
        yield await WebSession.open(page, site.add("<title>Forms</title><body>"))


async def wrong(session: WebSession, seed: int, most: int = 100) -> list[str]:
    """Fill in a form; return the controls without their value, or with an error result."""
    shown = list(controls(seed, FILES, most))
    await session.page.run(script(shown))
    listed = (await session.observe(ELEMENTS)).read("elements")
    number = {one.label: one.index for one in listed}
    failures = {}
    for place, control in enumerate(shown):
        results = [await session.act(action) for action in control.actions(number.__getitem__)]
        failures[place] = [one.message for one in results if not one.ok]
    held = await session.page.run(READ)
    return [
        f"form {seed}: {control.html}: {value!r}, not {control.value!r}; {failures[place]}"
        for place, (control, value) in enumerate(zip(shown, held.values(), strict=True))
        if value != control.value or failures[place]
    ]


async def test_random_forms_contain_what_was_entered(session: WebSession) -> None:
    assert [one for seed in range(SMALL) for one in await wrong(session, seed, 6)] == []


@pytest.mark.exhaustive
@pytest.mark.parametrize("batch", range(BATCHES))
async def test_forms_with_every_control_contain_what_was_entered(
    session: WebSession, batch: int
) -> None:
    seeds = range(batch * FORMS, (batch + 1) * FORMS)
    assert [one for seed in seeds for one in await wrong(session, seed)] == []
