"""External programs that solve games: Playwright's synchronous API, plain DevTools."""

import re
import sys
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from per_change import first
from programs.client import Client, connected

from webproctor.agents import make_agent, surface_of
from webproctor.benchmarks import load_benchmark
from webproctor.benchmarks.webgames.session import GameWebSession
from webproctor.core.loop import run_episode
from webproctor.core.tasks import Limits

Eventually = Callable[[Callable[[], object]], Awaitable[None]]
PROGRAM = """
import os
from playwright.sync_api import sync_playwright

with sync_playwright() as driver:
    browser = driver.chromium.connect_over_cdp(os.environ["WEBPROCTOR_DEVTOOLS"], is_local=True)
    [page] = browser.contexts[0].pages
    assert page.url == os.environ["WEBPROCTOR_URL"]
    page.set_default_timeout(300_000)
    won = page
{steps}
    print(won.locator("#password").inner_text())
"""
CLICK = """
    page.get_by_text("Right-click here").click(button="right")
"""
FILL = """
    from datetime import UTC, datetime
    page.locator("#date").fill(datetime.now(UTC).date().isoformat())
    page.get_by_role("button", name="Check").click()
"""
DRAG = """
    import io
    import numpy as np
    from PIL import Image
    board = page.locator("[data-id=board]")
    box = board.bounding_box()
    pixels = np.asarray(Image.open(io.BytesIO(board.screenshot())).convert("RGB")).astype(int)

    def middle(colour):
        y, x = np.nonzero((abs(pixels - colour) < 4).all(axis=2))
        return box["x"] + (x.min() + x.max()) / 2, box["y"] + (y.min() + y.max()) / 2

    page.mouse.move(*middle((47, 85, 212)))
    page.mouse.down()
    page.mouse.move(*middle((255, 227, 189)), steps=12)
    page.mouse.up()
"""
KEYBOARD = """
    keys = page.locator("kbd").all_inner_texts()
    page.keyboard.press("+".join([*keys[:-1], keys[-1].lower()]))
"""
HOLD = """
    button = page.get_by_role("button", name="Hold for")
    seconds = float(button.inner_text().split()[2])
    button.hover()
    page.mouse.down()
    page.wait_for_timeout(1000 * seconds + 800)
    page.mouse.up()
"""
UPLOAD = """
    file = os.path.join(os.environ["WEBPROCTOR_FILES"], "silence.mp3")
    page.locator("#file").set_input_files(file)
"""
TABS = """
    with page.context.expect_page() as opening:
        page.locator("#sender").click()
    sender = opening.value
    with page.context.expect_page() as opening:
        page.locator("#receiver").click()
    won = opening.value
    for colour in won.locator("#sequence").inner_text().split(", "):
        sender.get_by_role("button", name=colour).click()
"""
SCROLL = """
    page.mouse.move(600, 400)
    for _ in range(200):
        if page.locator("#password").count():
            break
        page.mouse.wheel(0, 600)
        page.wait_for_timeout(20)
"""
# The oracle's algorithm for herding, with positions from the view.
HERDING = """
    import time
    from math import dist
    box = page.locator(".field").bounding_box()
    left, top = box["x"] + 2, box["y"] + 2
    goal, before, then = (left + 175, top + 175), [], time.monotonic() - 0.1
    script = '''(all) => all.map((one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        return [x + width / 2, y + height / 2];
    })'''
    while not page.locator("#password").count():
        sheep, now = page.locator(".sheep").evaluate_all(script), time.monotonic()
        glide = 19 / 60 / (now - then)
        rests = [
            (x + (x - a) * glide, y + (y - b) * glide)
            for (x, y), (a, b) in zip(sheep, before or sheep)
        ]
        before, then = sheep, now
        away = [n for n, (x, y) in enumerate(rests) if max(abs(x - goal[0]), abs(y - goal[1])) > 63]
        mouse = left + 820, top + 480
        if away:
            n = max(away, key=lambda one: dist(rests[one], goal))
            (x, y), far = sheep[n], dist(sheep[n], goal)
            mouse = x + (x - goal[0]) / far * 55, y + (y - goal[1]) / far * 55
        x, y = mouse[0] - left, mouse[1] - top
        page.mouse.move(left + min(max(x, 1), 858), top + min(max(y, 1), 518))
        page.wait_for_timeout(80)
"""


async def solved(command: str, game: str, devtools: str) -> dict[str, Any]:
    """Run a program on a task, check that it solves the task, and return the score's details."""
    benchmark = load_benchmark("webgames", task=(game,))
    agent = make_agent("external", benchmark, command=command, devtools=devtools)
    [task] = benchmark.tasks()
    task = replace(task, limits=Limits(seconds=1000))
    async with benchmark, benchmark.session(task, surface_of(agent)) as session:
        episode = await run_episode(task, session, agent)
    score = benchmark.score(task, episode)
    assert score.value == 1, (episode.error, score.details)
    return score.details | {"evidence": episode.evidence}


@pytest.mark.parametrize(
    ("game", "steps"),
    first(
        ("file-upload-hard", UPLOAD),
        ("tab-sync", TABS),
        ("canvas-catch-easy", DRAG),
        ("key-combo", KEYBOARD),
        ("right-click", CLICK),
        ("date", FILL),
        ("button-hold", HOLD),
        ("scroll-vertical", SCROLL),
        ("herding-easy", HERDING),
    ),
)
async def test_a_playwright_program_solves_games(tmp_path: Path, game: str, steps: str) -> None:
    program = tmp_path / "program.py"
    program.write_text(PROGRAM.replace("{steps}", steps))
    details = await solved(f"{sys.executable} {program}", game, "script")
    assert details["evidence"]["inputs"] == "scripts possible"
    assert details["evidence"]["scripts"] > 0


async def right_click(client: Client) -> None:
    x, y = await client.middle("[data-id], button, .primary")
    await client.click(x, y, button="right")


async def date(client: Client) -> None:
    await client.click(*await client.middle("#date"))
    await client.send("Input.insertText", text=datetime.now(UTC).date().isoformat())
    await client.press("Enter")


async def key_combo(client: Client) -> None:
    letter = re.findall(r"<kbd>(\w)</kbd>", await client.html())[-1].lower()
    code = {"code": f"Key{letter.upper()}", "windowsVirtualKeyCode": ord(letter.upper())}
    held = [("Control", 17, 2), ("Shift", 16, 10)]
    for key, number, modifiers in held:
        given = {"key": key, "windowsVirtualKeyCode": number, "modifiers": modifiers}
        await client.send("Input.dispatchKeyEvent", type="rawKeyDown", **given)
    given = {"key": letter.upper(), "modifiers": 10, **code}
    await client.send("Input.dispatchKeyEvent", type="rawKeyDown", **given)
    await client.send("Input.dispatchKeyEvent", type="keyUp", **given)


@pytest.mark.parametrize(
    ("game", "play"), first(("key-combo", key_combo), ("right-click", right_click), ("date", date))
)
async def test_a_plain_devtools_client_solves_games_without_scripts(
    game: str, play: Callable[[Client], Awaitable[None]], eventually: Eventually
) -> None:
    benchmark = load_benchmark("webgames", task=(game,))
    [task] = benchmark.tasks()
    async with benchmark, benchmark.session(task, "browser-input") as session:
        assert isinstance(session, GameWebSession)
        assert session.proxy is not None
        async with connected(session.proxy.address) as client:
            await play(client)
            await eventually(lambda: session.game_session.password)
            assert session.game_session.password
            await client.shows(session.game_session.password)
        evidence = await session.evidence()
    assert evidence["inputs"] == "verified"
    assert evidence["scripts"] == 0
