"""The file with a program's transcript."""

import asyncio
import json
import sys
from pathlib import Path

import pytest

from webproctor.agents import transcripts
from webproctor.agents.transcripts import Event, Transcript
from webproctor.environments.browser.recording import TRANSCRIPT


async def written(folder: Path, *lines: str, secrets: tuple[str, ...] = ()) -> list[str]:
    """Return the lines of the transcript of a program that prints these lines."""
    transcript = Transcript(lambda event: Event(), secrets, folder)
    source = f"import sys; sys.stdout.buffer.write({chr(10).join(lines).encode()!r})"
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", source, stdout=pipe, stderr=pipe
    )
    await transcript.read(process)
    transcript.close()
    return (folder / TRANSCRIPT).read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("secret", ["hunter22", "pässwörter", 'with "quotes"', "two\nlines\\"])
async def test_secrets_are_redacted_in_every_notation(tmp_path: Path, secret: str) -> None:
    event = {"type": "user", "text": f"it is {secret}."}
    lines = [json.dumps(event), json.dumps(event, ensure_ascii=False)]
    redacted = '{"type": "user", "text": "it is [redacted]."}'
    assert await written(tmp_path, *lines, secrets=(secret,)) == [redacted] * 2


async def test_lines_that_are_not_json_objects_are_left_out(tmp_path: Path) -> None:
    assert await written(tmp_path, "hello", "[]", "1", '{"a": 1}', "{") == ['{"a": 1}']


async def test_a_large_file_ends_with_a_note(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transcripts, "_MAX_FILE_SIZE", 20)
    first, note = await written(tmp_path, '{"a": 1}', '{"b": "long text"}', '{"c": 1}')
    assert first == '{"a": 1}'
    assert json.loads(note)["message"] == "the rest of the transcript is omitted"
