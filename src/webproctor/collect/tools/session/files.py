"""Files of recordings in the collection's folder: one of sound, and a picture for each step.

The sound is a file of samples (16 bit, one channel, 16 kHz), to which pieces are appended. The
number of valid samples is in the database: after a crash the file can have more, which are then
overwritten.
"""

import io
import os
import shutil
import wave
from pathlib import Path

import numpy as np
from PIL import ImageDraw

from webproctor.collect.labels import Label
from webproctor.collect.store import Store
from webproctor.core.errors import UserError
from webproctor.core.pictures import PNG_SIGNATURE
from webproctor.files.pictures import decode_picture, verified_size
from webproctor.files.reading import read_data
from webproctor.methods.speech.audio import RATE, Samples

BYTES = 2
"""Bytes of a sample."""


class Files:
    """The files of one recording.

    Args:
        id: The id of the recording.

    Raises:
        UserError: If the collection has no folder.
    """

    def __init__(self, store: Store, id: int) -> None:
        self.folder = store.folder / "session" / str(id)
        self._sound = self.folder / "sound.pcm"

    def picture(self, step: int) -> Path:
        """Return the path of a step's picture."""
        return self.folder / f"{step}.png"

    def add_sound(self, start: int, data: bytes) -> None:
        """Write samples, from a position in samples; what the file had there is overwritten."""
        self.folder.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(self._sound, os.O_RDWR | os.O_CREAT, 0o600)
        with os.fdopen(descriptor, "r+b") as file:
            file.seek(start * BYTES)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())

    def sound(self, start: int, end: int) -> np.ndarray:
        """Return the samples of a range as 16-bit integers; positions are in samples."""
        if end <= start:
            return np.zeros(0, "<i2")
        return np.fromfile(self._sound, "<i2", count=end - start, offset=start * BYTES)

    def silence(self, start: int, end: int) -> None:
        """Overwrite the samples of a range with silence."""
        self.add_sound(start, bytes((end - start) * BYTES))

    def add_picture(self, step: int, png: bytes) -> None:
        """Store a picture durably; an earlier one is replaced."""
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.picture(step)
        new = path.with_suffix(".new")
        with new.open("wb") as file:
            file.write(png)
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)

    def paint_over(self, step: int, boxes: Label) -> None:
        """Paint rectangles of a picture black; the stored file is replaced."""
        path = self.picture(step)
        image = decode_picture(read_data(path), path.name)
        draw = ImageDraw.Draw(image)
        for box in boxes or ():
            draw.rectangle(box.corners, fill="black")
        buffer = io.BytesIO()
        image.save(buffer, "PNG")
        self.add_picture(step, buffer.getvalue())

    def remove(self) -> None:
        """Remove all files."""
        if self.folder.exists():
            shutil.rmtree(self.folder)


def wav(sound: np.ndarray) -> bytes:
    """Return 16-bit samples as a WAV file."""
    buffer = io.BytesIO()
    with wave.open(buffer, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(BYTES)
        file.setframerate(RATE)
        file.writeframes(sound.astype("<i2").tobytes())
    return buffer.getvalue()


def samples(sound: np.ndarray) -> Samples:
    """Return 16-bit samples as numbers in -1 to 1."""
    return (sound / 32768).astype(np.float32)


def png_size(data: bytes, where: str) -> tuple[int, int]:
    """Return width and height of a PNG.

    Raises:
        UserError: If it is not a PNG, is damaged, or has too many pixels.
    """
    if not data.startswith(PNG_SIGNATURE):
        raise UserError(f"{where}: is not a PNG.")
    return verified_size(data, where)
