"""The pages in Chromium: a session from the microphone to the oracle, keyboard, mouse, axe."""

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path

import numpy as np
import pytest
import pytest_asyncio
from collect.screens import barriers, enter
from collect.tools.session.material import Material, begin, call, material, sessions, transcribe
from collect.visitors import Collection
from per_change import only
from playwright.async_api import Browser, Page, Route, async_playwright, expect

from webproctor.benchmarks.realwebassist.benchmark import realwebassist
from webproctor.collect.tools.session.export import write
from webproctor.collect.tools.session.files import wav
from webproctor.core.loop import run_episode

# Chromium's substitute for a shared window is a camera for the policy; a real window is not.
SUBSTITUTE = "Permissions policy violation: camera is not allowed in this document."
# For speech that ends, the file is not repeated.
DEVICES = ("--use-fake-ui-for-media-stream", "--use-fake-device-for-media-stream")
# Waits until the number that an element shows has reached a value. (The policy of the pages forbids
# `wait_for_function`, which evaluates text again and again.)
REACHED = """(shown, value) => new Promise((done) => {
  const check = () => parseFloat(shown.textContent) >= value && done();
  const changes = { childList: true, characterData: true, subtree: true };
  new MutationObserver(check).observe(shown, changes);
  check();
})"""


@pytest_asyncio.fixture(loop_scope="session")
async def recorder(executable: Path, tmp_path: Path) -> AsyncIterator[tuple[Browser, Material]]:
    """A browser with a person at the microphone who says two instructions, and what they say."""
    sample = material(2, seconds_between=1.6)
    sound = tmp_path / "speech.wav"
    sound.write_bytes(wav(sample.sound))
    file = f"--use-file-for-fake-audio-capture={sound}%noloop"
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=str(executable), args=["--no-sandbox", *DEVICES, file]
        )
        yield browser, sample
        await browser.close()


async def record(page: Page, sample: Material) -> None:
    """Let the participant agree, record both instructions with three pictures, and finish."""
    await page.get_by_role("link", name="New recording").click()
    await page.get_by_label("The participant has read").check()
    await page.get_by_role("button", name="Start").click()
    await page.get_by_label("Also take a picture").uncheck()
    await page.get_by_label("Task").fill(sample.steps[0].task)
    await page.get_by_role("button", name="Share the window").click()
    await page.get_by_text("Recording.").wait_for()
    await page.get_by_role("button", name="The next task begins").click()
    (_, first), (_, second) = sample.spoken
    for number, seconds in enumerate((first + 0.4, first + 0.6, second + 0.4), 1):
        # The sound is the clock: what is stored has been said.
        await page.locator("#seconds").evaluate(REACHED, seconds)
        if number == 1:  # The first picture is taken by itself, since there is none before it.
            await page.get_by_label("Also take a picture").check()
        else:
            await page.get_by_role("button", name="Take a picture").click()
        await page.get_by_text(f"Picture {number} was stored.").wait_for()
        await page.get_by_label("Also take a picture").uncheck()
    await page.get_by_role("button", name="Finish").click()
    await page.locator("#timeline.ready").wait_for()


async def draw(page: Page, box: tuple[int, int, int, int]) -> None:
    """Draw a box of [x, y, width, height] in parts of the picture with the mouse, and save it."""
    await page.locator("form.ready").wait_for()
    shown = await page.locator(".picture svg").bounding_box()
    assert shown is not None
    left, top = shown["x"], shown["y"]
    scale = shown["width"] / 100
    await page.mouse.move(left + box[0] * scale, top + box[1] * scale)
    await page.mouse.down()
    await page.mouse.move(left + (box[0] + box[2]) * scale, top + (box[1] + box[3]) * scale)
    await page.mouse.up()
    await page.get_by_role("status").get_by_text("Box 1 added").wait_for()
    await page.get_by_role("button", name="Save and next").click()


async def key(page: Page, *keys: str) -> None:
    """Press keys with the focus on the screenshot."""
    await page.locator("form.ready").wait_for()
    await page.locator(".stage").focus()
    for one in keys:
        await page.keyboard.press(one)


@pytest.mark.exhaustive
async def test_two_instructions_are_recorded_at_their_times_with_screenshots(
    recorder: tuple[Browser, Material], tmp_path: Path
) -> None:
    browser, sample = recorder
    faults: list[str] = []
    async with sessions(tmp_path / "data") as collection:
        page = await enter(browser, collection.link("rec"), faults)
        await record(page, sample)
        rec = await collection.person("rec")
        found = (await rec.get("/session/recordings/1/timeline")).json()
    times = [(one["start"], one["end"]) for one in found["instructions"]]
    assert np.allclose(times, sample.spoken, atol=0.5)
    assert len(found["steps"]) == 3
    assert set(faults) <= {SUBSTITUTE}


@pytest.mark.exhaustive
async def test_a_session_from_the_microphone_to_the_oracle(
    recorder: tuple[Browser, Material], tmp_path: Path
) -> None:
    browser, sample = recorder
    faults: list[str] = []
    async with sessions(tmp_path / "data", recogniser="pocketsphinx:open") as collection:
        page = await enter(browser, collection.link("rec"), faults)
        await record(page, sample)
        # Both instructions were found at their times; the drafts are corrected by typing.
        await page.get_by_role("button", name="Draft the transcripts").click()
        transcripts = page.get_by_label("Transcript")
        await expect(transcripts).to_have_count(2)
        for number, text in enumerate(sample.texts):
            await expect(transcripts.nth(number)).not_to_have_value("")
            await transcripts.nth(number).fill(text)
        await page.get_by_label("Website").first.fill("farhaven.test")
        # On a busy machine a picture can be late.
        for number, instruction in enumerate("112", 1):
            step = page.locator("li", has_text=f"Step {number},")
            await step.get_by_label("Instruction").select_option(instruction)
        await page.get_by_text("Saved.").wait_for()
        await page.get_by_role("button", name="Release to the annotators").click()
        await page.get_by_text("With the annotators").wait_for()

        # Three annotators: mouse, keyboard, and both. The first step is agreed.
        for name in ("ann", "ben", "cat"):
            page = await enter(browser, collection.link(name), faults)
            await page.goto(f"{collection.address}/session/label")
            await page.get_by_role("button", name="Start").click()
            await draw(page, (40, 20, 20, 10))
            if name == "ann":
                await key(page, "c")
                await key(page, "Enter")
                await page.get_by_text("Screenshot 3 of 3").wait_for()
                await draw(page, (1, 1, 10, 10))
            elif name == "ben":
                await page.get_by_role("button", name="Not a click").click()
                await page.get_by_text("Screenshot 3 of 3").wait_for()
                await key(page, "n", "Shift+ArrowRight", "Alt+ArrowDown", "Enter")
            else:
                await page.get_by_role("button", name="Copy from previous").click()
                await page.get_by_role("button", name="Save and next").click()
                await page.get_by_text("Screenshot 3 of 3").wait_for()
                await draw(page, (2, 1, 10, 10))
            await page.get_by_text("3 of 3 screenshots are labelled").wait_for()

        page = await enter(browser, collection.link("vera", "verifier"), faults)
        await page.get_by_role("link", name="Look").click()
        figures = await page.get_by_role("row", name="all").get_by_role("cell").all_text_contents()
        # By hand. Matched: 1; a third; a third (ann and cat overlap by 0.82). Centres: 1, 0, 0.
        # Alpha: of 9 flags 8 are clicks, 16 ordered pairs differ by chance: 1 - 2 * 8 / 16.
        assert figures == ["all", "3", "0.667", "0.556", "0.333", "0.0"]
        await page.get_by_role("row", name="to decide").first.get_by_role("link").click()
        await page.get_by_role("button", name="Take ann").click()
        await page.get_by_role("button", name="Decide").click()
        await page.get_by_text("Decide screenshot 3").wait_for()
        await page.get_by_role("button", name="Take cat").click()
        await page.get_by_role("button", name="Decide").click()
        await page.get_by_text("decided").first.wait_for()
        out = tmp_path / "out"
        with collection.store.reading() as db:
            assert write(collection.store, db, out) == 1
    assert set(faults) <= {SUBSTITUTE}
    benchmark = realwebassist(data=out)
    [task] = benchmark.tasks()
    async with benchmark.session(task) as session:
        episode = await run_episode(task, session, benchmark.oracle())
    assert benchmark.score(task, episode).value == 1
    steps = benchmark.dataset.steps
    assert [one.instruction for one in steps] == [sample.texts[0], sample.texts[0], sample.texts[1]]
    assert {one.website for one in steps} == {"farhaven.test"}


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def filled(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Collection]:
    """A collection with a recording that is edited, one that is labelled, and one that is new."""
    sample = material()
    folder = tmp_path_factory.mktemp("screens")
    async with sessions(folder, mask=("Oslo",), recogniser="pocketsphinx:open") as collection:
        rec, ann = await collection.person("rec"), await collection.person("ann")
        at = await begin(rec, sample.archive())
        await transcribe(rec, at, sample)
        await rec.post(f"{at}/release")
        await transcribe(rec, await begin(rec, sample.archive()), sample)
        await begin(rec)
        await ann.post("/session/label/1")
        await ann.post("/session/label/steps/1", boxes="[[100, 100, 200, 80]]")
        yield collection


SCREENS = {
    "rec": ("/session/", "/session/new", "/session/recordings/1", "/session/recordings/2",
            "/session/recordings/3/record", "/session/steps/7/mask"),
    "ann": ("/session/label", "/session/label/1", "/session/label/steps/1"),
    "vera": ("/session/agreement", "/session/agreement/1", "/session/agreement/steps/1"),
    "administrator": ("/people",),
}  # fmt: skip


@pytest.mark.parametrize("name", only(["ann"], SCREENS))
async def test_every_screen_is_accessible_in_light_and_dark_mode(
    filled: Collection, chromium: Browser, name: str
) -> None:
    faults: list[str] = []
    roles = {"vera": "verifier", "administrator": "administrator"}
    page = await enter(chromium, filled.link(name, roles.get(name, "annotator")), faults)  # type: ignore[arg-type]
    for path in SCREENS[name]:
        await page.goto(f"{filled.address}{path}")
        if ready := await page.locator("#timeline, form.boxes").count():
            await page.locator("#timeline.ready, form.boxes.ready").wait_for()
        assert await barriers(page) == [], (path, ready)
    assert faults == []
    await page.context.close()


async def test_the_timeline_can_be_edited_by_keyboard_and_mouse(
    filled: Collection, chromium: Browser
) -> None:
    faults: list[str] = []
    page = await enter(chromium, filled.link("rec"), faults)
    rec = await filled.person("rec")
    path = "/session/recordings/2"
    await page.goto(f"{filled.address}{path}")
    await page.locator("#timeline.ready").wait_for()

    async def saved() -> tuple[list[tuple[float, float]], list[int | None]]:
        """Return times of instructions and links of steps when the last change is stored."""
        await page.get_by_text("Saved.").wait_for()
        found = (await rec.get(f"{path}/timeline")).json()
        times = [(one["start"], one["end"]) for one in found["instructions"]]
        return times, [one["instruction"] for one in found["steps"]]

    spoken = material().spoken
    wave = page.locator(".wave")
    await wave.focus()
    for pressed in ("ArrowRight", "ArrowRight", "s"):
        await page.keyboard.press(pressed)
    times, links = await saved()
    assert np.allclose(times[:2], [(spoken[0][0], 2), (2, spoken[0][1])])
    # The steps come after the cut, and follow the second part.
    assert links == [1, 1, 1, 1, 2, 3]
    await wave.focus()
    for pressed in ("k", "m"):  # The second part is selected: back to the first, and merge.
        await page.keyboard.press(pressed)
    times, links = await saved()
    assert np.allclose(times, spoken, atol=0.006)
    assert links == [0, 0, 0, 0, 1, 2]
    await page.keyboard.press("Delete")
    times, links = await saved()
    assert links == [None, None, None, None, 0, 1]
    await page.get_by_role("button", name="Undo").click()
    assert (await saved())[1] == [0, 0, 0, 0, 1, 2]

    # With the mouse: the end of the second instruction is moved by a second.
    box = await wave.bounding_box()
    assert box is not None
    scale = box["width"] / (len(material().sound) / 16_000)
    x, y = box["x"] + spoken[1][1] * scale - 1, box["y"] + 60
    await page.mouse.move(x, y)
    await page.mouse.down()
    for part in (0.3, 0.6, 1):
        await page.mouse.move(x + part * scale, y)
    await page.mouse.up()
    times, _ = await saved()
    assert times[1][1] == pytest.approx(spoken[1][1] + 1, abs=0.1)
    # With fields: a text for the instruction, and another instruction for a step.
    await page.get_by_label("Transcript").nth(2).fill("Show me the flights.")
    await page.get_by_label("Steps of instruction 3").get_by_label("Instruction").select_option("2")
    assert (await saved())[1] == [0, 0, 0, 0, 1, 1]
    # What is masked is shown as it was stored; a task holds for the instructions after it.
    await page.get_by_label("Task").first.fill("Fly to Oslo")
    await page.get_by_label("Website").first.focus()
    await saved()
    tasks = [await page.get_by_label("Task").nth(n).input_value() for n in range(3)]
    assert tasks == ["Fly to [masked]"] * 3
    assert faults == []
    await page.context.close()


async def test_drafts_do_not_replace_later_edits(filled: Collection, chromium: Browser) -> None:
    page = await enter(chromium, filled.link("rec"), [])
    rec = await filled.person("rec")
    at = await begin(rec, material().archive())
    requested, go = asyncio.Event(), asyncio.Event()

    async def draft(route: Route) -> None:
        requested.set()
        await go.wait()
        await route.fulfill(json={"texts": {"0": "zero", "1": "one", "2": "two"}})

    await page.route("**/draft", draft)
    await page.goto(f"{filled.address}{at}")
    await page.locator("#timeline.ready").wait_for()
    await page.get_by_role("button", name="Draft the transcripts").click()
    await requested.wait()
    # The first is deleted; of the others, the first gets a text, with the focus in its field.
    await page.locator(".instruction h2").first.click()
    await page.get_by_label("Start").first.focus()
    await page.get_by_role("button", name="Delete").first.click()
    await expect(page.get_by_label("Transcript")).to_have_count(2)
    await page.get_by_label("Transcript").first.press_sequentially("typed")
    go.set()
    await expect(page.get_by_label("Transcript").nth(1)).to_have_value("two")
    await expect(page.get_by_label("Transcript").nth(0)).to_be_focused()
    await page.get_by_label("Website").first.focus()
    await page.get_by_text("Saved.").wait_for()
    found = (await rec.get(f"{at}/timeline")).json()
    assert [one["text"] for one in found["instructions"]] == ["typed", "two"]
    await page.context.close()


async def test_a_verifier_sees_boxes_in_the_color_of_their_annotator(
    chromium: Browser, tmp_path: Path
) -> None:
    sample = material()
    async with sessions(tmp_path / "data", annotators=2) as collection:
        rec = await collection.person("rec")
        at = await begin(rec, sample.archive())
        await transcribe(rec, at, sample)
        await rec.post(f"{at}/release")
        # JavaScript would list the names of an object in another order: numbers first.
        lefts = {"zoe": 100, "17": 200}
        for name, left in lefts.items():
            visitor = await collection.person(name)
            await visitor.post("/session/label/1")
            await visitor.post("/session/label/steps/1", boxes=f"[[{left}, 9, 30, 30]]")
        page = await enter(chromium, collection.link("vera", "verifier"), [])
        await page.goto(f"{collection.address}/session/agreement/steps/1")
        await page.locator("form.ready").wait_for()
        for name, left in lefts.items():
            button = page.get_by_role("button", name=f"Take {name}")
            swatch = await button.locator(".swatch").get_attribute("class") or ""
            shown = page.locator(f".other-{swatch[-1]}")
            assert await shown.get_attribute("x") == str(left)
            await button.click()
            await expect(page.get_by_label("Box 1, x")).to_have_value(str(left))
        await page.context.close()


async def test_every_key_press_moves_the_cursor(filled: Collection, chromium: Browser) -> None:
    faults: list[str] = []
    page = await enter(chromium, filled.link("rec"), faults)
    await page.goto(f"{filled.address}/session/recordings/2")
    await page.locator("#timeline.ready").wait_for()
    await page.locator(".wave").evaluate(  # Faster than the player seeks.
        "one => { for (let n = 0; n < 3; n++)"
        " one.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight'})); }"
    )
    await page.locator("#cursor").get_by_text("3.00 s").wait_for()
    assert faults == []
    await page.context.close()


async def test_a_refused_change_is_shown(filled: Collection, chromium: Browser) -> None:
    faults: list[str] = []
    page = await enter(chromium, filled.link("rec"), faults)
    await page.goto(f"{filled.address}/session/recordings/2")
    await page.locator("#timeline.ready").wait_for()
    rec = await filled.person("rec")
    found = (await rec.get("/session/recordings/2/timeline")).json()
    found.pop("seconds")
    for step in found["steps"]:
        step.pop("seconds")
    await call(rec, "PUT", "/session/recordings/2/timeline", content=json.dumps(found))
    await page.get_by_label("Transcript").first.fill("Other words")
    await page.get_by_label("Website").first.focus()
    await page.get_by_role("alert").get_by_text("changed in another window").wait_for()
    await page.context.close()
