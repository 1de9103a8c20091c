"""The Playwright baseline: a plain, idiomatic Playwright script.

One browser, a new context for each page, a route for the mirrored hosts, real clicks and key
presses, `select_option` for lists. No harness, no log, and fields are not read.
"""

import asyncio
import re
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, Page, Route, async_playwright
from work import READ, BenchFault, Job, Outcome, Work, selector

from webproctor.benchmarks.turkingbench import mirror, pages
from webproctor.benchmarks.turkingbench.benchmark import HOST
from webproctor.environments.browser.guard import host_resolver_flags
from webproctor.environments.serving import serve


def run(work: Work, browser: Path, lanes: int, *, check: bool = False) -> Outcome:
    """Run all jobs in `lanes` parallel contexts.

    Args:
        browser: The browser's executable.
        check: Read the fields at the end.
    """
    return asyncio.run(_run(work, browser, lanes, check))


async def _run(work: Work, program: Path, lanes: int, check: bool) -> Outcome:
    outcome, left = Outcome(work), iter(work.jobs)
    async with serve(pages.application(work.dataset)) as port, async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=program, args=host_resolver_flags({HOST: port})
        )

        async def lane() -> None:
            for job in left:
                await _do(browser, job, outcome, check)

        await asyncio.gather(*(lane() for _ in range(lanes)))
        await browser.close()
    return outcome


async def _do(browser: Browser, job: Job, outcome: Outcome, check: bool) -> None:
    context = await browser.new_context()
    await context.route(_mirrored(), _answer)
    page = await context.new_page()
    await page.goto(job.address)
    for action in job.actions:
        await _act(page, action["name"], **action["arguments"])
    if check:
        outcome.values[job.task.id] = await page.evaluate(READ, job.fields)
    await context.close()
    outcome.finish()


def _mirrored() -> re.Pattern[str]:
    hosts = "|".join(map(re.escape, sorted(mirror.hosts())))
    return re.compile(f"^https?://({hosts})/")


async def _answer(route: Route) -> None:
    copy = mirror.find(route.request.url)
    if copy is None:
        await route.abort()
        return
    headers = {"Content-Type": copy.content_type, "Access-Control-Allow-Origin": "*"}
    await route.fulfill(body=copy.body, headers=headers)


async def _act(page: Page, name: str, input_name: str, input_value: Any) -> None:
    control, value = selector(input_name), str(input_value)
    match name:
        case "modify_radio":
            await page.locator(selector(input_name, value)).click()
        case "modify_checkbox":
            for one in value.split("|"):
                await page.locator(selector(input_name, one)).click()
        case "modify_select":
            await page.locator(control).select_option(value=value)
        case "modify_text":
            await page.locator(control).click()
            await page.keyboard.press("Control+A")
            await page.keyboard.press("Backspace")
            await page.keyboard.type(value)
        case _:
            raise BenchFault(f"action {name} is not supported")
