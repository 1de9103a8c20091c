"""Transcripts: what a recogniser heard of each instruction, kept in a file with how it came about.

The file is a JSON object: under `transcripts` participants' numbers, under each the numbers of the
instructions from 1, under each the text. What else it says is for people and for tables.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from webproctor.errors import UserError

Transcripts = Mapping[tuple[int, int], str]
"""By participant and number of the instruction, from 1."""


def write(path: Path, transcripts: Transcripts, about: Mapping[str, Any]) -> None:
    """Write a file of transcripts."""
    people: dict[str, dict[str, str]] = {}
    for (participant, number), text in sorted(transcripts.items()):
        people.setdefault(str(participant), {})[str(number)] = text
    told = {**about, "transcripts": people}
    path.write_text(json.dumps(told, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def read(path: Path) -> Transcripts:
    """Read a file of transcripts.

    Raises:
        UserError: If it is not one.
    """
    try:
        told = json.loads(path.read_bytes())
        people = told["transcripts"]
        return {
            (int(participant), int(number)): str(text)
            for participant, said in people.items()
            for number, text in said.items()
        }
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise UserError(
            f"{path}: no file of transcripts, as `webproctor speech` writes them: "
            f"{type(error).__name__} {error}."
        ) from error
