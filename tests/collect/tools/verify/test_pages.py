"""Verification in a browser: from submitted demonstrations to data that the benchmark loads."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from collect.screens import barriers
from collect.tools.demonstrate.shop import ERRANDS
from collect.tools.verify.conftest import Serve, Verifying
from conftest import Work
from models.tiny_text import create
from playwright.async_api import Page

from webproctor.benchmarks.mind2web.benchmark import mind2web
from webproctor.cli import command
from webproctor.collect.store import Person
from webproctor.collect.tools.verify.tables import Replay

ALL = list(range(len(ERRANDS)))


async def open(page: Page, number: int) -> None:
    """Open the demonstration of a task from the list."""
    await page.get_by_role("link", name="To verify").click()
    await page.get_by_role("link", name=f"Verify: {ERRANDS[number].task}").click()


async def decide(page: Page, name: str) -> None:
    await page.get_by_role("button", name=name, exact=True).click()


async def replay(page: Page) -> list[str]:
    """Replay the steps; return the result and what is shown for each step."""
    old = await page.locator("#replay").get_attribute("data-replay")
    await page.get_by_role("button", name="Replay the steps").click()
    shown = page.locator(f"#replay:not([hx-get], [data-replay='{old}'])")
    await shown.locator("p").first.wait_for()
    texts = [await shown.locator("p").first.inner_text()]
    return texts + await shown.locator("li").all_inner_texts()


async def verified(it: Verifying, numbers: list[int]) -> None:
    """Keep all demonstrations with another description, without the second step of the third."""
    page = await it.verifier("vera")
    for number in numbers:
        await open(page, number)
        if number == 2:
            await page.get_by_label("Keep step 2:").uncheck()
        await page.get_by_label("Description").fill(f"{ERRANDS[number].task}, please.")
        await decide(page, "Keep")
    await page.get_by_text("There is nothing to verify.").wait_for()


def exported(it: Verifying, what: str, out: Path) -> Path:
    """Export by the command."""
    data = str(it.collection.store.folder)
    arguments = ["collect", "export", "verify", "--data", data, "--what", what, "--out", str(out)]
    done = CliRunner().invoke(command, arguments, standalone_mode=False)
    assert done.exception is None
    return out


@pytest.mark.exhaustive
@pytest.mark.parametrize("numbers", [[2, 0], ALL], ids=["two", "all"])
async def test_verified_demonstrations_are_exported_and_get_the_full_score(
    start: Serve, tmp_path: Path, work: Work, numbers: list[int]
) -> None:
    it = await start(numbers)
    await verified(it, numbers)
    shard = exported(it, "records", tmp_path / "records.json")
    folder = exported(it, "dump", tmp_path / "dump")
    records = {one["confirmed_task"]: one["action_reprs"] for one in json.loads(shard.read_text())}
    expected = {f"{ERRANDS[one].task}, please.": list(ERRANDS[one].reprs) for one in numbers}
    del expected[f"{ERRANDS[2].task}, please."][1]
    assert records == expected
    for data, words in ((shard, None), (folder, folder / "tasks.json")):
        done = await work(mind2web(data=data, words=words), "oracle")
        assert [one.score.details["success"] for one in done] == [1.0] * len(numbers)


@pytest.mark.exhaustive
async def test_a_ranker_learns_from_verified_demonstrations(start: Serve, tmp_path: Path) -> None:
    it = await start(ALL)
    await verified(it, ALL)
    data = tmp_path / "shards"
    data.mkdir()
    exported(it, "records", data / "train_0.json")
    words = (data / "train_0.json").read_text(encoding="utf-8")
    base = create("bert", [words], tmp_path)
    arguments = ["train", "ranker", "--data", data, "--base", base, "--out", tmp_path / "out"]
    arguments += [
        "--epochs",
        8,
        "--batch-size",
        16,
        "--learning-rate",
        3e-3,
        "--max-length",
        128,
        "--json",
    ]
    done = CliRunner().invoke(command, [str(one) for one in arguments], standalone_mode=False)
    assert done.exception is None
    losses = json.loads(done.stdout)["losses"]
    assert losses[-1] < losses[0]


@pytest.mark.exhaustive
async def test_a_replay_finds_the_step_of_a_broken_demonstration(start: Serve) -> None:
    it = await start()
    page = await it.verifier("vera")
    await open(page, 2)
    it.shop.changed["/newsletter"] = (
        "<!doctype html><title>Tea shop</title><p><label>E-mail <input name=mail></label>"
        "<button>Subscribe</button>"
    )
    summary, *steps = await replay(page)
    assert summary == "It differs at step 2. Step 3 could not be executed."
    assert steps[0].endswith("as recorded")
    assert "is at another place" in steps[1]
    assert "There is no combobox 'Day' on the page." in steps[2]
    assert len(steps) == 3
    # Without that step, it can be replayed.
    await page.get_by_label("Keep step 3:").uncheck()
    summary, *steps = await replay(page)
    assert "All steps could be executed." in summary
    assert "4" in await page.locator("#replay li").last.get_attribute("value")  # type: ignore[operator]
    # Edits of the page survive a replay, and the results are stored.
    assert not await page.get_by_label("Keep step 3:").is_checked()
    await page.reload()
    await page.locator("#replay").get_by_text("All steps could be executed.").wait_for()


@pytest.mark.exhaustive
async def test_the_step_after_which_another_page_appears_is_reported(start: Serve) -> None:
    it = await start((0,))
    page = await it.verifier("vera")
    await open(page, 0)
    it.shop.changed["/results"] = "<!doctype html><title>Closed</title>We are closed."
    summary, *steps = await replay(page)
    assert summary == "It differs at step 2. Step 3 could not be executed."
    assert "After the step: The title is 'Closed', not 'Tea shop'." in steps[1]
    assert "There is no link 'Té verde: 100 g' on the page." in steps[2]


@pytest.mark.exhaustive
async def test_an_unreachable_website_is_reported(start: Serve) -> None:
    it = await start((2,), local=("other.test=9",))
    page = await it.verifier("vera")
    await open(page, 2)
    summary, *steps = await replay(page)
    assert summary.startswith("The replay failed.")
    assert steps == []


async def test_replays_that_a_server_left_unfinished_are_run_by_the_next_one(start: Serve) -> None:
    it = await start()
    uids = [step.uid for step in it.steps(1)]
    vera = await it.collection.person("vera", "verifier")
    with it.collection.store.writing() as session:
        person = session.query(Person).filter_by(name="vera").one()
        session.add(
            Replay(demonstration_id=1, person_id=person.id, requested=uids, state="running")
        )
    assert "0 of 4 steps are executed" in (await vera.get("/verify/1/replay")).text
    again = await vera.post("/verify/1/replay", keep=uids[0])
    assert "A replay of this demonstration is running." in again.text
    async with it.tool.running():
        page = await it.verifier("vera")
        await page.goto(f"{it.collection.address}/verify/1")
        await page.get_by_text("All 4 steps were executed, without differences.").wait_for()
        steps = await page.locator("#replay li").all_inner_texts()
        assert [one.endswith(": as recorded") for one in steps] == [True] * 4


async def test_screenshots_are_cropped_around_the_marked_element(start: Serve) -> None:
    it = await start()
    page = await it.verifier("vera")
    await open(page, 2)
    pictures = page.locator(".steps img")
    assert await pictures.count() == 8
    for number in range(8):
        await pictures.nth(number).scroll_into_view_if_needed()
        await pictures.nth(number).evaluate("one => one.decode()")
        assert await pictures.nth(number).evaluate("one => one.naturalWidth") > 1000
    for path, status in (("0/before.jpg?whole", 200), ("4/before.jpg", 404), ("0/x.jpg", 404)):
        answer = await page.request.get(f"{page.url}/steps/{path}")
        assert answer.status == status


@pytest.mark.exhaustive
async def test_every_screen_is_accessible_in_light_and_dark_mode(start: Serve) -> None:
    it = await start((2, 1))
    vera, will = await it.verifier("vera"), await it.verifier("will")
    assert await barriers(vera) == []
    await open(vera, 2)
    await vera.get_by_label("Keep step 2:").uncheck()
    it.shop.changed["/newsletter"] = "<!doctype html><title>Tea shop</title>Nothing"
    await replay(vera)
    await vera.get_by_text("What to check").click()
    assert await barriers(vera) == []
    await decide(vera, "Unsure")
    await vera.get_by_role("alert").get_by_text("Write a note").wait_for()
    assert await barriers(vera) == []
    await vera.get_by_label("Note").fill("Is Monday enough?")
    await decide(vera, "Unsure")
    await open(will, 2)
    assert await barriers(will) == []
    await decide(will, "Discard")
    for page in (vera, will):
        await page.get_by_role("link", name="Your decisions").click()
        assert await barriers(page) == []
