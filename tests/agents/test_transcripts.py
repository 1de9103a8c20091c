"""The file with a program's transcript."""

import asyncio
import json
import sys
from pathlib import Path

import pytest

from webproctor.agents import transcripts
from webproctor.agents.transcripts import Event, Json, Transcript
from webproctor.environments.browser.recording import TRANSCRIPT


async def read(transcript: Transcript, *lines: str) -> None:
    """Read the output of a program that prints these lines."""
    source = f"import sys; sys.stdout.buffer.write({chr(10).join(lines).encode()!r})"
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", source, stdout=pipe, stderr=pipe
    )
    await transcript.read(process)
    transcript.close()


async def written(folder: Path, *lines: str, secrets: tuple[str, ...] = ()) -> list[str]:
    """Return the lines of the transcript of a program that prints these lines."""
    await read(Transcript(lambda event: Event(), secrets, folder / "new"), *lines)
    return (folder / "new" / TRANSCRIPT).read_text(encoding="utf-8").splitlines()


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


async def test_the_report_has_the_readable_content_of_events() -> None:
    def readable(event: Json) -> Event:
        return Event(lines=[event["text"]], failure=event.get("failure", ""))

    transcript = Transcript(readable)
    events = [{"text": "one", "failure": "no credit"}, {"other": 1}, {"text": "x" * 3000}]
    await read(transcript, "y" * 3000, *map(json.dumps, events))
    long_line, one, long_text = transcript.text().splitlines()
    assert long_line == "y" * 2000
    assert one == "one"
    assert long_text == f"{'x' * 2000}... (3,000 characters)"
    assert transcript.failure == "no credit"
    assert transcript.answer is None
