"""Demonstrations by the pages: from the exploration to data that the benchmark loads."""

import asyncio
import contextlib
import json
from pathlib import Path

import pytest
from collect.screens import barriers
from collect.tools.demonstrate.conftest import Demonstrating, demonstrating
from collect.tools.demonstrate.shop import ERRANDS, STYLE, Do, Errand, html
from conftest import Work
from per_change import first
from playwright.async_api import Browser, TimeoutError, expect

from webproctor.benchmarks.mind2web.benchmark import mind2web
from webproctor.collect.demonstration import dump
from webproctor.collect.tools.demonstrate.files import load
from webproctor.collect.tools.demonstrate.sessions import Sessions
from webproctor.collect.tools.demonstrate.tables import Demonstration
from webproctor.core.errors import UserError


# The fourth has a click, an option, a text and a fake click.
@pytest.mark.parametrize("errands", first(ERRANDS[3:4], ERRANDS), ids=["one", "all"])
async def test_demonstrated_tasks_are_exported_and_get_the_full_score(
    chromium: Browser, tmp_path: Path, work: Work, errands: list[Errand]
) -> None:
    async with demonstrating(tmp_path / "data", chromium) as it:
        ann = await it.annotator("ann")
        for errand in errands:
            await ann.start(errand)
            await ann.record()
            for step in errand.steps:
                await ann.do(step)
            await ann.submit(f"{errand.task}.")
        assert "/booked" not in it.shop.requested  # A fake click is not executed.
        shard, folder = tmp_path / "records.json", tmp_path / "dump"
        with it.collection.store.reading() as session:
            records = it.tool.exports["records"](session)
            assert it.tool.folders["dump"](session, folder) == len(errands)
    shard.write_text(json.dumps(records), encoding="utf-8")
    assert [one["confirmed_task"] for one in records] == [f"{one.task}." for one in errands]
    assert [one["action_reprs"] for one in records] == [one.reprs for one in errands]
    for data, words in ((shard, None), (folder, folder / "tasks.json")):
        for worked in await work(mind2web(data=data, words=words), "oracle"):
            assert worked.score.details["success"] == 1.0
    task = folder / "task" / records[0]["annotation_id"]
    assert {one.name for one in task.iterdir()} == {"processed", "trace.zip", "storage.json"}
    assert len(list(folder.glob("session/*/session.har.zip"))) == len(errands)


@pytest.mark.exhaustive
async def test_demonstrations_of_several_people_are_separate(it: Demonstrating) -> None:
    async def demonstrate(name: str, errand: Errand) -> list[str]:
        one = await it.annotator(name)
        await one.start(errand)
        await one.record()
        for step in errand.steps[:2]:
            await one.do(step)
        return await one.steps()

    people = ("ann", "ben", "cem")
    done = await asyncio.gather(*map(demonstrate, people, ERRANDS))
    assert done == [errand.reprs[:2] for errand in ERRANDS[:3]]
    with it.collection.store.reading() as session:
        demonstrations = session.query(Demonstration).order_by(Demonstration.task_id)
        stored = [dump.steps(load(it.collection.store, one).folder) for one in demonstrations]
    assert [[step.repr for step in steps] for steps in stored] == [
        errand.reprs[:2] for errand in ERRANDS[:3]
    ]


async def test_exploring_uses_the_website_but_stores_nothing(it: Demonstrating) -> None:
    dora = await it.annotator("dora")
    await dora.start(ERRANDS[0])
    await dora.phase("exploring")
    await dora.click("Search")
    await dora.page.keyboard.type("rooibos")
    await dora.page.keyboard.press("Enter")
    await dora.page.locator("#address").filter(has_text="/results?q=rooibos").wait_for()
    await dora.press("Previous page")
    await dora.page.locator("#address").get_by_text("http://shop.test/", exact=True).wait_for()
    await dora.follow("Gift cards", "/gift")  # It opens a tab.
    await dora.record()
    await dora.page.locator("#address").get_by_text("http://shop.test/", exact=True).wait_for()
    assert await dora.steps() == []


async def test_selecting_does_not_click(it: Demonstrating) -> None:
    emil = await it.annotator("emil")
    await emil.start(ERRANDS[2])
    await emil.record()
    before = len(it.shop.requested)
    await emil.select("Newsletter")
    await emil.select("Tastings")
    assert await emil.page.locator("#highlight").text_content() == "link Tastings"
    await emil.press("Ignore")
    await emil.page.locator("#highlight").wait_for(state="hidden")
    await emil.point(900, 600)
    await emil.says("There is no control at this point")
    await emil.click("Newsletter")
    await emil.page.locator("#name").get_by_text("Newsletter").wait_for()
    await emil.page.locator("#frames").focus()
    await emil.page.keyboard.press("Enter")
    await emil.phase("recording")
    assert it.shop.requested[before:] == []


async def test_a_step_can_be_demonstrated_with_the_keyboard(it: Demonstrating) -> None:
    ute = await it.annotator("ute")
    await ute.start(ERRANDS[2])
    await ute.record()
    keyboard, name = ute.page.keyboard, ute.page.locator("#name")
    await ute.page.locator("#frames").focus()
    for key, label in (
        ("ArrowDown", "Search"),
        ("ArrowDown", "Find"),
        ("ArrowUp", "Search"),
        ("ArrowUp", "Gift cards"),
        ("ArrowUp", "Tastings"),
        ("ArrowUp", "Newsletter"),
    ):
        await keyboard.press(key)
        await name.get_by_text(label, exact=True).wait_for()
        await ute.phase("recording")
    assert await ute.page.locator("#highlight").text_content() == "link Newsletter"
    await keyboard.press("Enter")
    await expect(ute.page.get_by_label("Click", exact=True)).to_be_focused()
    await keyboard.press("Enter")  # Submits the form.
    await ute.says("Step 1 is stored")
    assert await ute.steps() == ["[link]  Newsletter -> CLICK"]
    await expect(ute.page.locator("#frames")).to_be_focused()


async def test_a_control_that_the_keyboard_selects_is_scrolled_into_view(
    it: Demonstrating, monkeypatch: pytest.MonkeyPatch
) -> None:
    tall = html("/").replace("<p><a href=/gift", "<p style='margin-top:2000px'><a href=/gift")
    monkeypatch.setitem(it.shop.changed, "/", tall)
    vera = await it.annotator("vera")
    await vera.start(ERRANDS[2])
    await vera.record()
    await vera.page.locator("#frames").focus()
    await vera.page.keyboard.press("ArrowUp")
    await vera.page.locator("#name").get_by_text("Gift cards", exact=True).wait_for()
    box = await vera.page.locator("#highlight").bounding_box()
    screen = await vera.page.locator("#screen").bounding_box()
    assert box is not None
    assert screen is not None
    assert screen["y"] <= box["y"] < screen["y"] + screen["height"]


async def test_the_mouse_can_be_released_outside_the_website(it: Demonstrating) -> None:
    it.shop.changed["/"] = (
        "<!doctype html><style>body { margin: 0; height: 100vh }</style><title>Held</title><body"
        " onmousedown=\"history.pushState(0, '', '/held')\""
        " onmouseup=\"history.pushState(0, '', '/released')\">"
    )
    jon = await it.annotator("jon")
    await jon.start(ERRANDS[2])
    await jon.phase("exploring")
    address = jon.page.locator("#address")
    while not await address.filter(has_text="/held").count():
        # A press on a page that is not drawn yet has no effect.
        await jon.page.locator("#frames").hover(position={"x": 9, "y": 9})
        await jon.page.mouse.down()
        with contextlib.suppress(TimeoutError):
            await address.filter(has_text="/held").wait_for(timeout=2000)
    await jon.page.get_by_role("heading", name="Explore").hover()
    await jon.page.mouse.up()
    await address.get_by_text("/released").wait_for()
    del it.shop.changed["/"]


@pytest.mark.exhaustive
async def test_a_demonstration_can_be_submitted_again_only_as_it_was(it: Demonstrating) -> None:
    kim = await it.annotator("kim")
    await kim.start(ERRANDS[2])
    await kim.record()
    await kim.do(ERRANDS[2].steps[0])
    review = f"{kim.page.url}/review"
    await kim.submit("Subscribe.")
    csrf = await kim.page.locator("meta[name=csrf]").get_attribute("content") or ""
    statuses = [
        (
            await kim.page.request.post(review, form={"csrf": csrf, "task": text}, max_redirects=0)
        ).status
        for text in ("Subscribe.", "Unsubscribe.")
    ]
    assert statuses == [303, 409]


async def test_a_description_that_is_sent_during_a_step_is_kept(
    it: Demonstrating, monkeypatch: pytest.MonkeyPatch
) -> None:
    eve = await it.annotator("eve")
    await eve.start(ERRANDS[2])
    await eve.record()
    await eve.do(ERRANDS[2].steps[0])

    async def finish(*_: object) -> None:
        raise UserError("A step is being performed.")

    monkeypatch.setattr(Sessions, "finish", finish)
    await eve.page.get_by_role("link", name="Finish").click()
    description = eve.page.get_by_label("Description")
    await description.fill("Subscribe.")
    await eve.press("Submit the demonstration")
    await eve.page.get_by_role("alert").get_by_text("A step is being performed.").wait_for()
    await expect(description).to_have_value("Subscribe.")


@pytest.mark.exhaustive
async def test_undo_replays_the_earlier_steps(it: Demonstrating) -> None:
    fay = await it.annotator("fay")
    await fay.start(ERRANDS[2])
    await fay.record()
    for step in ERRANDS[2].steps[:2]:
        await fay.do(step)
    await fay.press("Undo the last step")
    await fay.page.locator("#steps li:nth-child(2)").wait_for(state="detached")
    await fay.phase("recording")
    assert "/newsletter" in (await fay.page.locator("#address").text_content() or "")
    assert await fay.steps() == ERRANDS[2].reprs[:1]


@pytest.mark.exhaustive
async def test_a_changed_website_is_reported_on_replay(
    it: Demonstrating,
) -> None:
    gus = await it.annotator("gus")
    await gus.start(ERRANDS[3])
    await gus.record()
    for step in ERRANDS[3].steps[:3]:
        await gus.do(step)
    it.shop.changed["/tastings"] = "<!doctype html><title>Tea shop</title>No tastings"
    await gus.press("Undo the last step")
    await gus.says("There is no combobox 'Branch' on the page.")
    await gus.phase("closed")
    await gus.press("Remove the steps from 2")
    await gus.phase("recording")
    assert len(await gus.steps()) == 1
    del it.shop.changed["/tastings"]


@pytest.mark.exhaustive
async def test_passwords_and_patterns_are_masked_in_every_stored_file(it: Demonstrating) -> None:
    secret, address = "correct-horse", "Avenue 17"
    it.shop.changed["/newsletter"] = (
        f"<!doctype html><style>{STYLE}</style><title>Sign in</title><form>"
        "<p><input type=password name=k aria-label=E-mail><p><input name=a aria-label=Day>"
        "<p><button>Subscribe</button></form>"
    )
    hana = await it.annotator("hana")
    await hana.start(ERRANDS[2])
    await hana.record()
    for step in (Do("Newsletter"), Do("E-mail", "Type", secret), Do("Day", "Type", address)):
        await hana.do(step)
    await hana.do(Do("Subscribe"))
    # The re-execution types what was typed, not what is stored.
    await hana.press("Undo the last step")
    await hana.page.locator("#steps li:nth-child(4)").wait_for(state="detached")
    await hana.phase("recording")
    await hana.do(Do("Subscribe"))
    assert "k=correct-horse" in (await hana.page.locator("#address").text_content() or "")
    await hana.submit()
    del it.shop.changed["/newsletter"]
    with it.collection.store.reading() as session:
        demonstration = session.query(Demonstration).filter_by(state="submitted").one()
        folder = load(it.collection.store, demonstration).folder
    files = [one for one in folder.rglob("*") if one.is_file()]
    assert len(files) >= 4 * 9
    for file in files:
        data = file.read_bytes()
        assert secret.encode() not in data, file
        assert b"Avenue" not in data, file
    assert [step.value for step in dump.steps(folder)[1:3]] == ["[masked]", "[masked] 17"]
    assert "E-mail" in dump.state(folder, 1, "before").dom["strings"]


@pytest.mark.exhaustive
async def test_every_screen_is_accessible_in_light_and_dark_mode(it: Demonstrating) -> None:
    iris = await it.annotator("iris")
    assert await barriers(iris.page) == []
    await iris.start(ERRANDS[0])
    await iris.phase("exploring")
    assert await barriers(iris.page) == []
    await iris.record()
    await iris.do(ERRANDS[0].steps[0])
    await iris.select("Find")
    assert await barriers(iris.page) == []
    await iris.page.get_by_role("link", name="Finish").click()
    await iris.page.get_by_label("Description").wait_for()
    assert await barriers(iris.page) == []
