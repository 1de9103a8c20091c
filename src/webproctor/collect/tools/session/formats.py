"""Labels of one annotator as files of other tools."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from webproctor.collect.labels import Label, Labels, Screenshot, coco, cvat, label_studio
from webproctor.core.errors import UserError

Write = Callable[[Path, str, Labels, Sequence[Screenshot]], None]
_WRITERS: Mapping[str, Write] = {
    "label-studio.json": lambda path, name, labels, screenshots: label_studio.write(
        path, {name: labels}, screenshots
    ),
    "cvat.xml": lambda path, _, labels, screenshots: cvat.write(path, labels, screenshots),
    "coco.json": lambda path, _, labels, screenshots: coco.write(path, labels, screenshots),
}
NAMES = tuple(_WRITERS)
"""The names of the files."""


def to_bytes(file: str, name: str, labels: Labels, screenshots: Sequence[Screenshot]) -> bytes:
    """Return one annotator's labels as a file.

    Args:
        file: One of `NAMES`.
        name: The annotator's name.
    """
    with TemporaryDirectory() as folder:
        path = Path(folder) / file
        _WRITERS[file](path, name, labels, screenshots)
        return path.read_bytes()


def read(data: bytes, name: str, screenshots: Sequence[Screenshot]) -> dict[str, Label]:
    """Return one annotator's labels of a file, by the screenshots' names.

    XML is read as CVAT's, a JSON array as Label Studio's, a JSON object as COCO's.

    Args:
        name: The name of the file, for errors.

    Raises:
        UserError: If it is invalid, has no labels, or has labels of several annotators.
    """
    text = data.lstrip(b"\xef\xbb\xbf \t\r\n")
    with TemporaryDirectory() as folder:
        path = Path(folder) / "labels"
        path.write_bytes(text)
        try:
            if text.startswith(b"<"):
                labels = cvat.read(path, screenshots)
            elif text.startswith(b"["):
                labels = _single(label_studio.read(path, screenshots))
            else:
                labels = coco.read(path, screenshots)
        except UserError as error:
            raise UserError(str(error).replace(str(path), name)) from error
    if not labels:
        raise UserError(f"{name}: has no labels.")
    return labels


def _single(annotators: Mapping[str, dict[str, Label]]) -> dict[str, Label]:
    if len(annotators) > 1:
        raise UserError(
            f"It has labels of several annotators ({', '.join(annotators)}): export one of them."
        )
    return next(iter(annotators.values()), {})
