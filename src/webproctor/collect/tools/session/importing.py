"""Read recordings that were made elsewhere: a ZIP with sound, pictures and a log.

The archive has `sound.wav`, `log.json` and the pictures that the log names. The log is an array of
objects with `seconds`, from the start of the sound, and either `picture`, the name of a screenshot
before an action, and `action`, what was done then; or `kind` and `text`. The kinds `task` and
`website` say what the following instructions are about; others are kept in the log.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import numpy as np
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from webproctor.collect.store import storable
from webproctor.collect.tools.session.files import png_size
from webproctor.core.errors import UserError
from webproctor.files.reading import describe_errors, file_in, read_data, read_json
from webproctor.files.unpacking import MAX_ENTRIES, TooLarge, unpack_zip
from webproctor.methods.speech.audio import RATE, read_wav

MAX_BYTES = 512 * 2**20
"""Maximum size of an archive, packed and unpacked."""
MAX_SECONDS = 2 * 60 * 60
"""Maximum length of a recording in seconds."""
Text = Annotated[str, Field(max_length=2000), AfterValidator(storable)]


class Entry(BaseModel):
    """An entry of the log; see the module."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False, str_strip_whitespace=True)

    seconds: float = Field(ge=0, le=MAX_SECONDS)
    picture: Text = ""
    action: Text = ""
    kind: Annotated[str, Field(max_length=30), AfterValidator(storable)] = ""
    text: Text = ""


_LOG = TypeAdapter(Annotated[list[Entry], Field(max_length=20_000)])


@dataclass(frozen=True)
class Imported:
    """A recording in an archive.

    Attributes:
        sound: 16-bit samples at 16 kHz.
        log: The entries of the log by time.
        pictures: Bytes and size of each picture of the log, by name.
    """

    sound: np.ndarray
    log: list[Entry]
    pictures: dict[str, tuple[Path, tuple[int, int]]]


def unpack(archive: Path, folder: Path) -> Imported:
    """Unpack an archive and read it.

    Args:
        folder: A folder for its files, which must stay until they are copied.

    Raises:
        UserError: If it is damaged, too large, or a file is missing or invalid. File names in the
            text are those in the archive.
    """
    try:
        unpack_zip(archive, folder, MAX_BYTES)
        return _read(folder)
    except TooLarge as error:
        raise UserError(
            f"The archive is too large: at most {MAX_BYTES // 2**20} MiB and {MAX_ENTRIES:,} "
            "files, unpacked."
        ) from error
    except UserError as error:
        text = str(error).replace(f"{folder}/", "").replace(str(archive), "The archive")
        raise UserError(text) from error


def _read(folder: Path) -> Imported:
    for name in ("sound.wav", "log.json"):
        if not (folder / name).is_file():
            raise UserError(f"The archive has no {name}.")
    sound = read_wav(folder / "sound.wav")
    if not 0 < len(sound) <= MAX_SECONDS * RATE:
        raise UserError(f"sound.wav: must have more than 0 and at most {MAX_SECONDS} seconds.")
    try:
        log = _LOG.validate_python(read_json(folder / "log.json"))
    except ValidationError as error:
        raise UserError(f"log.json: {describe_errors(error)}.") from error
    pictures = {}
    for number, entry in enumerate(log, 1):
        if bool(entry.picture) == bool(entry.kind):
            raise UserError(f"log.json, entry {number}: must have either picture or kind.")
        if entry.seconds > len(sound) / RATE:
            raise UserError(f"log.json, entry {number}: {entry.seconds:g} s is after the sound.")
        if not entry.picture:
            continue
        path = file_in(folder, entry.picture)
        if path is None:
            raise UserError(f"log.json, entry {number}: there is no picture {entry.picture}.")
        pictures[entry.picture] = path, png_size(read_data(path), entry.picture)
    return Imported(sound, sorted(log, key=lambda entry: entry.seconds), pictures)
