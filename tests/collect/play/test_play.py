"""People take benchmarks in their own browsers, and reports show what happened."""

import html
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest
from collect.players import Player, Served, fill, served, solve
from collect.screens import barriers
from per_change import first
from playwright.async_api import Browser as Chromium
from playwright.async_api import Route, expect

from webproctor.analysis.comparing import compare
from webproctor.benchmarks.turkingbench.benchmark import TurkingBench
from webproctor.collect.play.tables import Attempt
from webproctor.core.errors import UserError
from webproctor.core.scores import Summary
from webproctor.core.tasks import Task
from webproctor.environments.browser import Browser
from webproctor.evaluation import evaluate_async
from webproctor.harness import reading
from webproctor.methods.grounding.session import PointingSession
from webproctor.methods.grounding.targets import Target
from webproctor.report import board
from webproctor.report.page import write_report
from webproctor.run.results import Run

GAMES = (
    "right-click-easy", "otp-entry-easy", "click-pixel-easy", "file-credentials-easy",
    "i-accept-easy", "illegal-material-easy", "key-combo-easy", "canvas-catch-easy",
    "menu-navigator-easy", "robo-check-easy", "scroll-vertical-easy", "scroll-diagonal-easy",
    "shop-admin-easy", "text-mirror-easy", "towers-of-hanoi-easy", "iframe-nest-easy",
    "wolf-goat-cabbage-easy", "buttons-easy", "popup-chaos-easy", "calendar2-easy",
)  # fmt: skip
NOTHING = "no-such-password-0000"


async def take_games(ann: Player, server: Served, browser: Browser) -> dict[str, bool]:
    """Play all games; every third answer is wrong. Return which tasks were solved."""
    happened: dict[str, bool] = {}
    await ann.practise()
    for number in range(len(server.study.tasks)):
        await ann.start()
        live = server.live
        url = await ann.page.locator("#open").get_attribute("href")
        assert url is not None
        async with browser.page() as page:
            password = await solve(page, live, url.replace(f":{server.port}", ""))
        assert password is not None
        early = [path for path, content in server.sent if password.encode() in content]
        assert {path.rpartition("/")[2] for path in early} <= {"messages", ""}
        right = number % 3 != 1
        await ann.answer(password if right else NOTHING)
        happened[live.attempt.task.id] = right
    return happened


@pytest.mark.parametrize("count", first(2, 20))
async def test_the_row_of_human_results_for_games_is_correct(
    tmp_path: Path, chromium: Chromium, count: int
) -> None:
    faults: list[str] = []
    async with (
        served(tmp_path, "webgames", {"task": GAMES[:count]}) as server,
        Browser({"*.localhost": server.port}) as browser,
    ):
        ann = await Player.enter(chromium, server.link("ann"), faults)
        happened = await take_games(ann, server, browser)
        await ann.page.get_by_text("You have finished all").wait_for()
        await ann.page.context.close()
    assert faults == []
    run = reading.read_run(tmp_path / "run")
    assert {result.task: result.solved for result in run.results} == happened
    assert run.complete
    assert run.participants == ["ann"]
    assert run.who == "human (1 person)"
    assert run.solved == fmean(happened.values())
    assert all(result.actions > 0 for result in run.results)
    assert all(0 < result.seconds < 900 for result in run.results)


@pytest.mark.parametrize("count", first(2, 20))
async def test_the_row_of_human_results_for_forms_is_correct(
    tmp_path: Path, chromium: Chromium, count: int
) -> None:
    happened: dict[str, float] = {}
    settings = {"split": "all", "instances": 2}
    async with served(tmp_path, "turkingbench", settings, limit=count) as server:
        benchmark = server.study.run.benchmark
        assert isinstance(benchmark, TurkingBench)
        ann = await Player.enter(chromium, server.link("ann"))
        await ann.practise()
        for number in range(count):
            await ann.start()
            task = server.live.attempt.task
            if number % 3 == 1:
                await ann.give_up()
                happened[task.id] = 0.0
                continue
            window = await ann.window()
            gold = benchmark.dataset.task(str(task.tags["task"])).gold(int(task.tags["row"]))
            await fill(window, gold)
            await window.locator("input[type=submit]").last.click()
            await ann.ended()
            happened[task.id] = 1.0
        await ann.page.context.close()
    run = reading.read_run(tmp_path / "run")
    assert {result.task: result.score.value for result in run.results} == happened
    assert run.causes("errored") == {"gave up": list(happened.values()).count(0.0)}
    answered = [result for result in run.results if result.solved]
    assert all(result.actions > 0 for result in answered)


async def test_human_results_are_listed_next_to_agents_with_intervals(tmp_path: Path) -> None:
    settings: dict[str, Any] = {"participant": (1,)}
    folder = tmp_path / "runs/human"
    async with served(folder, "realwebassist", settings) as server:
        for name, tasks in (("ann", 2), ("bob", 1)):
            await server.take(name, tasks)
    where = tmp_path / "runs/oracle"
    agent = await evaluate_async("realwebassist", "oracle", settings=settings, out=where)
    people = reading.read_run(folder / "run")
    assert (people.who, people.epochs, len(people.results)) == ("human (2 people)", 2, 3)
    page = write_report(people, [agent]).read_text(encoding="utf-8")
    assert "Participants" in page
    assert "the participants' own" in page or "the participants&#39; own" in page
    compared = compare([people, agent])
    assert [one.name for one in compared.standings] == ["human (2 people)", "oracle"]
    assert all(one.confidence for one in compared.standings)
    [section] = board.gather(tmp_path / "runs").sections
    assert [one.who for one in section.runs] == ["oracle", "human (2 people)"]
    written = board.write_board(board.Board(sections=[section]), tmp_path / "board.html")
    assert "human (2 people)" in written.read_text(encoding="utf-8")


def test_human_results_are_listed_with_agents_of_every_isolation(tmp_path: Path) -> None:
    def run(agent: str, **condition: Any) -> Run:
        return Run(
            folder=tmp_path / agent, benchmark="b", agent=agent, complete=True, tasks=1,
            condition={"version": "1", **condition}, results=[], published=None,
            summary=Summary(headline="score", figures={"score": 0.5}),
        )  # fmt: skip

    human = run("human", people={"browser": "their own"})
    agents = [run("one", isolation="none"), run("two", isolation="sandbox"), run("old", limit=3)]
    sections = [[one.agent for one in each.runs] for each in board.sections([human, *agents])]
    assert sorted(sections) == [["old"], ["one", "human"], ["two", "human"]]
    assert [[one.agent for one in each.runs] for each in board.sections([human])] == [["human"]]


async def click(player: Player, x: float, y: float) -> None:
    """Click at a point of the screenshot, which may be shown smaller than it is."""
    step = await player.page.locator("[name=step]").input_value()
    picture = player.page.locator("#picture.ready img")
    scale = await picture.evaluate("one => one.width / one.naturalWidth")
    await picture.click(position={"x": x * scale, "y": y * scale})
    await player.page.locator(f"[name=step][value='{step}']").wait_for(state="detached")


async def targets_of(server: Served, task: Task) -> Sequence[Target]:
    async with server.study.run.benchmark.session(task) as session:
        assert isinstance(session, PointingSession)
        return session.targets


async def test_clicks_on_screenshots_are_scored_and_nothing_is_sent_early(
    tmp_path: Path, chromium: Chromium
) -> None:
    async with served(tmp_path, "realwebassist", limit=1) as server:
        targets = await targets_of(server, server.study.tasks[0])
        ann = await Player.enter(chromium, server.link("ann"))
        await ann.page.set_viewport_size({"width": 700, "height": 700})
        await ann.start("Start the practice task")
        await click(ann, 480, 180)
        await ann.ended()
        with server.store.reading() as db:
            assert db.query(Attempt).one().answers[0]["point"] == pytest.approx([480, 180], abs=2)
        await ann.start()
        for number, target in enumerate(targets[:4]):
            sent = b"".join(content for _, content in server.sent)
            later = {one.instruction for one in targets} - {
                one.instruction for one in targets[: number + 1]
            }
            assert html.escape(target.instruction).encode() in sent
            assert not [text for text in later if html.escape(text).encode() in sent]
            edges = {str(edge) for one in targets for edge in one.regions[0].corners if edge % 1}
            assert not [edge for edge in edges if edge.encode() in sent]
            await click(ann, *(target.regions[0].centre if number != 2 else (1.0, 1.0)))
        await ann.give_up()
        await ann.page.context.close()
    [result] = reading.read_run(tmp_path / "run").results
    hits = [one["hit"] for one in result.score.details["steps"]]
    assert hits[:4] == [True, True, False, True]
    assert not any(hits[4:])
    assert result.score.value == pytest.approx(2 / len(targets))
    assert (result.actions, result.cause) == (4, "gave up")


async def test_sound_replaces_the_text_of_an_instruction(
    tmp_path: Path, chromium: Chromium
) -> None:
    async with served(tmp_path, "realwebassist", limit=1, sound=True) as server:
        ann = await Player.enter(chromium, server.link("ann"))
        await ann.practise()
        await ann.start()
        sound = ann.page.locator("audio")
        # The page's policy forbids `wait_for_function`, which evaluates text again and again.
        loaded = "one => one.readyState || new Promise(done => one.onloadedmetadata = done)"
        await sound.evaluate(loaded)
        assert await sound.evaluate("one => one.duration > 0.5")
        first_instruction = (await targets_of(server, server.study.tasks[0]))[0].instruction
        assert not [path for path, content in server.sent if first_instruction.encode() in content]
        await ann.page.context.close()
    assert reading.read_run(tmp_path / "run").condition["people"]["instructions"] == "sound"


async def test_answers_of_workers_are_not_sent_with_a_form(
    tmp_path: Path, chromium: Chromium
) -> None:
    settings = {"split": "all", "instances": 1, "task": ("Headline rewriting",)}
    async with served(tmp_path, "turkingbench", settings) as server:
        benchmark = server.study.run.benchmark
        assert isinstance(benchmark, TurkingBench)
        folder = benchmark.dataset.task("Headline rewriting")
        cells = {str(cell) for cells in folder.gold(0).values() for cell in cells}
        texts = {cell for cell in cells if len(cell) > 8 and cell not in folder.page(0)}
        assert texts
        ann = await Player.enter(chromium, server.link("ann"))
        await ann.practise()
        await ann.start()
        await ann.window()
        sent = b"".join(content for _, content in server.sent).decode(errors="replace")
        assert not [text for text in texts if text in sent or html.escape(text) in sent]
        await ann.page.context.close()


@pytest.mark.exhaustive
@pytest.mark.parametrize("benchmark", ["webgames", "realwebassist", "turkingbench"])
async def test_every_screen_is_accessible(
    tmp_path: Path, chromium: Chromium, benchmark: str
) -> None:
    faults: list[str] = []
    async with served(tmp_path, benchmark, limit=1) as server:
        ann = await Player.enter(chromium, server.link("ann"), faults)
        screens = [await barriers(ann.page)]
        await ann.start("Start the practice task")
        screens.append(await barriers(ann.page))
        await ann.give_up()
        screens.append(await barriers(ann.page))
        await ann.start()
        screens.append(await barriers(ann.page))
        await ann.give_up()
        screens.append(await barriers(ann.page))
        await ann.page.context.close()
    assert screens == [[]] * 5
    assert faults == []


async def test_a_screenshot_can_be_answered_by_keyboard(tmp_path: Path, chromium: Chromium) -> None:
    async with served(tmp_path, "realwebassist", limit=1) as server:
        ann = await Player.enter(chromium, server.link("ann"))
        await ann.page.set_viewport_size({"width": 1400, "height": 900})
        await ann.start("Start the practice task")
        await ann.page.locator("#picture.ready").focus()
        await ann.page.keyboard.press("ArrowRight")
        await ann.page.keyboard.press("Shift+ArrowUp")
        await ann.page.keyboard.press("Enter")
        await ann.ended()
        with server.store.reading() as db:
            assert db.query(Attempt).one().answers[0]["point"] == pytest.approx([490, 179])
        await ann.page.context.close()


@pytest.mark.parametrize("status", first(502, None))
async def test_a_server_that_does_not_answer_is_shown_until_it_does(
    tmp_path: Path, chromium: Chromium, status: int | None
) -> None:
    """A proxy in front of a stopped server answers with status 502."""

    async def answer(route: Route) -> None:
        await (route.abort() if status is None else route.fulfill(status=status))

    async with served(tmp_path, "turkingbench", limit=1) as server:
        ann = await Player.enter(chromium, server.link("ann"))
        await ann.start("Start the practice task")
        await ann.page.evaluate("document.body.dataset.loaded = 'once'; 0")
        await ann.page.route("**/state", answer)
        await expect(ann.page.get_by_role("alert")).to_contain_text("The server does not answer")
        await ann.page.unroute("**/state")
        await expect(ann.page.get_by_role("alert")).to_have_count(0)
        await expect(ann.page.locator("body")).to_have_attribute("data-loaded", "once")
        await ann.page.context.close()


async def test_benchmarks_that_people_cannot_take_are_refused(tmp_path: Path) -> None:
    refused: tuple[tuple[dict[str, Any], dict[str, Any], str], ...] = (
        ({"clock": "virtual"}, {}, "remove --clock virtual"),
        ({}, {"sound": True}, "remove --sound"),
    )
    for settings, more, why in refused:
        with pytest.raises(UserError, match=why):
            async with served(tmp_path / "x", "webgames", settings, **more):
                pass
    with pytest.raises(UserError, match="no tasks for people"):
        async with served(tmp_path / "y", "mind2web"):
            pass
