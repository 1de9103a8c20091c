"""Decode untrusted images; a fault is a `UserError` that names the image."""

import io
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PIL import ExifTags, Image, ImageOps, UnidentifiedImageError

from webproctor.core.errors import UserError
from webproctor.core.pictures import PNG_SIGNATURE
from webproctor.files.reading import format_hint

MAX_PIXELS = 100_000_000
"""Maximum number of pixels of an image that is decoded; a small file can declare any size."""
# Values of the orientation in an image's metadata.
_UPRIGHT, _SIDEWAYS = 1, (5, 6, 7, 8)


def picture_size(picture: Path | bytes, source: str = "") -> tuple[int, int]:
    """Return width and height of an image in pixels, as it is displayed, without decoding it.

    Args:
        picture: A file, or its content.
        source: The name of the image in errors; by default that of the file.

    Raises:
        UserError: If it cannot be read, or is not an image.
    """
    with _opened(picture, source or str(picture)) as image:
        width, height = image.size
        return (height, width) if _orientation(image) in _SIDEWAYS else (width, height)


def decode_picture(data: bytes, source: str) -> Image.Image:
    """Decode an image completely, as RGB, upright if its metadata says that it is rotated.

    Args:
        source: The name of the image in errors.

    Raises:
        UserError: If it is not an image, is damaged, or has more than `MAX_PIXELS`.
    """
    with _opened(data, source) as image:
        _check_pixels(image)
        if image.mode.startswith("I"):  # 16 bits; `convert` alone makes nearly all of it white.
            return image.convert("I").point(lambda value: value * (1 / 256)).convert("RGB")
        is_rotated = _orientation(image) != _UPRIGHT
        return (ImageOps.exif_transpose(image) if is_rotated else image).convert("RGB")


def verified_size(png: bytes, source: str) -> tuple[int, int]:
    """Verify a PNG's checksums and return its width and height; its pixels are not decoded.

    Args:
        source: The name of the image in errors.

    Raises:
        UserError: If it is not an image, is damaged, or has more than `MAX_PIXELS`.
    """
    with _opened(png, source) as image:
        _check_pixels(image)
        image.verify()
        return image.size


def checked_size(data: bytes, source: str) -> tuple[int, int]:
    """Return width and height of an image, as it is displayed, after reading all of it.

    Args:
        source: The name of the image in errors.

    Raises:
        UserError: If it is not an image, is damaged, or has more than `MAX_PIXELS`.
    """
    # Checksums are faster to verify than pixels to decode.
    is_png = data.startswith(PNG_SIGNATURE)
    return verified_size(data, source) if is_png else decode_picture(data, source).size


@contextmanager
def _opened(picture: Path | bytes, source: str) -> Iterator[Image.Image]:
    """Open an image; errors about it, also those in the block, become user errors.

    Raises:
        UserError: If it is not an image, or is damaged.
    """
    try:
        with Image.open(io.BytesIO(picture) if isinstance(picture, bytes) else picture) as image:
            yield image
    except Exception as error:  # Each format raises its own errors.
        reason = "" if isinstance(error, UnidentifiedImageError) else f": {error}"
        hint = format_hint(_first_bytes(picture))
        raise UserError(f"{source}: is not a readable image{reason}.{hint}") from error


def _check_pixels(image: Image.Image) -> None:
    if image.width * image.height > MAX_PIXELS:
        raise ValueError(f"has more than {MAX_PIXELS:,} pixels")


def _orientation(image: Image.Image) -> int:
    """Return the orientation in an image's metadata, which labels and other readers follow.

    That of a PNG can be after the pixels, and is ignored; TIFF files are rotated by Pillow.
    """
    if "exif" not in image.info or image.format == "PNG":
        return _UPRIGHT
    return image.getexif().get(ExifTags.Base.Orientation, _UPRIGHT)


def _first_bytes(picture: Path | bytes) -> bytes:
    if isinstance(picture, bytes):
        return picture
    try:
        with picture.open("rb") as file:
            return file.read(64)
    except (OSError, ValueError):  # The error is known already.
        return b""
