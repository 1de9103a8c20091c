"""A collection of sessions, and a recording made from the sample of the benchmark."""

import contextlib
import io
import json
import zipfile
from collections.abc import AsyncIterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from collect.visitors import Collection, Visitor, served, store_in

from webproctor.benchmarks.realwebassist.dataset import SAMPLE, Dataset, Step
from webproctor.collect.tools.session import session
from webproctor.collect.tools.session.files import wav
from webproctor.methods.speech.audio import RATE, read, sixteen_bit

PERSON = 3
"""The participant of the sample."""


@dataclass(frozen=True)
class Material:
    """A part of the sample as a recording.

    Attributes:
        sound: 16-bit samples.
        spoken: Start and end of each instruction in seconds.
        texts: The transcripts.
        steps: The steps, with the accepted boxes.
        seconds: The time of each step.
    """

    sound: np.ndarray
    spoken: list[tuple[float, float]]
    texts: list[str]
    steps: list[Step]
    seconds: list[float]

    def log(self) -> list[dict[str, Any]]:
        """Return the log of an archive."""
        task = self.steps[0].task
        pictures = [
            {"seconds": at, "picture": f"images/{step.image}.png", "action": f"Step {step.image}"}
            for at, step in zip(self.seconds, self.steps, strict=True)
        ]
        return [{"seconds": 0, "kind": "task", "text": task}, *pictures]

    def archive(self, **other: bytes | None) -> bytes:
        """Return a ZIP; `other` replaces or removes files by their names, with _ for the dot."""
        files: dict[str, bytes | None] = {
            "sound_wav": wav(self.sound),
            "log_json": json.dumps(self.log()).encode(),
        } | other
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w") as packed:
            for name, data in files.items():
                if data is not None:
                    packed.writestr(name.replace("_", "."), data)
            for step in self.steps:
                packed.write(step.file, f"images/{step.image}.png")
        return out.getvalue()


@cache
def material(instructions: int = 3, seconds_between: float = 2.0) -> Material:
    """Return the first instructions of a participant of the sample, with pauses around them."""
    steps = [one for one in Dataset(SAMPLE).sessions[PERSON] if one.utterance < instructions]
    pieces: list[np.ndarray] = []
    spoken: list[tuple[float, float]] = []
    texts: list[str] = []
    seconds: list[float] = []
    at = 0
    pause = np.zeros(int(RATE * seconds_between / 2))
    # Quiet noise, as a microphone has.
    noise = np.random.default_rng(1)
    for number in range(instructions):
        clip = read(SAMPLE / str(PERSON) / f"audio/{number + 1}.flac")
        mine = [one for one in steps if one.utterance == number]
        for piece in (pause, clip, pause):
            heard = np.frombuffer(sixteen_bit(piece), "<i2") + noise.integers(-8, 9, len(piece))
            pieces.append(np.clip(heard, -32768, 32767).astype("<i2"))
        start = at + len(pause)
        spoken.append((start / RATE, (start + len(clip)) / RATE))
        at = start + len(clip) + len(pause)
        texts.append(mine[0].instruction)
        # The steps follow the instruction in its pause.
        seconds += [(start + len(clip)) / RATE + 0.1 + 0.1 * n for n in range(len(mine))]
    return Material(np.concatenate(pieces), spoken, texts, steps, seconds)


@contextlib.asynccontextmanager
async def sessions(
    data: Path, database: str | None = None, **settings: Any
) -> AsyncIterator[Collection]:
    """Serve a collection of sessions while the block runs."""
    with store_in(data, database) as store:
        async with served(store, "session", session(store, **settings)) as collection:
            yield collection


async def begin(visitor: Visitor, archive: bytes | None = None, **fields: str) -> str:
    """Let a participant agree, and import an archive; return the path of the recording."""
    answer = await send(visitor, "/session/new", archive, agree="yes", **fields)
    assert answer.status_code == 303, answer.text
    return answer.headers["location"].removesuffix("/record")


async def send(
    visitor: Visitor, path: str, data: bytes | None, name: str = "a.zip", **fields: str
) -> Any:
    """Send a form with a file."""
    files = {"file": (name, data or b"")} if data is not None else {}
    form = {"csrf": await visitor.csrf(), **fields}
    return await visitor.http.post(path, data=form, files=files)


async def call(visitor: Visitor, method: str, path: str, **sent: Any) -> Any:
    """Send a request as the pages' scripts do."""
    return await visitor.http.request(
        method, path, headers={"x-csrf-token": await visitor.csrf()}, **sent
    )


async def transcribe(visitor: Visitor, at: str, sample: Material) -> dict[str, Any]:
    """Replace the instructions by the right ones, with their transcripts and tasks."""
    found = (await visitor.get(f"{at}/timeline")).json()
    instructions = [
        {
            "start": start,
            "end": end,
            "text": text,
            "task": sample.steps[0].task,
            "website": "x.test",
        }
        for (start, end), text in zip(sample.spoken, sample.texts, strict=True)
    ]
    steps = [
        {"id": one["id"], "action": one["action"], "instruction": step.utterance}
        for one, step in zip(found["steps"], sample.steps, strict=True)
    ]
    changed = {"revision": found["revision"], "instructions": instructions, "steps": steps}
    answer = await call(visitor, "PUT", f"{at}/timeline", json=changed)
    assert answer.status_code == 200, answer.text
    return answer.json()
