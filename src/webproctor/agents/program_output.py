"""What an agent's program prints: its answer, its model usage, and its text for the report.

A line of standard output such as

    {"webproctor_usage": {"model": "openai/gpt-5-mini", "requests": 1, "input_tokens": 900,
     "output_tokens": 40}}

(in one line) reports requests to a model; the fields are those of `ReportedUsage`. The usage of
several lines is added up.
"""

import asyncio
import json
import re
from collections import deque
from collections.abc import Callable, Collection
from typing import Any, ClassVar

from pydantic import ValidationError

from webproctor.core.episodes import ReportedUsage
from webproctor.core.redaction import REDACTED, redact
from webproctor.core.sanitize import clean_text

USAGE = "webproctor_usage"
# Characters kept from the beginning and from the end.
_FIRST, _LAST = 20_000, 80_000
_MAX_REPORTS = 10_000
# Seconds to read the rest after the program has been terminated.
_REST_TIMEOUT = 2.0
# Shorter values of variables can be common words.
_MIN_SECRET_LENGTH = 8
# `ValueError: ...`, `package.errors.TimeoutError: ...`, `Error [ERR_MODULE_NOT_FOUND]: ...`
_EXCEPTION = re.compile(r"(?:Uncaught )?[\w.]*(?:Error|Exception)(?: \[\w+\])?(?::|\s*$)")


class ProgramOutput:
    """Reads the output of a program. Memory is limited, however much the program prints.

    Args:
        secrets: Values of variables that were passed to the program, which are redacted.

    Attributes:
        max_line: The maximum length of a line, in bytes; the rest of the line is dropped.
        answer: The last line of standard output that is not a report of usage; None if there is
            none.
        last_error: The last line of standard error that begins with the name of an exception;
            without one, the last line. Node.js and Playwright print more lines after the exception.
        reported: The usage that the program reported, in its first 10,000 reports.
    """

    max_line: ClassVar[int] = 20_000

    def __init__(self, secrets: Collection[str] = ()) -> None:
        self.answer: str | None = None
        self.last_error = ""
        self._exception_seen = False
        self.reported: list[ReportedUsage] = []
        # The longest first: a secret can contain another one.
        written = {
            text for one in secrets if len(one) >= _MIN_SECRET_LENGTH for text in _forms(one)
        }
        self._secrets = sorted(written, key=len, reverse=True)
        self._reading: list[asyncio.Task[None]] = []
        self._first: list[str] = []
        self._last: deque[str] = deque()
        self._kept_first = self._kept_last = self._omitted = 0

    async def read(self, process: asyncio.subprocess.Process) -> None:
        """Read until the program has closed its output; a cancelled call keeps what it has read."""
        assert process.stdout is not None
        assert process.stderr is not None
        self._reading = [
            asyncio.create_task(_lines(process.stdout, self._read_line, self.max_line)),
            asyncio.create_task(_lines(process.stderr, self._read_error_line, self.max_line)),
        ]
        await asyncio.wait(self._reading)
        await process.wait()

    async def rest(self) -> None:
        """Read the rest of a program that has been terminated."""
        if self._reading:  # It may have been terminated before `read` could start.
            _, pending = await asyncio.wait(self._reading, timeout=_REST_TIMEOUT)
            for task in pending:
                task.cancel()

    def text(self) -> str:
        """Return what the program printed, with secrets redacted; the middle of a long text is
        omitted."""
        gap = [f"[{self._omitted:,} characters are omitted]"] if self._omitted else []
        return self._redacted("\n".join([*self._first, *gap, *self._last]))

    def _redacted(self, text: str) -> str:
        text = clean_text(text)
        for secret in self._secrets:
            text = text.replace(secret, REDACTED)
        return redact(text)

    def _read_line(self, line: str) -> None:
        self._keep(line)
        if not line.strip():
            return
        usage = _usage_in(line)
        if usage is None:
            self.answer = line.strip()
            return
        if len(self.reported) >= _MAX_REPORTS:
            self._keep(f"[the usage is not counted: more than {_MAX_REPORTS:,} reports]")
            return
        try:
            self.reported.append(ReportedUsage.model_validate(usage))
        except ValidationError as error:
            reasons = "; ".join(
                f"{detail['loc']}: {detail['msg']}" for detail in error.errors()[:3]
            )
            self._keep(f"[the usage in this line is not counted: {reasons}]")

    def _read_error_line(self, line: str) -> None:
        self._keep(line)
        exception = _EXCEPTION.match(line) is not None
        if line.strip() and (exception or not self._exception_seen):
            self.last_error = line.strip()
        self._exception_seen |= exception

    def _keep(self, line: str) -> None:
        if not self._last and self._kept_first + len(line) <= _FIRST:
            self._first.append(line)
            self._kept_first += len(line) + 1
            return
        self._last.append(line)
        self._kept_last += len(line) + 1
        while self._kept_last > _LAST:
            dropped = len(self._last.popleft()) + 1
            self._kept_last -= dropped
            self._omitted += dropped


async def _lines(
    stream: asyncio.StreamReader, handle: Callable[[str], None], max_line: int
) -> None:
    """Call a function with each line of a stream; the end of a long line is left out."""
    line = bytearray()
    while data := await stream.read(65536):
        *complete, rest = data.split(b"\n")
        for part in complete:
            line += part[: max_line - len(line)]
            handle(line.decode(errors="replace"))
            line.clear()
        line += rest[: max_line - len(line)]
    if line:
        handle(line.decode(errors="replace"))


def _forms(secret: str) -> tuple[str, str, str]:
    """Return a secret as it is, and as a part of JSON with and without escaped letters."""
    return secret, json.dumps(secret)[1:-1], json.dumps(secret, ensure_ascii=False)[1:-1]


def _usage_in(line: str) -> Any:
    """Return the reported usage in a line; None if it is another line."""
    if USAGE not in line:
        return None
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return message.get(USAGE) if isinstance(message, dict) else None
