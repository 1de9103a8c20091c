"""Open pages of collections in Chromium, and check them with axe."""

from pathlib import Path
from typing import Any

from playwright.async_api import Browser, Page, ViewportSize

AXE = Path(__file__).parents[1] / "axe/axe.min.js"
# Without `preload`, axe adds no copies of style sheets to the page, which the policy refuses.
BARRIERS = """(rules) => axe.run(document, {preload: false, resultTypes: ['violations'],
    ...(rules && {runOnly: {type: 'rule', values: rules}})}).then(({violations}) => violations
  .filter(({impact}) => impact === 'serious' || impact === 'critical')
  .map(({id, nodes}) => [id, ...nodes.map(({html}) => html.slice(0, 120))]))"""
# The rules that colours decide: only these are checked in dark too.
COLOURS = ["color-contrast", "link-in-text-block"]
PHONE: ViewportSize = {"width": 390, "height": 844}
EXCESS_WIDTH = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


async def enter(chromium: Browser, link: str, faults: list[str]) -> Page:
    """Open a link and press Start; collect the errors of the pages."""
    page = await (await chromium.new_context()).new_page()
    page.on("pageerror", lambda fault: faults.append(str(fault)))
    page.on(
        "console", lambda message: faults.append(message.text) if message.type == "error" else None
    )
    await page.goto(link)
    await page.get_by_role("button", name="Start").click()
    await page.get_by_role("navigation").wait_for()
    return page


async def barriers(page: Page) -> list[Any]:
    """Return the serious barriers on a page: those that axe finds, in light and in dark, and the
    pixels by which it is wider than a phone."""
    found: list[Any] = []
    await page.evaluate(AXE.read_text(encoding="utf-8") + ";0")
    await page.emulate_media(color_scheme="light")
    found += [["light", *one] for one in await page.evaluate(BARRIERS)]
    await page.emulate_media(color_scheme="dark")
    found += [["dark", *one] for one in await page.evaluate(BARRIERS, COLOURS)]
    size = page.viewport_size
    await page.set_viewport_size(PHONE)
    if pixels := await page.evaluate(EXCESS_WIDTH):
        found.append(["phone", pixels])
    if size is not None:
        await page.set_viewport_size(size)
    return found
