"""What Playwright and Puppeteer need of the DevTools proxy."""

import base64

import pytest
from conftest import Eventually
from environments.browser.conftest import ExposePage
from playwright.async_api import async_playwright
from programs.client import NotDone, connected

AUTO_ATTACH = {"autoAttach": True, "waitForDebuggerOnStart": True, "flatten": True}


async def test_playwright_connects_and_runs(expose_page: ExposePage) -> None:
    exposed = await expose_page()
    async with async_playwright() as driver:
        there = await driver.chromium.connect_over_cdp(exposed.proxy.address)
        [context] = there.contexts
        [page] = context.pages
        await page.fill("input", "by Playwright")
        assert await page.title() == "Exposed"
        assert (await page.pdf()).startswith(b"%PDF")
        devtools = await context.new_cdp_session(page)
        assert (await devtools.send("Page.getLayoutMetrics"))["cssContentSize"]
        await there.close()
    assert await exposed.page.run("document.querySelector('input').value") == "by Playwright"
    assert sum(exposed.proxy.log.refused.values()) == 0


async def test_a_pdf_can_be_read_as_a_stream(expose_page: ExposePage) -> None:
    exposed = await expose_page("input")
    async with connected(exposed.proxy.address) as client:
        printed = await client.send("Page.printToPDF", transferMode="ReturnAsStream")
        read = await client.send("IO.read", handle=printed["stream"])
        assert base64.b64decode(read["data"]).startswith(b"%PDF")
        for handle in (f"{printed['stream']}0", ["1"]):
            with pytest.raises(NotDone, match=r"no such stream|handle must be a string"):
                await client.send("IO.read", handle=handle)


async def test_frames_of_a_screencast_can_be_acknowledged(expose_page: ExposePage) -> None:
    exposed = await expose_page("input")
    async with connected(exposed.proxy.address) as client:
        await client.send("Page.startScreencast", format="jpeg")
        await client.send("Page.screencastFrameAck", sessionId=1)


async def test_a_page_can_be_attached_through_its_tab_as_puppeteer_does(
    expose_page: ExposePage, eventually: Eventually
) -> None:
    exposed = await expose_page()
    async with connected(exposed.proxy.address, page=False) as client:

        def attached(kind: str) -> list[str]:
            return [
                event["params"]["sessionId"]
                for event in client.events
                if event["method"] == "Target.attachedToTarget"
                and event["params"]["targetInfo"]["type"] == kind
            ]

        without_pages = [{"type": "page", "exclude": True}, {}]
        await client.browser("Target.setAutoAttach", **AUTO_ATTACH, filter=without_pages)
        await eventually(lambda: attached("tab"))
        [client.session] = attached("tab")
        with pytest.raises(NotDone, match="not allowed for tabs"):
            await client.send("Page.enable")
        await client.send("Target.setAutoAttach", **AUTO_ATTACH)
        await client.send("Runtime.runIfWaitingForDebugger")
        await eventually(lambda: attached("page"))
        [client.session] = attached("page")
        for method in ("Audits.enable", "WebMCP.enable"):
            await client.send(method)
        await client.send("Emulation.setTouchEmulationEnabled", enabled=False)
        assert await client.run("document.title") == "Exposed"
