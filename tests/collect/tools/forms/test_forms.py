"""Workers' pages: people fill in a template's pages, and the data is a TurkingBench data set."""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from collect.screens import barriers, enter
from collect.visitors import Collection, Visitor, served, store_in
from playwright.async_api import Browser, Dialog, FrameLocator, Page

from webproctor.benchmarks.turkingbench import turkingbench
from webproctor.benchmarks.turkingbench.dataset import Dataset
from webproctor.collect.tools.forms import forms
from webproctor.collect.tools.forms import job as jobs
from webproctor.collect.tools.forms.export import batch, dataset
from webproctor.collect.tools.forms.tables import Answer
from webproctor.core.errors import UserError
from webproctor.core.loop import run_episode

TEMPLATE = """<h2>Read the review of product ${number}</h2><p id="review">${review}</p>
<p><label><input type="radio" name="mood" value="good" required>Good</label>
<label><input type="radio" name="mood" value="bad" required>Bad</label></p>
<p><label><input type="checkbox" name="about" value="price">Price</label>
<label><input type="checkbox" name="about" value="size">Size</label></p>
<p><label>Colour <select name="colour"><option>red<option>blue</select></label></p>
<p><label>In your words <textarea name="words"></textarea></label></p>
<script>const user = "you"; document.title = `For ${user}`;</script>"""
INPUTS = 'number,review\n1,"Cheap, and <b>too</b> small"\n2,Fine\n2,Fine\n3,\n'


def files(folder: Path, template: str = TEMPLATE, inputs: str = INPUTS) -> dict[str, Any]:
    folder.mkdir(exist_ok=True)
    (folder / "template.html").write_text(template, encoding="utf-8")
    (folder / "inputs.csv").write_text(inputs, encoding="utf-8")
    return {"template": folder / "template.html", "inputs": folder / "inputs.csv"}


@pytest_asyncio.fixture(loop_scope="session")
async def reviews(tmp_path: Path, database: str | None) -> AsyncIterator[Collection]:
    """A served job with three distinct inputs, which two people answer."""
    with store_in(tmp_path / "data", database) as store:
        tool = forms(store, **files(tmp_path / "files"), name="Reviews", answers_per_input=2)
        async with served(store, "forms", tool) as collection:
            yield collection


@pytest_asyncio.fixture(loop_scope="session")
async def simple(tmp_path: Path) -> AsyncIterator[Collection]:
    with store_in(tmp_path / "data") as store:
        tool = forms(store, **files(tmp_path / "files"), name="Reviews", answers_per_input=2)
        async with served(store, "forms", tool) as collection:
            yield collection


async def begin(person: Visitor) -> str:
    """Return the path of the page that the person gets."""
    return (await person.post("/forms/")).headers["location"]


async def send(person: Visitor, path: str, fields: dict[str, list[str]]) -> dict[str, Any]:
    answer = await person.http.post(
        path, json={"fields": fields}, headers={"x-csrf-token": await person.csrf()}
    )
    assert answer.status_code == 200, answer.text
    return answer.json()


def framed(page: Page) -> FrameLocator:
    return page.frame_locator("iframe")


async def fill_in(page: Page, mood: str, words: str) -> None:
    frame = framed(page)
    await frame.get_by_label(mood).check()
    await frame.get_by_label("Price").check()
    await frame.get_by_label("Size").check()
    await frame.get_by_label("Colour").select_option("blue")
    await frame.get_by_label("In your words").fill(words)
    await frame.get_by_role("button", name="Submit").click()


async def test_submitted_forms_become_a_data_set_that_the_oracle_solves(
    simple: Collection, chromium: Browser, tmp_path: Path
) -> None:
    faults: list[str] = []
    page = await enter(chromium, simple.link("ann"), faults)
    await page.get_by_role("button", name="Start").click()
    for number in range(3):
        await page.wait_for_url(f"**/pages/{1 + number}")
        await fill_in(page, "Good", f"words, {number}\n\u00fcber")
    await page.get_by_text("There is no page left for you").wait_for()
    await page.context.close()
    assert faults == []
    ben = await simple.person("ben")
    path = await begin(ben)
    for number in range(3):
        fields = {"mood": ["bad"], "about": ["price", "size"], "colour": ["blue"]}
        words = [f"words, {number}\n\u00fcber"]
        path = (await send(ben, path, fields | {"words": words}))["next"]
    with simple.store.reading() as session:
        assert dataset(session, tmp_path / "out") == 6
    task = Dataset(tmp_path / "out").task("Reviews")
    assert task.instances[0] == {"number": "1", "review": "Cheap, and <b>too</b> small"}
    assert task.gold(1) == {
        "mood": ["good", "bad"],
        "about": ["price|size"] * 2,
        "colour": ["blue"] * 2,
        "words": ["words, 1\n\u00fcber"] * 2,
    }
    async with turkingbench(data=tmp_path / "out", split="all") as benchmark:
        for one in benchmark.tasks():
            async with benchmark.session(one) as session:
                episode = await run_episode(one, session, benchmark.oracle())
            assert benchmark.score(one, episode).value == 1.0


async def test_an_input_is_given_to_the_requested_number_of_people(reviews: Collection) -> None:
    people = [await reviews.person(name) for name in ("ann", "ben", "cid")]
    given = [await begin(person) for person in people]
    with reviews.store.reading() as session:
        assert [one.input_id for one in session.query(Answer).order_by(Answer.id)] == [1, 2, 3]
    for person, path in zip(people[:2], given, strict=False):
        while path.startswith("/forms/pages/"):
            path = (await send(person, path, {"mood": ["good"]}))["next"]
    # Ann and Ben have answered everything but the page that Cid has, which only one of them got.
    with reviews.store.reading() as session:
        rows = batch(session).splitlines()
    assert len(rows) == 1 + 5
    assert (await send(people[2], given[2], {"mood": ["bad"]}))["next"] == "/forms/?finished"


async def test_a_page_that_is_not_submitted_in_time_is_given_to_others(
    simple: Collection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webproctor.collect.tools.forms.assignments.timedelta", _no_time)
    for name in ("ann", "ben", "cid"):
        await begin(await simple.person(name))
    with simple.store.reading() as session:
        assert {one.input_id for one in session.query(Answer)} == {1}


def _no_time(*, minutes: int) -> Any:
    from datetime import timedelta

    return timedelta(minutes=0 * minutes)


async def test_a_skipped_page_is_not_given_again(simple: Collection) -> None:
    ann = await simple.person("ann")
    first = await begin(ann)
    second = (await ann.post(f"{first}/skip")).headers["location"]
    assert second != first
    # Sent twice, the form skips one page.
    assert (await ann.post(f"{first}/skip")).headers["location"] == second
    with simple.store.reading() as session:
        assert [one.state for one in session.query(Answer).order_by(Answer.id)] == [
            "skipped", "open",
        ]  # fmt: skip


async def test_a_page_is_submitted_once(simple: Collection) -> None:
    ann = await simple.person("ann")
    path = await begin(ann)
    await send(ann, path, {"mood": ["good"]})
    answer = await ann.http.post(
        path, json={"fields": {}}, headers={"x-csrf-token": await ann.csrf()}
    )
    assert answer.status_code == 400
    assert "this page was sent before" in answer.text
    with simple.store.reading() as session:
        assert session.get_one(Answer, 1).fields == {"mood": ["good"]}


async def test_an_answer_that_is_sent_again_leads_to_the_next_page(simple: Collection) -> None:
    ann = await simple.person("ann")
    path = await begin(ann)
    following = await send(ann, path, {"mood": ["good"]})
    assert await send(ann, path, {"mood": ["good"]}) == following


async def test_malformed_submissions_are_refused(simple: Collection) -> None:
    ann = await simple.person("ann")
    path = await begin(ann)
    headers = {"x-csrf-token": await ann.csrf(), "content-type": "application/json"}
    for sent, status in (
        ('{"fields": {"mood": "good"}}', 400),
        ('{"fields": {"mood": [1]}}', 400),
        ("[]", 400),
        ("{", 400),
        (json.dumps({"fields": {str(number): [] for number in range(5001)}}), 400),
        ('{"fields": {"words": ["' + "x" * 2**20 + '"]}}', 413),
    ):
        answer = await ann.http.post(path, content=sent, headers=headers)
        assert answer.status_code == status, sent[:80]
    with simple.store.reading() as session:
        assert session.get_one(Answer, 1).state == "open"


async def test_pages_of_other_people_are_not_found(simple: Collection) -> None:
    path = await begin(await simple.person("ann"))
    eve = await simple.person("eve")
    for other in (path, f"{path}/frame"):
        assert (await eve.get(other)).status_code == 404
    assert (await eve.post(f"{path}/skip")).status_code == 404
    headers = {"x-csrf-token": await eve.csrf()}
    assert (await eve.http.post(path, json={"fields": {}}, headers=headers)).status_code == 404
    for administrators in ("/forms/job", "/forms/batch.csv", "/forms/inputs/1/frame"):
        assert (await eve.get(administrators)).status_code == 403


async def test_forms_of_other_sites_are_refused(simple: Collection) -> None:
    ann = await simple.person("ann")
    path = await begin(ann)
    given = {"x-csrf-token": await ann.csrf(), "origin": "http://evil.test"}
    assert (await ann.http.post(path, json={"fields": {}}, headers=given)).status_code == 403
    assert (await ann.http.post(path, json={"fields": {}})).status_code == 403


HOSTILE = """<p>Hostile</p><input name="a"><script>
const tell = (name, value) => { document.querySelector("p").textContent += ` ${name}=${value};`; };
try { tell("cookie", document.cookie); } catch { tell("cookie", "none"); }
try { tell("parent", parent.document.title); } catch { tell("parent", "none"); }
fetch("/forms/").then(() => tell("fetch", "ok"), () => tell("fetch", "none"));
fetch("/forms/", { method: "POST", mode: "no-cors", credentials: "include" })
  .then(() => tell("post", "ok"), () => tell("post", "none"));
try { top.location = "/people"; } catch { tell("top", "none"); }
parent.postMessage({ height: 1e9 }, "*");
parent.postMessage({ height: "1; x" }, "*");
parent.postMessage(null, "*");
</script>"""


async def test_a_template_can_reach_neither_the_enclosing_page_nor_the_server(
    tmp_path: Path, chromium: Browser
) -> None:
    with store_in(tmp_path / "data") as store:
        tool = forms(store, **files(tmp_path / "files", HOSTILE, "x\n1\n"), answers_per_input=1)
        async with served(store, "forms", tool) as collection:
            page = await enter(chromium, collection.link("ann"), [])
            await page.get_by_role("button", name="Start").click()
            paragraph = framed(page).locator("p").first
            for name in ("cookie", "parent", "fetch", "post", "top"):
                await paragraph.filter(has_text=f"{name}=none").wait_for()
            assert page.url.endswith("/forms/pages/1")
            assert await page.locator("iframe").evaluate("frame => frame.offsetHeight") <= 20_000
            await page.context.close()


async def test_a_page_outside_its_frame_has_no_origin(
    simple: Collection, chromium: Browser
) -> None:
    page = await enter(chromium, simple.link("ann"), [])
    await page.get_by_role("button", name="Start").click()
    await page.wait_for_url("**/pages/1")
    await page.goto(f"{page.url}/frame")
    assert await page.evaluate("origin") == "null"
    await page.context.close()


async def test_answers_that_are_not_sent_are_not_left_without_a_warning(
    simple: Collection, chromium: Browser
) -> None:
    page = await enter(chromium, simple.link("ann"), [])
    await page.get_by_role("button", name="Start").click()
    await framed(page).get_by_label("In your words").fill("Good")
    async with page.expect_event("dialog") as opened:
        await page.evaluate("setTimeout(() => location.reload()); 0")
        dialog = await opened.value
        assert dialog.type == "beforeunload"
        await dialog.dismiss()
    asked: list[Dialog] = []
    page.on("dialog", lambda dialog: asked.append(dialog))
    await page.get_by_role("button", name="Skip this page").click()
    await page.wait_for_url("**/pages/2")
    assert asked == []
    await page.context.close()


async def test_a_handler_of_the_template_can_refuse_incomplete_answers(
    tmp_path: Path, chromium: Browser
) -> None:
    template = """<input name="a"><button>Send</button><script>
    document.querySelector("form").onsubmit = () => document.querySelector("input").value !== "";
    </script>"""
    with store_in(tmp_path / "data") as store:
        tool = forms(store, **files(tmp_path / "files", template, "x\n1\n"), answers_per_input=1)
        async with served(store, "forms", tool) as collection:
            page = await enter(chromium, collection.link("ann"), [])
            await page.get_by_role("button", name="Start").click()
            await framed(page).get_by_role("button", name="Send").click()
            await framed(page).locator("input").first.fill("b")
            await framed(page).get_by_role("button", name="Send").click()
            await page.get_by_text("There is no page left").wait_for()
            with store.reading() as session:
                assert session.get_one(Answer, 1).fields == {"a": ["b"]}
            await page.context.close()


@pytest.mark.exhaustive
async def test_every_screen_is_accessible(simple: Collection, chromium: Browser) -> None:
    faults: list[str] = []
    page = await enter(chromium, simple.link("ann"), faults)
    assert await barriers(page) == []
    await page.get_by_role("button", name="Start").click()
    await framed(page).get_by_role("button").wait_for()
    assert await barriers(page) == []
    await page.get_by_role("button", name="Skip").click()
    await page.goto(f"{simple.address}/forms/pages/1")
    assert await barriers(page) == []
    await page.context.close()
    page = await enter(chromium, simple.administrator, faults)
    for path in ("/people", "/forms/job"):
        await page.goto(f"{simple.address}{path}")
        assert await barriers(page) == []
    assert await page.get_by_text("no column for these variables").text_content() == (
        "The inputs have no column for these variables, which stay in the page: user"
    )
    assert faults == []
    await page.context.close()


async def test_the_administrator_sees_progress(simple: Collection) -> None:
    ann = await simple.person("ann")
    following = (await send(ann, await begin(ann), {"mood": ["good"]}))["next"]
    await ann.post(f"{following}/skip")
    shown = (await (await simple.enter(simple.administrator)).get("/people")).text
    assert "Wanted of each" in shown
    ann_row = shown.partition('<td class="text">ann</td>')[2].partition("</tr>")[0]
    assert ann_row.startswith("<td>1</td><td>1</td>")


@pytest.mark.parametrize(
    ("inputs", "why"),
    [
        ("x,Answer.y\n1,2\n", "Answer.y is a column of answers"),
        ("x\n", "has no rows"),
        ("", "the file is empty"),
        ("x\n1,2\n", "row 1, line 2: 2 cells under 1 column names"),
    ],
)
async def test_invalid_inputs_are_user_errors(tmp_path: Path, inputs: str, why: str) -> None:
    with store_in(tmp_path / "data") as store:
        tool = forms(store, **files(tmp_path / "files", inputs=inputs))
        with pytest.raises(UserError, match=why):
            await tool.prepare()


async def test_a_collection_keeps_its_template_for_the_next_start(
    tmp_path: Path,
) -> None:
    given = files(tmp_path / "files")
    with store_in(tmp_path / "data") as store:
        with pytest.raises(UserError, match="needs --template and --inputs"):
            await forms(store).prepare()
        await forms(store, **given).prepare()
        await forms(store, **given, answers_per_input=5).prepare()
        await forms(store, answers_per_input=4).prepare()
        with store.reading() as session:
            assert jobs.get(session).answers_per_input == 4
        given["template"].write_text("<p>Another", encoding="utf-8")
        with pytest.raises(UserError, match="this collection has other template"):
            await forms(store, **given).prepare()


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ({"answers_per_input": 0}, "--answers-per-input must be 1 to 1000, not 0"),
        ({"minutes": 0}, "--minutes"),
        ({"name": "../x"}, "without slashes"),
        ({"name": ".."}, "name of a folder"),
    ],
)
def test_invalid_options_are_user_errors(
    tmp_path: Path, settings: dict[str, Any], why: str
) -> None:
    with (
        store_in(tmp_path) as store,
        pytest.raises(UserError, match=why),
    ):
        forms(store, **settings)
