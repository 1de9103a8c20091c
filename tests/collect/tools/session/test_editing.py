"""Editing: instructions, their transcripts and steps, masks, release to the annotators."""

import asyncio
import contextlib
import io
import threading
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import pytest_asyncio
from collect.tools.session.material import begin, call, material, send, sessions, transcribe
from collect.visitors import Collection, Visitor
from PIL import Image

from webproctor.collect.tools.session import files
from webproctor.collect.tools.session.files import Files
from webproctor.methods.speech.audio import RATE

MADE = material()
EARS = """
class Ears:
    name = "ears"
    def transcribe(self, samples):
        return f"{len(samples) / 16000:.1f} seconds by Ann Example"
"""


@pytest_asyncio.fixture(loop_scope="session")
async def simple(tmp_path: Path) -> AsyncIterator[Collection]:
    ears = tmp_path / "ears.py"
    ears.write_text(EARS, encoding="utf-8")
    recogniser = f"{ears}:Ears"
    async with sessions(
        tmp_path / "data", mask=("Ann Example",), recogniser=recogniser
    ) as collection:
        yield collection


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def ann(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Visitor]:
    """A person with a transcribed recording, in which the tests change nothing."""
    async with sessions(tmp_path_factory.mktemp("shared")) as collection:
        person = await collection.person("ann")
        await transcribe(person, await begin(person, MADE.archive()), MADE)
        yield person


AT = "/session/recordings/1"


async def change(visitor: Visitor, alter: Any) -> Any:
    """Send the timeline of the first recording with a change, and return the answer."""
    found = (await visitor.get(f"{AT}/timeline")).json()
    found.pop("seconds")
    for step in found["steps"]:
        step.pop("seconds")
    alter(found)
    return await call(visitor, "PUT", f"{AT}/timeline", json=found)


async def test_a_change_is_stored_with_the_links_of_steps(simple: Collection) -> None:
    def alter(found: Any) -> None:
        found["instructions"].pop(0)
        for step in found["steps"]:
            step["instruction"] = step["instruction"] - 1 if step["instruction"] else None
        found["instructions"][0]["text"] = "  <i>Ann Example</i> was here "

    ann = await simple.person("ann")
    await transcribe(ann, await begin(ann, MADE.archive()), MADE)
    answer = await change(ann, alter)
    assert answer.status_code == 200
    found = answer.json()
    assert [one["instruction"] for one in found["steps"]] == [None, None, None, None, 0, 1]
    assert found["instructions"][0]["text"] == "<i>[masked]</i> was here"


@pytest.mark.parametrize(
    ("alter", "why"),
    [
        (lambda found: found.update(revision=0), "changed in another window"),
        (lambda found: found["instructions"][1].update(start=0), "Instruction 2 starts before"),
        (lambda found: found["instructions"][1].update(end=0), "Instruction 2 must end after"),
        (lambda found: found["instructions"][2].update(end=1e6), "Instruction 3 ends after"),
        (lambda found: found["instructions"][2].update(end=None), "instructions.2.end"),
        (lambda found: found["instructions"][0].update(text="x" * 2001), "instructions.0.text"),
        (lambda found: found["steps"].pop(), "steps are not those of the recording"),
        (lambda found: found["steps"][0].update(id=999), "steps are not those of the recording"),
        (lambda found: found["steps"][0].update(instruction=9), "Step 1 belongs to an instruct"),
        (lambda found: found["steps"][0].update(instruction=2), "Step 2 belongs to an earlier"),
        (lambda found: found.update(instructions="x"), "The timeline is not valid"),
    ],
)
async def test_an_invalid_change_is_refused_completely(ann: Visitor, alter: Any, why: str) -> None:
    before = (await ann.get(f"{AT}/timeline")).json()
    answer = await change(ann, alter)
    assert answer.status_code == 422
    assert why in answer.json()["fault"]
    found = (await ann.get(f"{AT}/timeline")).json()
    assert found == before
    assert [one["text"] for one in found["instructions"]] == MADE.texts


async def test_a_change_that_is_sent_again_is_accepted(simple: Collection) -> None:
    ann = await simple.person("ann")
    at = await begin(ann, material().archive())
    found = (await ann.get(f"{at}/timeline")).json()
    changed = {
        "revision": found["revision"],
        "instructions": [found["instructions"][0] | {"text": "Fly to Oslo"}],
        "steps": [
            {"id": one["id"], "action": one["action"], "instruction": 0} for one in found["steps"]
        ],
    }
    first, again = [await call(ann, "PUT", f"{at}/timeline", json=changed) for _ in range(2)]
    assert (again.status_code, again.json()) == (200, first.json())


async def test_missing_transcripts_are_drafted_by_the_recogniser(
    simple: Collection,
) -> None:
    ann = await simple.person("ann")
    at = await begin(ann, MADE.archive())
    texts = (await ann.get(f"{at}/draft")).json()["texts"]
    assert list(texts) == ["0", "1", "2"]
    assert texts["0"].endswith("seconds by [masked]")
    await transcribe(ann, at, MADE)
    assert (await ann.get(f"{at}/draft")).json()["texts"] == {}


async def test_instructions_can_be_exchanged_as_an_audacity_label_track(simple: Collection) -> None:
    ann = await simple.person("ann")
    at = await begin(ann, MADE.archive())
    await transcribe(ann, at, MADE)
    track = (await ann.get(f"{at}/labels.txt")).content
    assert track.decode().splitlines()[1] == "4.740000\t6.355000\tOn the fourteenth of May."
    other = await begin(ann, MADE.archive())
    assert (await send(ann, f"{other}/labels.txt", track, "labels.txt")).status_code == 303
    found = (await ann.get(f"{other}/timeline")).json()
    assert [one["text"] for one in found["instructions"]] == MADE.texts
    assert [one["instruction"] for one in found["steps"]] == [one.utterance for one in MADE.steps]
    for wrong, why in ((b"x", "labels.txt, line 1"), (b"1\t9999\tx\n", "ends after the sound")):
        answer = await send(ann, f"{other}/labels.txt", wrong, "labels.txt")
        assert answer.status_code == 422
        assert why in answer.text


async def test_masked_parts_of_a_screenshot_are_removed_from_the_stored_file(
    simple: Collection,
) -> None:
    ann = await simple.person("ann")
    await begin(ann, MADE.archive())
    answer = await ann.post("/session/steps/1/mask", boxes="[[10, 20, 100, 50]]")
    assert answer.status_code == 303
    png = (await ann.get("/session/steps/1.png")).content
    pictures = (Image.open(one) for one in (MADE.steps[0].file, io.BytesIO(png)))
    before, after = (np.asarray(one.convert("RGB")) for one in pictures)
    assert not after[20:70, 10:110].any()
    outside = np.ones(after.shape[:2], bool)
    outside[20:71, 10:111] = False
    assert (before[outside] == after[outside]).all()
    assert png == Files(simple.store, 1).picture(1).read_bytes()
    assert list(Files(simple.store, 1).folder.glob("1.*")) == [Files(simple.store, 1).picture(1)]


async def test_masks_that_are_drawn_at_the_same_time_are_both_kept(
    tmp_path: Path, database: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    decode, both = files.decode_picture, threading.Barrier(2)

    def decode_together(*arguments: Any) -> Image.Image:
        with contextlib.suppress(threading.BrokenBarrierError):
            both.wait(0.2)  # Broken if only one mask is drawn at a time.
        return decode(*arguments)

    monkeypatch.setattr(files, "decode_picture", decode_together)
    async with sessions(tmp_path / "data", database) as collection:
        ann = await collection.person("ann")
        await begin(ann, MADE.archive())
        for answer in await asyncio.gather(
            ann.post("/session/steps/1/mask", boxes="[[10, 20, 100, 50]]"),
            ann.post("/session/steps/1/mask", boxes="[[300, 200, 100, 50]]"),
        ):
            assert answer.status_code == 303
        masked = np.asarray(Image.open(Files(collection.store, 1).picture(1)))
    assert not masked[20:70, 10:110].any()
    assert not masked[200:250, 300:400].any()


@pytest.mark.parametrize(
    ("boxes", "why"),
    [
        ("", "boxes are not valid"),
        ("null", "Draw a box around what must be masked"),
        ("[]", "Draw 1 to 200 boxes"),
        ("[[1, 2, 3]]", "Box 1 must have four numbers"),
        ('[[1, 2, 3, "4"]]', "Box 1 must have four numbers"),
        ("[[1, 2, 0, 4]]", "Box 1: the box has no area"),
        ("[[1, 2, 1e9, 4]]", "Box 1: the box is outside the image"),
        ("[[1, 2, NaN, 4]]", "Box 1: a box must have finite numbers"),
        (f"[[1, 2, {10**400}, 4]]", "Box 1"),
        ("[" * 10_000, "boxes are not valid"),
    ],
)
async def test_invalid_boxes_are_refused_with_the_reason(
    ann: Visitor, boxes: str, why: str
) -> None:
    answer = await ann.post("/session/steps/1/mask", boxes=boxes)
    assert answer.status_code == 422
    assert why in answer.text


async def test_sound_can_be_silenced(simple: Collection) -> None:
    ann = await simple.person("ann")
    at = await begin(ann, MADE.archive())
    answer = await call(ann, "POST", f"{at}/silence", json={"start": 1.0, "end": 2.0})
    assert answer.status_code == 200
    sound = Files(simple.store, 1).sound(0, len(MADE.sound))
    assert not sound[RATE : 2 * RATE].any()
    assert (sound[: RATE - 1] == MADE.sound[: RATE - 1]).all()
    assert (sound[2 * RATE :] == MADE.sound[2 * RATE :]).all()
    for wrong in (
        {},
        {"start": 2, "end": 1},
        {"start": 0, "end": 1e6},
        [],
        {"start": -1, "end": 1},
    ):
        assert (await call(ann, "POST", f"{at}/silence", json=wrong)).status_code == 422


async def test_a_recording_is_released_to_annotators_only_when_complete(simple: Collection) -> None:
    ann = await simple.person("ann")
    at = await begin(ann, MADE.archive())
    answer = await ann.post(f"{at}/release")
    assert answer.status_code == 422
    assert "Instruction 1 has no transcript" in answer.text
    found = await transcribe(ann, at, MADE)
    assert (await ann.post(f"{at}/release")).status_code == 303
    # It cannot be changed now, and can be again as long as nobody labels it.
    assert (await call(ann, "PUT", f"{at}/timeline", json=found)).status_code == 422
    assert (await ann.post(f"{at}/reopen")).status_code == 303
    assert (await ann.post(f"{at}/release")).status_code == 303
    ben = await simple.person("ben")
    await ben.post("/session/label/1")
    answer = await ann.post(f"{at}/reopen")
    assert "An annotator has begun" in answer.text
