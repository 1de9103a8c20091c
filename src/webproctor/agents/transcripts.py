"""Transcripts of programs: JSON lines with what the model said, which tools it called, and what its
requests used.
"""

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar, TextIO

from webproctor.agents.program_output import ProgramOutput
from webproctor.core.redaction import REDACTED, redact_json
from webproctor.core.sanitize import clean_text, shortened
from webproctor.environments.browser.recording import TRANSCRIPT

# Maximum size of the file, in characters, and of one text of the readable output.
_MAX_FILE_SIZE = 50_000_000
_MAX_TEXT = 2_000
_FULL = '{"type": "webproctor", "message": "the rest of the transcript is omitted"}\n'

Json = Mapping[str, Any]


@dataclass(frozen=True)
class Event:
    """The readable content of one line of a transcript.

    Attributes:
        lines: Readable lines for the report.
        failure: Why the model gave no answer; "" if it did.
    """

    lines: Sequence[str] = ()
    failure: str = ""


class Transcript(ProgramOutput):
    """Reads the output of a program that prints JSON lines.

    The lines are written to a file, without images and with secrets redacted. The text for the
    report has only their readable content.

    Args:
        read: Returns the readable content of an event. For events of another form it may raise
            `KeyError`, `TypeError`, `ValueError` or `AttributeError`; they are only written to the
            file.
        secrets: Values of variables that were passed to the program, which are redacted.
        folder: The folder for the file; None for no file.

    Attributes:
        failure: Why the model gave no answer, according to the last event that reports a failure;
            "" if there is none.
    """

    max_line: ClassVar[int] = 16_000_000

    def __init__(
        self,
        read: Callable[[Json], Event],
        secrets: Collection[str] = (),
        folder: Path | None = None,
    ) -> None:
        super().__init__(secrets)
        self.failure = ""
        self._read_event = read
        self._file: TextIO | None = None
        self._remaining = _MAX_FILE_SIZE
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
            self._file = (folder / TRANSCRIPT).open("w", encoding="utf-8")

    def close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    def _read_line(self, line: str) -> None:
        try:
            event = json.loads(line)
        except (ValueError, RecursionError):
            event = None
        if not isinstance(event, dict):
            self._keep(line[:_MAX_TEXT])
            return
        try:
            self._write(event)
            parsed = self._read_event(event)
        except (KeyError, TypeError, ValueError, AttributeError, RecursionError):
            return
        self.failure = parsed.failure or self.failure
        for text in parsed.lines:
            self._keep(shortened(text, _MAX_TEXT))

    def _write(self, event: dict[str, Any]) -> None:
        if self._file is None or self._remaining <= 0:
            return
        line = clean_text(json.dumps(redact_json(without_images(event)), ensure_ascii=False))
        for secret in self._secrets:
            line = line.replace(secret, REDACTED)
        self._remaining -= len(line)
        try:
            self._file.write(f"{line}\n" if self._remaining > 0 else _FULL)
        except OSError as error:
            self._keep(f"[the transcript's file is not complete: {error}]")
            self._file = None


def without_images(value: Any) -> Any:
    """Return a copy of JSON data in which the data of images is replaced by a note."""
    if isinstance(value, list):
        return [without_images(one) for one in value]
    if not isinstance(value, dict):
        return value
    image = value.get("type") in ("image", "base64", "input_image")
    return {
        key: f"[{len(one):,} characters]"
        if image and key in ("data", "image_url") and isinstance(one, str)
        else without_images(one)
        for key, one in value.items()
    }


def call_line(name: str, arguments: Any) -> str:
    """Return a call of a tool in one line."""
    return f"> {name} {json.dumps(arguments, ensure_ascii=False)}"


def result_line(content: Any) -> str:
    """Return the content of a tool's result in MCP's format: its texts, and `[image]`."""
    if isinstance(content, str):
        return content
    parts = [one.get("text") or f"[{one['type']}]" for one in content]
    return "\n".join(parts)
