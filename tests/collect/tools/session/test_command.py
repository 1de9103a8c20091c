"""The tool as a process: a crash loses at most the last second, the export runs as a benchmark."""

import asyncio
import contextlib
import json
import os
import signal
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from collect.tools.session.material import begin, call, material, transcribe
from collect.tools.session.test_labelling import label, right
from collect.visitors import Collection

from webproctor.collect import tool
from webproctor.collect.store import open_store
from webproctor.methods.speech.audio import RATE

COMMAND = (sys.executable, "-m", "webproctor")


@contextlib.asynccontextmanager
async def process(data: Path) -> AsyncIterator[Collection]:
    """Serve by the command in a process that is killed at the end of the block."""
    started = await asyncio.create_subprocess_exec(
        *COMMAND, "collect", "session", "--data", str(data), "--annotators", "1", "--json",
        stdout=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert started.stdout is not None
    try:
        link = json.loads(await started.stdout.readline())["link"]
        with open_store(data, None, tool.migrations()) as store:
            async with contextlib.AsyncExitStack() as stack:
                yield Collection(store, link.partition("/enter")[0], link, stack)
    finally:
        os.kill(started.pid, signal.SIGKILL)
        await started.wait()


async def run(*arguments: str, folder: Path) -> str:
    """Run a command, and return what it prints."""
    done = await asyncio.create_subprocess_exec(
        *COMMAND, *arguments, stdout=asyncio.subprocess.PIPE, cwd=folder
    )
    printed, _ = await done.communicate()
    assert done.returncode == 0, printed
    return printed.decode()


@pytest.mark.exhaustive
async def test_a_killed_server_loses_no_stored_sound_and_its_export_scores_100_percent(
    tmp_path: Path,
) -> None:
    data = tmp_path / "study"
    sample = material(2)
    async with process(data) as collection:
        rec = await collection.person("rec")
        at = await begin(rec)
        for second in range(3):
            piece = sample.sound[second * RATE : (second + 1) * RATE].tobytes()
            await call(rec, "POST", f"{at}/sound?at={second * RATE}", content=piece)
        picture = sample.steps[0].file.read_bytes()
        await call(rec, "POST", f"{at}/pictures?seconds=2.9", content=picture)
    async with process(data) as collection:
        rec = await collection.person("rec")
        assert f'data-samples="{3 * RATE}"' in (await rec.get(f"{at}/record")).text
        rest = sample.sound[3 * RATE :].tobytes()
        answer = await call(rec, "POST", f"{at}/sound?at={3 * RATE}", content=rest)
        assert answer.json() == {"samples": len(sample.sound)}
        for step, seconds in list(zip(sample.steps, sample.seconds, strict=True))[1:]:
            picture = step.file.read_bytes()
            await call(rec, "POST", f"{at}/pictures?seconds={seconds + 1}", content=picture)
        assert (await call(rec, "POST", f"{at}/finish")).status_code == 200
        await transcribe(rec, at, sample)
        assert (await rec.post(f"{at}/release")).status_code == 303
        await label(await collection.person("ann"), right(sample))
    exported = ("collect", "export", "session", "--data", str(data), "--out", "sessions")
    assert await run(*exported, folder=tmp_path) == "sessions: 1 records\n"
    scored = ("run", "realwebassist", "--data", "sessions", "--agent", "oracle", "--json")
    result = json.loads(await run(*scored, folder=tmp_path))
    assert result["figures"]["task success"] == 1
