"""Pages that hang after an action: their scripts are stopped, and the episode goes on."""

import asyncio
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import processes
import pytest
import pytest_asyncio
from conftest import NEVER, Site

from webproctor.core.actions import web
from webproctor.core.observations import View
from webproctor.core.sessions import SessionLost
from webproctor.environments.browser import Browser, hanging
from webproctor.environments.browser.session import WebSession

STOPPED = "the page did not answer in time, so its scripts were stopped"
ELEMENTS: frozenset[View] = frozenset({"elements"})
CLICK = web.Click(element=0)


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def impatient(site: Site, executable: Path) -> AsyncIterator[Browser]:
    """A browser whose pages count as hung after 1 s."""
    async with Browser({site.host: site.port}, executable=executable, timeout=1) as one:
        yield one


async def opened(session: WebSession) -> list[str]:
    return [one.label for one in (await session.observe(ELEMENTS)).read("elements")]


async def test_an_action_that_hangs_the_page_fails(impatient: Browser, site: Site) -> None:
    url = site.add("<button onclick='while (true);'>Go</button>")
    async with impatient.page() as page:
        session = await WebSession.open(page, url)
        await session.observe(ELEMENTS)
        result = await session.act(CLICK)
        assert (result.ok, result.message, result.page_changed) == (False, STOPPED, True)
        assert await opened(session) == ["Go"]
        assert (await session.evidence())["errors"] == [STOPPED]


async def test_a_page_that_hangs_between_two_actions_can_be_observed(
    impatient: Browser, site: Site
) -> None:
    url = site.add("<button onclick='setTimeout(() => { while (true); }, 30)'>Go</button>")
    async with impatient.page() as page:
        session = await WebSession.open(page, url)
        await session.observe(ELEMENTS)
        await session.act(CLICK)
        assert (await session.act(web.Wait(seconds=0.1))).ok
        assert await opened(session) == ["Go"]


@pytest.mark.exhaustive
async def test_the_tab_of_a_page_that_hangs_again_is_closed(impatient: Browser, site: Site) -> None:
    url = site.add("<button onclick='setInterval(() => { while (true); })'>Go</button>")
    async with impatient.page() as page:
        session = await WebSession.open(page, url)
        await session.observe(ELEMENTS)
        await session.act(CLICK)
        # Between two runs of the script, the page answers.
        async with asyncio.timeout(NEVER):
            while (await session.observe(ELEMENTS)).url != "about:blank":
                pass
        assert (await session.act(web.Navigate(url=site.add("<button>Other</button>")))).ok
        assert await opened(session) == ["Other"]


async def test_a_page_that_reloads_itself_without_end_is_stopped(
    impatient: Browser, site: Site
) -> None:
    again = site.add("<button>Again</button><script>location.reload()</script>")
    async with impatient.page() as page:
        session = await WebSession.open(page, site.add("<p>"))
        await session.act(web.Navigate(url=again))
        assert (await session.observe(ELEMENTS)).url in (again, "about:blank")


@pytest.mark.exhaustive
async def test_a_page_whose_process_is_stopped_is_lost(
    executable: Path, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hanging, "_TIMEOUT", 0.5)
    before = processes.find("renderer")
    hosts = {site.host: site.port}
    async with Browser(hosts, executable=executable, timeout=1) as own, own.page() as page:
        session = await WebSession.open(page, site.add("<button>Go</button>"))
        await session.observe(ELEMENTS)
        renderers = processes.find("renderer") - before
        processes.send(signal.SIGSTOP, renderers)
        with pytest.raises(SessionLost, match="did not"):
            await session.act(CLICK)
        processes.send(signal.SIGCONT, renderers)


async def test_a_session_on_pages_of_this_package_is_lost_if_they_hang(
    impatient: Browser, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(WebSession, "stops_scripts", False)
    url = site.add("<button onclick='while (true);'>Go</button>")
    async with impatient.page() as page:
        session = await WebSession.open(page, url)
        await session.observe(ELEMENTS)
        with pytest.raises(SessionLost, match="did not answer"):
            await session.act(CLICK)
