"""Reader for the text logs of model runs in the public repository (`text_gpt_3.txt`, ...).

Such a log is what the evaluation printed. These lines are read; all others are skipped:

     = = = = starting new task: `Story Relations` = = = =
    instance_id: 10379 <-> row_number: 9
     - - - -  starting a new element: `Input(name=`q1`, type=`radio`, task=`Story Relations`)` - - -
    Executing one action: self.actions.modify_radio('q1', '3')
    Failed to execute an action self.actions.modify_radio('q1', '3'), error: no such option

An executed text can have several lines. If it failed, the failure repeats it; otherwise it was
valid Python, and ends before the first line that is not.
"""

import re
from collections.abc import Iterator
from typing import Any

from webproctor.benchmarks.turkingbench.answers import parse_action

_TASK = re.compile(r"(?: =)+ starting new task: `(?P<task>.*)`(?: =)+ *")
_ROW = re.compile(r"instance_id: \d+ <-> row_number: (?P<row>\d+)\s*")
_FIELD = re.compile(r"(?: -)+ +starting a new element: `Input\(name=`(?P<name>.*?)`, type=`.*")
_DONE = "Executing one action: "
_FAILED = "Failed to execute an action "
_END = " ------- evaluating input: "


def is_log(text: str) -> bool:
    """Whether a text is the log of a model run."""
    return any(_TASK.fullmatch(line) for line in text.split("\n"))


def read_log(text: str) -> Iterator[dict[str, Any]]:
    """Yield a record `{"task_name", "row_num", "input_name", "output"}` for each executed text."""
    task, row, name = "", -1, ""
    lines = text.split("\n")
    for index, line in enumerate(lines):
        if found := _TASK.fullmatch(line):
            task, row, name = found["task"], -1, ""
        elif found := _ROW.fullmatch(line):
            row, name = int(found["row"]), ""
        elif found := _FIELD.fullmatch(line):
            name = found["name"]
        elif line.startswith(_DONE) and task and row >= 0 and name:
            output = _executed(lines, index)
            yield {"task_name": task, "row_num": row, "input_name": name, "output": output}
            name = ""


def _executed(lines: list[str], start: int) -> str:
    """Return the text whose execution is reported from a line on."""
    end = start + 1
    while end < len(lines) and not _ends_text(lines[end]):
        end += 1
    block = [lines[start].removeprefix(_DONE), *lines[start + 1 : end]]
    for index, line in enumerate(block[1:], 1):
        if line.startswith(_FAILED):
            repeated = "\n".join([line.removeprefix(_FAILED), *block[index + 1 :]])
            original = "\n".join(block[:index])
            # Lines that the action printed before it failed are not part of the text.
            texts = ("\n".join(block[:count]) for count in range(index, 0, -1))
            return next(
                (text for text in texts if repeated.startswith(f"{text}, error: ")), original
            )
    while len(block) > 1 and parse_action("\n".join(block)).error is not None:
        block.pop()
    return "\n".join(block).rstrip()


def _ends_text(line: str) -> bool:
    starts_next = _FIELD.fullmatch(line) or _ROW.fullmatch(line) or _TASK.fullmatch(line)
    return bool(starts_next) or line.startswith((_DONE, _END))
