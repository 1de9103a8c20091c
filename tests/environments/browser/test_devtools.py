"""The DevTools connection: failures are detected and affect only one episode."""

import gc
import math
import signal
import weakref
from collections.abc import AsyncIterator
from pathlib import Path

import processes
import pytest
import pytest_asyncio
from per_change import first

from webproctor.core.sessions import SessionLost
from webproctor.environments.browser import Browser, Page
from webproctor.environments.browser.devtools import _BATCH_SIZE
from webproctor.environments.browser.guard import Mirror

TIMEOUT = 3.0


@pytest_asyncio.fixture(loop_scope="session")
async def own(site, executable: Path) -> AsyncIterator[Browser]:
    """A browser for this test only, which the test may kill."""
    async with Browser({site.host: site.port}, executable=executable, timeout=TIMEOUT) as one:
        yield one


async def title(page: Page) -> str:
    return (await page.call("webproctor.pageInfo"))["title"]


async def test_a_number_that_is_not_valid_json_is_never_sent(browser: Browser, site):
    url = site.add("<title>well</title>")
    async with browser.page() as page:
        await page.open(url)
        for number in (math.nan, math.inf):
            move = {"type": "mouseMoved", "x": number, "y": 0}
            with pytest.raises(ValueError, match="not JSON compliant"):
                await page.send("Input.dispatchMouseEvent", move)
        assert await title(page) == "well"


async def test_a_message_that_the_browser_cannot_parse_has_no_other_effect(browser: Browser, site):
    async with browser.page() as page:
        await page.open(site.add("<title>well</title>"))
        await page.devtools._transport.write([b"{not json"])
        assert await title(page) == "well"


async def test_many_commands_are_executed_in_order(browser: Browser, site):
    async with browser.page() as page:
        await page.open(site.add("<script>var numbers = []</script>"))
        count = 2 * _BATCH_SIZE + 1
        add = [("Runtime.evaluate", {"expression": f"numbers.push({one})"}) for one in range(count)]
        answers = await page.channel.send_commands(add)
        assert [one["result"]["value"] for one in answers] == list(range(1, count + 1))
        assert await page.run("numbers") == list(range(count))


async def test_a_closed_page_is_garbage_collected(browser: Browser, site):
    url = site.add("<title>well</title>")
    async with browser.page() as page:
        await page.open(url)
    kept = weakref.ref(page.channel)
    del page
    async with browser.page() as page:
        await page.open(url)  # The browser reports the end of the first page before.
        gc.collect()
        assert kept() is None
        assert await title(page) == "well"


async def test_a_closed_connection_is_detected_at_once_and_the_next_page_opens(own: Browser, site):
    url = site.add("<title>well</title>")
    async with own.page() as page:
        await page.open(url)
        await page.devtools.close()
        with pytest.raises(SessionLost, match="the connection to the browser was lost"):
            await title(page)
    async with own.page() as page:
        await page.open(url)
        assert await title(page) == "well"


@pytest.mark.parametrize("sign", first(signal.SIGKILL, signal.SIGSTOP))
async def test_a_browser_that_does_not_respond_is_replaced(
    own: Browser, site, sign: signal.Signals
):
    before = processes.find("browser")
    url = site.add("<title>well</title>")
    async with own.page() as page:
        await page.open(url)
        browsers = processes.find("browser") - before
        processes.send(sign, browsers)
        with pytest.raises(SessionLost):
            await page.catch_up()
    async with own.page() as page:
        await page.open(url)
        assert await title(page) == "well"
    assert not processes.running(browsers)


async def test_a_listener_that_fails_ends_only_its_own_episode(browser: Browser, site):
    url = site.add("<title>well</title>")

    def fail(*arguments: object) -> None:
        raise KeyError("unexpected")

    async with browser.page() as page, browser.page() as other:
        await page.open(url)
        await other.open(url)
        page.listeners.add(page.tab.context, "line", fail)
        with pytest.raises(SessionLost, match="a listener failed: KeyError") as lost:
            await page.run("console.log('hello')")
        assert lost.value.cause == "environment"
        assert await title(other) == "well"
        await other.catch_up()
    async with browser.page() as page:
        await page.open(url)
        assert await title(page) == "well"


async def test_a_failing_listener_of_a_tab_ends_its_episode(browser: Browser, site):
    async with browser.page() as page:
        await page.open(site.add("<p>"))
        tab = await page.for_tab(await page.tab.context.new_tab())
        tab.channel.fail(KeyError("unexpected"))
        with pytest.raises(SessionLost, match="a listener failed"):
            await page.call("webproctor.pageInfo")


async def test_an_address_that_the_mirror_cannot_parse_is_refused(browser: Browser, site):
    def find(url: str) -> None:
        raise ValueError("Invalid IPv6 URL")

    url = site.add("<title>well</title><script src='https://cdn.test/a.js'></script>")
    mirror = Mirror(frozenset({"cdn.test"}), find)
    async with browser.page(mirror=mirror) as page:
        await page.open(url)
        assert await title(page) == "well"
        await page.catch_up()
        assert page.guard.refused == ["https://cdn.test/a.js"]


async def test_a_mirror_that_fails_ends_only_its_own_episode(browser: Browser, site):
    def find(url: str) -> None:
        raise KeyError("unexpected")

    url = site.add("<title>well</title><script src='https://cdn.test/a.js'></script>")
    async with (
        browser.page(mirror=Mirror(frozenset({"cdn.test"}), find)) as page,
        browser.page() as other,
    ):
        with pytest.raises(SessionLost, match="a listener failed: KeyError"):
            await page.open(url)
        await other.open(url)
        assert await title(other) == "well"
