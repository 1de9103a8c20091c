"""Scripts of an agent that keep its page from answering, or crash it, do not make it void."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from conftest import Site
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from webproctor.benchmarks.turkingbench.session import LIBRARY, PageSession
from webproctor.core.actions import form
from webproctor.core.observations import View
from webproctor.core.sessions import SessionLost
from webproctor.environments.browser import Browser, Page, hanging
from webproctor.environments.browser.devtools import DevToolsError

UNUSABLE = "the page has crashed or hangs after a script; the task has ended"
_HTML = "<title>Form</title><input name=q value=x>"
ELEMENTS: frozenset[View] = frozenset({"elements"})
ALL_VIEWS: frozenset[View] = frozenset(
    {"elements", "html", "text", "content", "dom", "screenshot", "tabs"}
)


class Never(Response):
    """A response that never begins."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass


@pytest_asyncio.fixture(loop_scope="session")
async def session(browser: Browser, site: Site) -> AsyncIterator[PageSession]:
    """A session whose page counts as hung after 0.5 s."""
    async with browser.page() as page:
        await page.open(site.add(_HTML), LIBRARY)
        session = PageSession(page, _HTML, await page.call("fields.find", ["q"]), True)
        page._timeout = 0.5
        yield session


def script(command: str) -> form.ExecuteJsCommand:
    return form.ExecuteJsCommand(command=command)


@pytest.mark.parametrize("command", ["while (true);", "new Promise(() => {})"])
async def test_a_script_that_does_not_end_is_stopped(session: PageSession, command: str) -> None:
    result = await session.act(script(command))
    assert not result.ok
    assert result.message == "the page did not answer in time, so its scripts were stopped"
    assert (await session.act(script("document.title"))).data == '"Form"'


async def test_a_script_that_hangs_the_page_later_is_stopped(session: PageSession) -> None:
    hang = "setTimeout(() => { while (true); })"
    assert (await session.act(script(hang))).ok
    assert (await session.observe(ELEMENTS)).title == "Form"
    assert (await session.act(script(hang))).ok
    [field] = (await session.evidence())["fields"]
    assert field["values"] == ["x"]


async def test_a_script_that_hangs_the_page_again_and_again_ends_the_episode_without_answers(
    session: PageSession,
) -> None:
    assert (await session.act(script("setInterval(() => { while (true); })"))).ok
    observation = await session.observe(ALL_VIEWS)
    assert [observation.read(view) for view in ("elements", "text", "tabs")] == [(), "", ("",)]
    assert observation.read("screenshot")
    assert len(observation.read("dom").tree) == 1
    assert session.over
    refused = await session.act(script("1"))
    assert (refused.ok, refused.message) == (False, UNUSABLE)
    assert await session.rect(form.ModifyText(input_name="q", input_value="y")) is None
    assert (await session.evidence())["fields"][0]["values"] == []


async def test_a_script_that_cannot_be_stopped_ends_the_episode_without_answers(
    session: PageSession, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hanging, "_TIMEOUT", 0.5)
    never = site.add(Never(), "/never")
    request = f"request.open('GET', '{never}', false); setTimeout(() => request.send())"
    assert (await session.act(script(f"const request = new XMLHttpRequest(); {request}; 1"))).ok
    result = await session.act(form.ModifyText(input_name="q", input_value="y"))
    assert (result.ok, result.message, session.over) == (False, UNUSABLE, True)


async def test_a_crash_between_two_actions_ends_the_episode_without_answers(
    session: PageSession,
) -> None:
    assert (await session.act(script("1"))).ok
    with pytest.raises(DevToolsError):
        await session.page.channel.send("Page.crash")
    assert (await session.observe(ELEMENTS)).read("elements") == ()
    assert session.over


async def test_a_page_that_hangs_without_a_script_of_the_agent_is_lost(
    session: PageSession,
) -> None:
    await session.page.run("setTimeout(() => { while (true); }); 1")
    with pytest.raises(SessionLost) as lost:
        await session.observe(ELEMENTS)
    assert lost.value.cause == "page hangs"


async def test_a_script_that_crashes_the_page_ends_the_episode_without_answers(
    session: PageSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def crash(page: Page, command: str) -> None:
        # Out of memory, for example.
        with pytest.raises(DevToolsError):
            await page.channel.send("Page.crash")
        page.check("script")

    monkeypatch.setattr(Page, "run", crash)
    result = await session.act(script("1"))
    assert result.message == UNUSABLE
    assert (result.ok, session.over) == (False, True)
    [field] = (await session.evidence())["fields"]
    assert (field["visible"], field["values"]) == (False, [])
