"""Recording: consent, sound and pictures by pieces, archives, withdrawal."""

import asyncio
import io
import json
import wave
import zlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from zipfile import ZIP_DEFLATED, ZipFile

import numpy as np
import pytest
import pytest_asyncio
from collect.tools.session.material import begin, call, material, send, sessions, transcribe
from collect.visitors import Collection
from sqlalchemy import func, select

from webproctor.collect.tools.session import importing
from webproctor.collect.tools.session.files import Files, wav
from webproctor.collect.tools.session.tables import Event, Recording, Step
from webproctor.core.errors import UserError
from webproctor.methods.speech.audio import RATE

PNG = material().steps[0].file


@pytest_asyncio.fixture(loop_scope="session")
async def simple(tmp_path: Path) -> AsyncIterator[Collection]:
    async with sessions(tmp_path / "data", mask=("Lisbon",)) as collection:
        yield collection


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def shared(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Collection]:
    """A collection in which the tests store nothing."""
    async with sessions(tmp_path_factory.mktemp("shared")) as collection:
        yield collection


def stored(collection: Collection, at: str) -> Recording:
    with collection.store.reading() as session:
        found = session.get(Recording, int(at.rpartition("/")[2]))
        assert found is not None
        return found


def count(collection: Collection, table: Any) -> int:
    with collection.store.reading() as session:
        return session.scalar(select(func.count()).select_from(table)) or 0


async def test_nothing_is_recorded_before_the_participant_agrees(simple: Collection) -> None:
    ann = await simple.person("ann")
    answer = await send(ann, "/session/new", None, voice="yes")
    assert answer.status_code == 422
    assert "Nothing is recorded without the participant" in answer.text
    assert count(simple, Recording) == 0


async def test_the_consent_is_stored_with_its_text_and_time(simple: Collection) -> None:
    ann = await simple.person("ann")
    found = [stored(simple, await begin(ann, voice=voice)) for voice in ("yes", "")]
    assert [one.voice for one in found] == [True, False]
    assert found[0].consent.startswith("You will do everyday tasks")
    assert found[0].consented <= found[1].consented
    assert found[0].number != found[1].number


async def test_only_the_recorder_page_may_use_the_microphone_and_capture_windows(
    simple: Collection,
) -> None:
    ann = await simple.person("ann")
    at = await begin(ann)
    policy = (await ann.get(f"{at}/record")).headers["permissions-policy"]
    assert "microphone=(self)" in policy
    assert "display-capture=(self)" in policy
    assert "camera=()" in policy
    assert "microphone=()" in (await ann.get("/session/")).headers["permissions-policy"]


async def test_sound_continues_after_a_crash_and_repeated_chunks_are_ignored(
    simple: Collection,
) -> None:
    ann = await simple.person("ann")
    at = await begin(ann)
    one, two = (np.full(RATE, value, "<i2").tobytes() for value in (1, 2))
    for position, piece in ((0, one), (0, one), (RATE, two), (0, two)):
        answer = await call(ann, "POST", f"{at}/sound?at={position}", content=piece)
        assert answer.status_code == 200
    assert answer.json() == {"samples": 2 * RATE}
    files = Files(simple.store, stored(simple, at).id)
    # A server that crashes before the commit leaves more in the file than the database says.
    files.add_sound(2 * RATE, one)
    answer = await call(ann, "POST", f"{at}/sound?at={2 * RATE}", content=two)
    sound = files.sound(0, answer.json()["samples"])
    assert (sound == np.repeat([1, 2, 2], RATE)).all()


async def test_screenshots_and_log_entries_that_are_sent_twice_are_stored_once(
    simple: Collection,
) -> None:
    ann = await simple.person("ann")
    at = await begin(ann)
    png = PNG.read_bytes()
    sent = [
        ("1.5", png),
        ("1.5", png),
        ("2.5", png),
        ("1.5", material().steps[1].file.read_bytes()),
    ]
    answers = [
        await call(ann, "POST", f"{at}/pictures?seconds={seconds}", content=picture)
        for seconds, picture in sent
    ]
    assert [one.json()["step"] for one in answers] == [1, 1, 2, 3]
    # Names are masked before entries are compared.
    entry = {"seconds": 1.5, "kind": "task", "text": "Fly to Lisbon"}
    for one in (entry, entry, entry | {"seconds": 2}, entry | {"text": "Fly home"}):
        assert (await call(ann, "POST", f"{at}/events", json=one)).status_code == 200
    assert (count(simple, Step), count(simple, Event)) == (3, 3)


async def test_characters_of_a_log_entry_that_no_database_stores_are_replaced(
    simple: Collection,
) -> None:
    ann = await simple.person("ann")
    body = rb'{"seconds": 1, "kind": "a\ud800", "text": "b\u0000"}'
    answer = await call(ann, "POST", f"{await begin(ann)}/events", content=body)
    assert answer.status_code == 200
    with simple.store.reading() as session:
        [stored_event] = session.scalars(select(Event))
        assert (stored_event.kind, stored_event.text) == ("a\ufffd", "b\ufffd")


async def test_finishing_twice_returns_the_same_page(simple: Collection) -> None:
    ann = await simple.person("ann")
    at = await begin(ann)
    await call(ann, "POST", f"{at}/sound?at=0", content=material().sound.tobytes()[: 2**20])
    answers = [await call(ann, "POST", f"{at}/finish") for _ in range(2)]
    assert [one.json() for one in answers] == [{"page": at}] * 2
    assert (await call(ann, "POST", f"{at}/events", json={})).status_code == 422


@pytest.mark.parametrize(
    ("path", "body", "why"),
    [
        ("sound?at=100", b"\0\0", "Sound from sample 0 on is missing"),
        ("sound?at=0", b"", "The sound is not valid"),
        ("sound?at=0", b"\0", "The sound is not valid"),
        ("sound?at=nan", b"\0\0", "at is missing or not valid"),
        ("sound?at=-1", b"\0\0", "at is missing or not valid"),
        ("sound", b"\0\0", "at is missing or not valid"),
        ("pictures?seconds=1", b"GIF89a", "is not a PNG"),
        ("pictures?seconds=1", PNG.read_bytes()[:-2000], "is not a readable image"),
        ("pictures?seconds=x", PNG.read_bytes(), "seconds is missing or not valid"),
        ("events", b'{"seconds": 1}', "entry of the log is not valid"),
        ("events", b"[1]", "entry of the log is not valid"),
        ("events", b'{"seconds": 1e999, "kind": "x", "text": ""}', "entry of the log is not valid"),
        ("finish", b"", "There is no sound yet"),
    ],
)
async def test_invalid_chunks_are_refused_with_the_reason(
    shared: Collection, path: str, body: bytes, why: str
) -> None:
    ann = await shared.person("ann")
    at = await begin(ann)
    answer = await call(ann, "POST", f"{at}/{path}", content=body)
    assert answer.status_code == 422
    assert why in answer.json()["fault"]
    assert count(shared, Step) == count(shared, Event) == 0


async def test_a_screenshot_that_declares_too_many_pixels_is_refused(shared: Collection) -> None:
    ann = await shared.person("ann")
    png = bytearray(PNG.read_bytes())
    png[16:24] = (40_000).to_bytes(4, "big") * 2
    png[29:33] = zlib.crc32(png[12:29]).to_bytes(4, "big")
    answer = await call(ann, "POST", f"{await begin(ann)}/pictures?seconds=0", content=bytes(png))
    assert answer.status_code == 422
    assert "could be decompression bomb" in answer.json()["fault"]


@pytest.mark.parametrize("path", ["/session/new", "/session/recordings/1/pictures"])
async def test_an_upload_of_two_gigabytes_is_refused_before_it_is_read(
    shared: Collection, path: str
) -> None:
    ann = await shared.person("ann")
    address = urlsplit(shared.address)
    cookie = "; ".join(f"{name}={value}" for name, value in ann.http.cookies.items())
    reader, writer = await asyncio.open_connection(address.hostname, address.port)
    writer.write(
        (
            f"POST {path} HTTP/1.1\r\nHost: {address.netloc}\r\nCookie: {cookie}\r\n"
            f"Content-Type: image/png\r\nContent-Length: {2 * 2**30}\r\n\r\n"
        ).encode()
    )
    # No byte of the body has been sent.
    assert b" 413 " in await reader.readline()
    writer.close()


async def test_an_archive_is_a_recording_with_drafted_instructions(simple: Collection) -> None:
    ann = await simple.person("ann")
    sample = material()
    at = await begin(ann, sample.archive())
    found = (await ann.get(f"{at}/timeline")).json()
    times = [(one["start"], one["end"]) for one in found["instructions"]]
    assert np.allclose(times, sample.spoken, atol=0.25)
    assert [one["instruction"] for one in found["steps"]] == [one.utterance for one in sample.steps]
    # The task is in the log, and its name is masked.
    assert {one["task"] for one in found["instructions"]} == {
        "Book a direct flight to [masked] that leaves before noon"
    }
    png = (await ann.get(f"/session/steps/{found['steps'][1]['id']}.png")).content
    assert png == sample.steps[1].file.read_bytes()
    assert (await ann.get(f"{at}/sound.wav")).content == wav(sample.sound)


def stereo(rate: int, width: int = 2) -> bytes:
    out = io.BytesIO()
    with wave.open(out, "wb") as file:
        file.setparams((2, width, rate, 0, "NONE", ""))
        file.writeframes(bytes(rate * 2 * width * 6))
    return out.getvalue()


async def test_sound_of_another_rate_is_resampled(simple: Collection) -> None:
    ann = await simple.person("ann")
    at = await begin(ann, material(1).archive(sound_wav=stereo(44_100)))
    assert stored(simple, at).samples == pytest.approx(6 * RATE, abs=2)


LOG = [{"seconds": 1, "picture": "images/1.png"}]


@pytest.mark.parametrize(
    ("files", "why"),
    [
        ({"sound_wav": None}, "The archive has no sound.wav"),
        ({"log_json": None}, "The archive has no log.json"),
        ({"sound_wav": b"RIFFxxxx"}, "sound.wav: it must be a WAV file with 16-bit samples"),
        ({"sound_wav": stereo(16_000, 1)}, "it must be a WAV file with 16-bit samples"),
        ({"sound_wav": wav(np.zeros(0))}, "sound.wav: must have more than 0"),
        ({"log_json": b"{"}, "log.json: is not JSON"),
        ({"log_json": b'[{"seconds": "x"}]'}, "0.seconds"),
        ({"log_json": b'[{"seconds": 1}]'}, "entry 1: must have either picture or kind"),
        ({"log_json": b'[{"seconds": 999, "kind": "a"}]'}, "entry 1: 999 s is after the sound"),
        ({"log_json": json.dumps([{**LOG[0], "picture": "../../x"}]).encode()}, "no picture ../"),
        ({"log_json": json.dumps([{**LOG[0], "picture": "log.json"}]).encode()}, "is not a PNG"),
    ],
)
async def test_invalid_archives_are_refused_and_leave_no_files(
    shared: Collection, files: dict[str, bytes | None], why: str
) -> None:
    ann = await shared.person("ann")
    before = count(shared, Recording)
    answer = await send(ann, "/session/new", material(1).archive(**files), agree="yes")
    assert answer.status_code == 422
    assert why in answer.text
    assert str(shared.store.folder) not in answer.text
    assert count(shared, Recording) == before
    assert list((shared.store.folder / "session").iterdir()) == []


async def test_a_file_that_is_not_an_archive_is_refused(shared: Collection) -> None:
    ann = await shared.person("ann")
    answer = await send(ann, "/session/new", b"<html>", agree="yes")
    assert (answer.status_code, "The archive: not a complete zip archive" in answer.text) == (
        422,
        True,
    )


async def test_recordings_of_other_people_are_not_found(simple: Collection) -> None:
    ann, eve = await simple.person("ann"), await simple.person("eve")
    at = await begin(ann, material().archive())
    reads = ("", "/record", "/timeline", "/sound.wav", "/draft", "/labels.txt")
    for path in (*(f"{at}{one}" for one in reads), "/session/steps/1.png", "/session/steps/1/mask"):
        assert (await eve.get(path)).status_code == 404, path
    writes = ("sound", "pictures", "events", "finish", "withdraw", "silence", "release", "reopen")
    for path in (*(f"{at}/{one}" for one in writes), "/session/steps/1/mask"):
        assert (await call(eve, "POST", path)).status_code == 404, path
    assert (await call(eve, "PUT", f"{at}/timeline", json={})).status_code == 404
    assert (await send(eve, f"{at}/labels.txt", b"0\t1\tx\n")).status_code == 404


async def test_requests_without_the_token_of_the_person_change_nothing(simple: Collection) -> None:
    ann = await simple.person("ann")
    at = await begin(ann)
    for path in ("sound?at=0", "pictures?seconds=0", "events", "finish", "silence", "withdraw"):
        answer = await ann.http.post(f"{at}/{path}", content=b"\0\0")
        assert answer.status_code == 403, path
    foreign = {"origin": "http://evil.test", "x-csrf-token": await ann.csrf()}
    answer = await ann.http.post(f"{at}/sound?at=0", content=b"\0\0", headers=foreign)
    assert answer.status_code == 403
    assert stored(simple, at).samples == 0


async def test_withdrawal_deletes_everything_but_the_consent(simple: Collection) -> None:
    ann = await simple.person("ann")
    sample = material()
    at = await begin(ann, sample.archive())
    await transcribe(ann, at, sample)
    await ann.post(f"{at}/release")
    await ann.post("/session/label/1")
    await ann.post("/session/label/steps/1", boxes="[[1, 1, 5, 5]]")
    assert (await ann.post(f"{at}/withdraw")).status_code == 400
    assert (await ann.post(f"{at}/withdraw", sure="yes")).status_code == 303
    assert count(simple, Step) == count(simple, Event) == 0
    found = stored(simple, at)
    assert found.withdrawn is not None
    assert found.consent
    assert not Files(simple.store, found.id).folder.exists()
    assert (await ann.get(at)).status_code == 404
    assert "everything was deleted" in (await ann.get("/session/")).text
    vera = await simple.person("vera", "verifier")
    assert (await vera.get("/session/agreement/1")).status_code == 404


def test_an_archive_over_the_limit_is_refused_without_advice_for_other_commands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importing, "MAX_BYTES", 2**20)
    with ZipFile(tmp_path / "a.zip", "w", ZIP_DEFLATED) as archive:
        archive.writestr("sound.wav", bytes(2**21))
    with pytest.raises(UserError) as raised:
        importing.unpack(tmp_path / "a.zip", tmp_path / "files")
    assert str(raised.value) == (
        "The archive is too large: at most 1 MiB and 200,000 files, unpacked."
    )
