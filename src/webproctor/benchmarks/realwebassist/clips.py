"""What participants said, as audio: one clip for each instruction, for `webproctor speech`."""

import re
from dataclasses import dataclass
from pathlib import Path

from webproctor.benchmarks.realwebassist.dataset import SAMPLE, Dataset
from webproctor.errors import UserError

_AUDIO = (".flac", ".wav", ".ogg", ".mp3", ".m4a", ".webm")


@dataclass(frozen=True)
class Clip:
    """One instruction as it was spoken.

    Attributes:
        participant: Who said it.
        number: Which of the participant's instructions it is, from 1.
        text: Its corrected transcript.
        path: The file.
    """

    participant: int
    number: int
    text: str
    path: Path


def clips(data: Path | None = None) -> list[Clip]:
    """The clips of a data set; of the built-in sample without a folder.

    How the public data names its files is not known: in the order of the numbers in their names
    they belong to the instructions in theirs.

    Raises:
        UserError: If a participant has not one clip for each instruction.
    """
    dataset = Dataset(data or SAMPLE)
    found = []
    for participant, steps in dataset.sessions.items():
        said = {step.utterance + 1: step.instruction for step in steps}
        folder = dataset.path / str(participant) / "audio"
        files = sorted(
            (path for path in folder.glob("*") if path.suffix.lower() in _AUDIO),
            key=lambda path: ([int(number) for number in re.findall(r"\d+", path.stem)], path.name),
        )
        if len(files) != len(said):
            raise UserError(
                f"{folder}: {len(files)} clips, and the participant gives {len(said)} instructions."
            )
        found += [
            Clip(participant, number, text, path)
            for (number, text), path in zip(said.items(), files, strict=True)
        ]
    return found
