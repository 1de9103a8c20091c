"""Labelling: own labels only, agreement equal to that computed by hand, decisions, export."""

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from collect.tools.session.material import Material, begin, material, send, sessions, transcribe
from collect.visitors import Collection, Visitor
from per_change import first
from PIL import Image

from webproctor.benchmarks.realwebassist.benchmark import realwebassist
from webproctor.benchmarks.realwebassist.clips import clips
from webproctor.benchmarks.realwebassist.data import check
from webproctor.collect.labels import Screenshot, label_studio
from webproctor.collect.tools.session.export import write
from webproctor.collect.tools.session.settling import most_central
from webproctor.core.errors import UserError
from webproctor.core.loop import run_episode
from webproctor.methods.grounding.targets import Rectangle
from webproctor.methods.speech.audio import read

MADE = material()


@pytest_asyncio.fixture(loop_scope="session")
async def simple(tmp_path: Path) -> AsyncIterator[Collection]:
    async with sessions(tmp_path / "data") as collection:
        await released(await collection.person("rec"), MADE)
        yield collection


@pytest_asyncio.fixture(loop_scope="session")
async def either(tmp_path: Path, database: str | None) -> AsyncIterator[Collection]:
    """The same, once with SQLite and once with PostgreSQL."""
    async with sessions(tmp_path / "data", database) as collection:
        await released(await collection.person("rec"), MADE)
        yield collection


async def released(visitor: Visitor, sample: Material, **fields: str) -> None:
    """Import a recording and give it to the annotators."""
    at = await begin(visitor, sample.archive(), **fields)
    await transcribe(visitor, at, sample)
    assert (await visitor.post(f"{at}/release")).status_code == 303


async def label(visitor: Visitor, labels: dict[int, str]) -> None:
    """Label steps of the first recording; `labels` has JSON by the step's id."""
    assert (await visitor.post("/session/label/1")).status_code == 303
    for step, boxes in labels.items():
        answer = await visitor.post(f"/session/label/steps/{step}", boxes=boxes)
        assert answer.status_code == 303, answer.text


def right(sample: Material) -> dict[int, str]:
    """Return the labels of the sample."""
    return {
        number: json.dumps(
            None if one.boxes is None else [[b.x, b.y, b.width, b.height] for b in one.boxes]
        )
        for number, one in enumerate(sample.steps, 1)
    }


async def test_an_annotator_can_see_and_change_only_their_own_labels(simple: Collection) -> None:
    ann, ben, eve = [await simple.person(name) for name in ("ann", "ben", "eve")]
    await label(ann, {1: "[[11, 22, 33, 44]]"})
    await label(ben, {1: "[[55, 66, 77, 88]]"})
    page = (await ann.get("/session/label/steps/1")).text
    assert "[11.0, 22.0, 33.0, 44.0]" in page
    assert "[55.0" not in page
    assert "[55.0" not in (await ann.get("/session/label/1/label-studio.json")).text
    # The previous label is offered on the next screenshot.
    assert "data-previous='[[11.0" in (await ann.get("/session/label/steps/2")).text
    for path in ("/session/label/1", "/session/label/steps/1", "/session/label/1/coco.json"):
        assert (await eve.get(path)).status_code == 404
    answer = await eve.post("/session/label/steps/1", boxes="null")
    assert answer.status_code == 404
    assert (await eve.get("/session/steps/1.png")).status_code == 404
    assert (await ann.get("/session/steps/1.png")).status_code == 200
    assert (await ann.get("/session/steps/1/mask")).status_code == 404
    assert (await ann.get("/session/agreement/1")).status_code == 403


async def test_a_recording_gets_the_requested_number_of_annotators(simple: Collection) -> None:
    for name in ("ann", "ben", "cat"):
        await label(await simple.person(name), {})
    dan = await simple.person("dan")
    assert (await dan.post("/session/label/1")).status_code == 409
    assert "Participant" not in (await dan.get("/session/label")).text
    assert (await (await simple.person("ann")).post("/session/label/1")).status_code == 303


PLANTED = {
    "ann": ["[[0, 0, 100, 100]]", "[[0, 0, 100, 100]]", "null", "[[0, 0, 10, 10]]"],
    "ben": ["[[0, 0, 100, 100]]", "[[0, 0, 100, 100]]", "null", "[[90, 90, 10, 10]]"],
    "cat": ["[[0, 0, 100, 60]]", "null", "null", "[[0, 0, 10, 10], [90, 90, 10, 10]]"],
}
"""Labels of the first four steps: an overlap of 0.6, another flag, agreement, other boxes."""
# By hand, in the order of the table: steps, same flag, matched, centres, alpha. 8 of the 12 flags
# are clicks, so 144 - 64 - 16 = 64 ordered pairs differ by chance. In the second step 4 differ,
# counted as 4 / 2: 1 - 2 * 11 / 64 = 0.65625. With cat and one other, 5 of 8 flags are clicks:
# 64 - 25 - 9 = 30 pairs, and 2 differ in the second step: 1 - 2 * 7 / 30.
FIGURES = {
    "all": [4, 3 / 4, (1 + 1 / 3 + 1 + (0 + 2 / 3 + 2 / 3) / 3) / 4, (1 + 0 + 1 + 0) / 4, 0.65625],
    "ann, ben": [4, 1, 3 / 4, 3 / 4, 1],
    "ann, cat": [4, 3 / 4, (1 + 0 + 1 + 2 / 3) / 4, (1 + 0 + 1 + 2 / 3) / 4, 1 - 14 / 30],
    "ben, cat": [4, 3 / 4, (1 + 0 + 1 + 2 / 3) / 4, (1 + 0 + 1 + 2 / 3) / 4, 1 - 14 / 30],
}


def cells(page: str, first: str) -> list[float]:
    """Return the numbers of the row of a table that begins with a text."""
    row = page.split(f'<td class="text">{first}</td>')[1].split("</tr>")[0]
    return [float(part.split("</td>")[0]) for part in row.split("<td>")[1:]]


async def test_agreement_equals_that_computed_by_hand(simple: Collection) -> None:
    for name, labels in PLANTED.items():
        await label(await simple.person(name), dict(enumerate(labels, 1)))
    vera = await simple.person("vera", "verifier")
    page = (await vera.get("/session/agreement/1")).text
    for name, figures in FIGURES.items():
        assert cells(page, name) == pytest.approx(figures, abs=0.0006), name
    assert page.count("to decide") == 2
    assert page.count("agreed") == 2
    studio = (await vera.get("/session/agreement/1/labels.json")).json()
    assert [len(one["annotations"]) for one in studio] == [3, 3, 3, 3, 0, 0]


async def test_a_verifier_decides_unsettled_steps_and_the_oracle_solves_the_export(
    either: Collection, tmp_path: Path
) -> None:
    for name, labels in PLANTED.items():
        rest = {number: text for number, text in right(MADE).items() if number > 4}
        await label(await either.person(name), dict(enumerate(labels, 1)) | rest)
    with either.store.reading() as db, pytest.raises(UserError, match="every step has its label"):
        write(either.store, db, tmp_path / "early")
    vera = await either.person("vera", "verifier")
    answer = await vera.post("/session/agreement/steps/2", boxes="[[1, 2, 30, 40]]")
    assert answer.headers["location"] == "/session/agreement/steps/4"
    answer = await vera.post("/session/agreement/steps/4", boxes="[]")
    assert (answer.status_code, "Draw 1 to 200 boxes" in answer.text) == (422, True)
    answer = await vera.post("/session/agreement/steps/4", boxes="[[0, 0, 9, 9], [80, 80, 9, 9]]")
    assert answer.headers["location"] == "/session/agreement/1"
    # Decisions do not change the figures of the annotators.
    page = (await vera.get("/session/agreement/1")).text
    assert cells(page, "all")[1] == pytest.approx(5 / 6, abs=0.0006)

    out = tmp_path / "out"
    out.mkdir()
    with either.store.reading() as db:
        assert write(either.store, db, out) == 1
    problems = [one for one in check(out)["problems"] if one["severity"] == "error"]
    assert problems == []
    [own] = out.iterdir()
    questions = json.loads((own / "questions_with_task_updated.json").read_text("utf-8"))
    assert [one["instruction_id"] for one in questions] == [1, 1, 1, 1, 2, 3]
    assert [one["bounding_box"] for one in questions[:4]] == [
        {"x": 0, "y": 0, "width": 100, "height": 100},
        {"x": 1, "y": 2, "width": 30, "height": 40},
        None,
        [{"x": 0, "y": 0, "width": 9, "height": 9}, {"x": 80, "y": 80, "width": 9, "height": 9}],
    ]
    assert Image.open(own / "answer_images/2.png").convert("RGB").getpixel((1, 2)) == (255, 0, 0)
    assert (own / "images/3.png").read_bytes() == MADE.steps[2].file.read_bytes()
    assert list((own / "audio").iterdir()) == []  # The voice is not to be published.
    benchmark = realwebassist(data=out, past=2)
    for task in benchmark.tasks():
        async with benchmark.session(task) as session:
            episode = await run_episode(task, session, benchmark.oracle())
        assert benchmark.score(task, episode).value == 1
    assert benchmark.dataset.history(int(own.name))[1] == (MADE.texts[0], "Step 2")


async def test_the_voice_is_exported_if_the_participant_agreed(tmp_path: Path) -> None:
    async with sessions(tmp_path / "data", annotators=1) as collection:
        await released(await collection.person("rec"), MADE, voice="yes")
        await label(await collection.person("ann"), right(MADE))
        with collection.store.reading() as db:
            write(collection.store, db, tmp_path / "out")
    found = clips(tmp_path / "out")
    assert [one.text for one in found] == MADE.texts
    for clip, (start, end) in zip(found, MADE.spoken, strict=True):
        assert len(read(clip.path)) == pytest.approx((end - start) * 16_000, abs=2)


@pytest.mark.parametrize("file", first("label-studio.json", "cvat.xml", "coco.json"))
async def test_labels_can_be_exchanged_with_other_tools(simple: Collection, file: str) -> None:
    ann, ben = await simple.person("ann"), await simple.person("ben")
    await label(ann, right(MADE))
    data = (await ann.get(f"/session/label/1/{file}")).content
    await label(ben, {})
    answer = await send(ben, "/session/label/1/import", data, file)
    assert answer.status_code == 303, answer.text
    vera = await simple.person("vera", "verifier")
    assert cells((await vera.get("/session/agreement/1")).text, "all")[:4] == [6, 1, 1, 1]


async def test_label_files_that_cannot_be_used_are_refused_with_the_reason(
    simple: Collection, tmp_path: Path
) -> None:
    ann = await simple.person("ann")
    await label(ann, {})
    path = tmp_path / "two.json"
    shown = Screenshot("images/1.png", 1280, 800)
    boxes = {shown.name: (Rectangle(1, 1, 5, 5),)}
    label_studio.write(path, {"a": boxes, "b": boxes}, [shown])
    for data, why in (
        (b"", "my.json: is empty"),
        (b"{}", "my.json: has no labels"),
        (b"<html/>", "my.json: starts with &lt;html&gt;"),
        (path.read_bytes(), "several annotators (a, b)"),
        (b'[{"data": {"image": "9.png"}}]', "there is no screenshot &#39;9.png&#39;"),
    ):
        answer = await send(ann, "/session/label/1/import", data, "my.json")
        assert answer.status_code == 422
        assert why in answer.text


async def test_scripts_in_text_are_shown_as_text(tmp_path: Path) -> None:
    hostile = "<script>document.title='x'</script>' onload='x"
    sample = material(1)
    async with sessions(tmp_path / "data", annotators=1) as collection:
        rec = await collection.person("rec")
        at = await begin(rec, sample.archive())
        found = (await rec.get(f"{at}/timeline")).json()
        found.pop("seconds")
        found["instructions"][0].update(text=hostile, task=hostile, website=hostile)
        for step in found["steps"]:
            step.pop("seconds")
            step["action"] = hostile
        headers = {"x-csrf-token": await rec.csrf()}
        await rec.http.put(f"{at}/timeline", json=found, headers=headers)
        assert (await rec.post(f"{at}/release")).status_code == 303
        ann = await collection.person("ann")
        await label(ann, {1: "[[1, 1, 5, 5]]"})
        vera = await collection.person("vera", "verifier")
        for visitor, path in (
            (ann, "/session/label/steps/1"),
            (vera, "/session/agreement/1"),
            (vera, "/session/agreement/steps/1"),
        ):
            page = (await visitor.get(path)).text
            assert "<script>document" not in page
            assert "&lt;script&gt;document" in page


def test_the_middle_label_has_the_largest_overlap_with_the_others() -> None:
    boxes = [(Rectangle(x, 0, 100, 100),) for x in (0, 10, 30)]
    assert most_central(boxes) == boxes[1]
    assert most_central([None, None]) is None
