"""Observe a page of your own Playwright browser, as an agent sees it.

python examples/observe_page.py marked.png
"""

import asyncio
import sys
from pathlib import Path

from playwright.async_api import async_playwright

from webproctor import observe
from webproctor.environments.browser import find_browser

HTML = "<h1>Shop</h1><p>Two items</p><button>Pay</button><a href=#terms>Terms</a>"


async def main() -> bytes:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=find_browser())
        page = await browser.new_page()
        await page.set_content(HTML)
        seen = await observe(page)
        for element in seen.read("elements"):
            print(f"[{element.index}] {element.tag} {element.label!r}")
        print(seen.read("text"))
        await browser.close()
    return seen.read("marked_screenshot")


picture = asyncio.run(main())
Path(sys.argv[1] if len(sys.argv) > 1 else "marked.png").write_bytes(picture)
