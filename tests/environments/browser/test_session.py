"""A live session: observations and evidence."""

import asyncio
import signal
from pathlib import Path
from typing import Any

import processes
import pytest
from conftest import Site
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from webproctor.core.actions.web import Click, Wait
from webproctor.core.observations import View
from webproctor.core.sessions import SessionLost
from webproctor.environments.browser import Browser, document
from webproctor.environments.browser.clock import VirtualClock
from webproctor.environments.browser.session import WebSession
from webproctor.environments.browser.traces import traced

ELEMENTS: frozenset[View] = frozenset({"elements"})
PAGE = (
    "<button style='position: absolute; left: 100px; top: 50px; width: 80px; height: 30px' "
    "onclick='console.error(`it broke`)'>Break</button>"
)


async def test_only_an_observation_by_the_agent_starts_a_step(site: Site, browser: Browser) -> None:
    clock = VirtualClock()
    async with browser.page() as page:
        session = await WebSession.open(page, site.add(PAGE), clock=clock, think=2.0)
        await session.observe()
        await session.act(Wait(seconds=0))
        once = clock.now()
        await session.peek()
        await session.act(Wait(seconds=0))
        watched = clock.now()
        await session.observe()
        await session.act(Wait(seconds=0))
        assert clock.now() - watched >= watched - once + 2.0
        assert once >= 2.0


@pytest.mark.exhaustive
async def test_a_page_that_hangs_before_its_session_starts_is_lost(
    site: Site, executable: Path
) -> None:
    before = processes.find("renderer")
    hosts = {site.host: site.port}
    async with Browser(hosts, executable=executable, timeout=2.0) as own, own.page() as page:
        renderers = processes.find("renderer") - before
        processes.send(signal.SIGSTOP, renderers)
        with pytest.raises(SessionLost, match=r"did not answer"):
            await WebSession.open(page, site.add(PAGE))
        processes.send(signal.SIGCONT, renderers)


@pytest.mark.exhaustive
async def test_a_text_can_be_typed_for_longer_than_the_timeout_of_the_page(
    site: Site, executable: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(document, "_EVENTS_AT_ONCE", 10)
    busy = "const end = performance.now() + 30; while (performance.now() < end);"
    url, text = site.add(f"<input onkeydown='{busy}'>"), "x" * 100
    hosts = {site.host: site.port}
    async with Browser(hosts, executable=executable, timeout=2.0) as own, own.page() as page:
        await page.open(url)
        await page.run("void document.querySelector('input').focus()")
        await page.type(text)
        assert await page.run("document.querySelector('input').value") == text


async def test_an_element_has_a_rect_and_a_point_has_none(site: Site, browser: Browser) -> None:
    async with browser.page() as page:
        session = await WebSession.open(page, site.add(PAGE))
        await session.observe(ELEMENTS)
        assert await session.rect(Click(element=0)) == pytest.approx((100, 50, 80, 30))
        assert await session.rect(Click(element=7)) is None
        assert await session.rect(Click(x=110, y=60)) is None


async def test_an_element_that_is_no_longer_displayed_has_no_rect(
    site: Site, browser: Browser
) -> None:
    async with browser.page() as page:
        session = await WebSession.open(page, site.add(PAGE))
        await session.observe(ELEMENTS)
        await page.run("document.querySelector('button').style.display = 'none'")
        assert await session.rect(Click(element=0)) is None
        await page.go("reload")
        assert await session.rect(Click(element=0)) is None
        assert (await session.observe()).url == page.url, "the session goes on"


async def test_console_errors_are_recorded(site: Site, browser: Browser) -> None:
    async with browser.page() as page:
        session = await WebSession.open(page, site.add(PAGE))
        await session.observe(ELEMENTS)
        await session.act(Click(element=0))
        await session.evidence()
        [error] = session.noted["error"]
        assert error.startswith("it broke")


async def test_a_document_that_replaces_another_is_waited_for_until_idle(
    site: Site, browser: Browser
) -> None:
    clock = "<script>globalThis.webproctorClock = {{ idle: async () => {{ {work} }} }};</script>"
    answered = "await new Promise((go) => setTimeout(go, 400)); document.body.append('answered');"
    later = site.add("<p>Later</p>" + clock.format(work=answered))
    leave = f"if (globalThis.left) location.assign('{later}');"
    first = "<button onclick='left = true'>Leave</button>" + clock.format(work=leave)
    async with browser.page() as page:
        session = await WebSession.open(page, site.add(first))
        await session.observe(ELEMENTS)
        await session.act(Click(element=0))
        text = (await session.observe(frozenset({"text"}))).read("text")
        assert text.split() == ["Later", "answered"]


async def test_a_clock_page_that_is_replaced_during_a_wait_is_not_watched(
    site: Site, browser: Browser
) -> None:
    clock = "<script>globalThis.webproctorClock = {{ {work} }};</script>"
    later = site.add("<p>Later</p>" + clock.format(work="idle: async () => {}"))
    first = "<button onclick='left = true'>Leave</button>" + clock.format(
        work=f"idle: () => globalThis.left ? new Promise(() => location.assign('{later}')) "
        ": Promise.resolve(), advance: async () => {}"
    )
    async with browser.page() as page:
        session = await WebSession.open(page, site.add(first), clock=VirtualClock())
        await session.observe(ELEMENTS)
        with traced(session) as tracer:
            tracer.action = Click(element=0)
            await session.act(tracer.action)
        assert page.url == later
        assert not session.settles
        assert tracer.trace is not None


class Late(Response):
    """A script that is sent only when `wanted` is set: the page waits for it."""

    def __init__(self, script: str) -> None:
        super().__init__(script, media_type="text/javascript")
        self.wanted = asyncio.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.wanted.wait()
        await super().__call__(scope, receive, send)


async def test_a_page_whose_scripts_have_not_run_yet_is_not_treated_as_having_no_clock(
    site: Site, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = "globalThis.webproctorClock = { idle: async () => {}, advance: async () => {} };"
    script = Late(clock)
    first = site.add(f"<script>{clock}</script>")
    later = site.add(f"<script src={site.add(script)}></script>")
    async with browser.page() as page:
        session = await WebSession.open(page, first, clock=VirtualClock())
        ask, answers = page.evaluate, list[Any]()

        async def replaced(expression: str) -> Any:
            """Answer as the next document does, which the session does not know yet."""
            if "idle" in expression and not answers:
                await page.channel.send("Page.navigate", {"url": later})
                answers.append(await ask(expression))
                script.wanted.set()
                return answers[0]
            return await ask(expression)

        async def watch() -> None:
            raise AssertionError("the page is watched for changes")

        monkeypatch.setattr(page, "evaluate", replaced)
        monkeypatch.setattr(page, "settle", watch)
        await session.wait_until_idle()
        assert answers == [False]
        assert await session.reports_idle()
