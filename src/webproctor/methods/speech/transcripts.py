"""Files of transcripts: a recogniser's text of each instruction, and how it was made.

The file is a JSON object: `transcripts` maps participant numbers to instruction numbers, from 1, to
texts. Its other keys are information for people and tables.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from webproctor.core.errors import UserError
from webproctor.files.reading import read_json
from webproctor.files.writing import write_json

Transcripts = Mapping[tuple[int, int], str]
"""Texts by participant and number of the instruction, from 1."""


def write(path: Path, transcripts: Transcripts, about: Mapping[str, Any]) -> None:
    """Write a transcripts file."""
    people: dict[str, dict[str, str]] = {}
    for (participant, number), text in sorted(transcripts.items()):
        people.setdefault(str(participant), {})[str(number)] = text
    write_json(path, {**about, "transcripts": people})


def read(path: Path) -> Transcripts:
    """Read a transcripts file.

    Raises:
        UserError: If it cannot be read, or is not a transcripts file.
    """
    data = read_json(path)
    try:
        people = data["transcripts"]
        texts = {
            (int(participant), int(number)): text
            for participant, numbers in people.items()
            for number, text in numbers.items()
        }
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise UserError(
            f"{path}: not a transcripts file as `webproctor speech` writes it: "
            f"{type(error).__name__} {error}."
        ) from error
    if wrong := next((key for key, text in texts.items() if not isinstance(text, str)), None):
        raise UserError(
            f"{path}: participant {wrong[0]}, instruction {wrong[1]}: the transcript must be a "
            f"text, not {texts[wrong]!r}."
        )
    return texts
