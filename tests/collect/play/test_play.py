"""People take benchmarks in their own browsers."""

import json
from pathlib import Path

from collect.players import Player, served, solve
from playwright.async_api import Browser as Chromium

from webproctor.environments.browser import Browser
from webproctor.harness.runs import read_run
from webproctor.report.page import write_report

GAMES = ("button-hold-easy", "right-click-easy")


async def test_games(tmp_path: Path, chromium: Chromium) -> None:
    faults: list[str] = []
    async with served(tmp_path, "webgames", {"task": GAMES}) as made:
        ann = await Player.enter(chromium, made.link("ann"), faults)
        await ann.start("Start the practice task")
        window = await ann.window()
        print(window.url, await window.evaluate("[innerWidth, innerHeight, window.opener]"))
        print(await window.inner_text("body"))
        await ann.give_up()
        async with Browser({"*.localhost": made.port}) as browser:
            for number in range(2):
                await ann.start()
                live = made.live
                url = await ann.page.locator("#open").get_attribute("href")
                async with browser.page() as page:
                    password = await solve(page, live, url.replace(f":{made.port}", ""))
                print(live.attempt.task.id, password)
                await ann.answer(password if number else "nothing")
        print(await ann.page.inner_text("body"))
        await ann.page.context.close()
    assert faults == []
    run = read_run(tmp_path / "run")
    print(json.dumps(run.outline(), indent=1))
    for r in run.results:
        print(r)
    print(write_report(run))
