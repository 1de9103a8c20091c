"""Audio of the instructions, one clip each, for `webproctor speech`."""

import re
from pathlib import Path

from webproctor.benchmarks.realwebassist.dataset import SAMPLE, Dataset
from webproctor.core.errors import UserError
from webproctor.methods.speech.transcribing import Clip

_AUDIO = (".flac", ".wav", ".ogg", ".mp3", ".m4a", ".webm")


def clips(data: Path | None = None) -> list[Clip]:
    """Return the clips of a data set, by default of the built-in sample.

    The file names of the public data are not known. Files are sorted by the numbers in their names
    and assigned to the instructions in order.

    Raises:
        UserError: If a participant does not have exactly one clip for each instruction.
    """
    dataset = Dataset(data or SAMPLE)
    found = []
    for participant, steps in dataset.sessions.items():
        instructions = {step.utterance + 1: step.instruction for step in steps}
        folder = dataset.folders[participant] / "audio"
        files = sorted(
            (path for path in folder.glob("[!.]*") if path.suffix.lower() in _AUDIO),
            key=lambda path: ([int(number) for number in re.findall(r"\d+", path.stem)], path.name),
        )
        if len(files) != len(instructions):
            raise UserError(
                f"{folder}: found {len(files)} audio files for {len(instructions)} instructions; "
                "there must be one for each."
            )
        found += [
            Clip(participant, number, text, path)
            for (number, text), path in zip(instructions.items(), files, strict=True)
        ]
    return found
