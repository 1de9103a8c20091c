"""Untrusted images are decoded, or refused with their name and the fault."""

import io
import struct
import zlib
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from PIL import ExifTags, Image

from webproctor.core.errors import UserError
from webproctor.files.pictures import checked_size, decode_picture, picture_size, verified_size


def test_a_damaged_image_is_a_user_error(tmp_path: Path) -> None:
    Image.new("RGB", (5, 3)).save(tmp_path / "a.png")
    assert picture_size(tmp_path / "a.png") == (5, 3)
    (tmp_path / "a.png").write_bytes((tmp_path / "a.png").read_bytes()[:20])
    with pytest.raises(UserError, match=r"a\.png: is not a readable image"):
        picture_size(tmp_path / "a.png")


def _written(kind: str) -> bytes:
    out = io.BytesIO()
    Image.effect_noise((60, 40), 50).convert("RGB").save(out, kind)
    return out.getvalue()


@pytest.mark.parametrize("order", ["I;16", "I;16B"])
def test_an_image_of_16_bits_is_decoded_to_8_bits(order: str) -> None:
    out = io.BytesIO()
    high_byte_at = 1 if order == "I;16" else 0
    pixel = bytes(0x40 if index == high_byte_at else 0 for index in range(2))
    Image.frombytes(order, (2, 1), pixel * 2).save(out, "TIFF")
    assert decode_picture(out.getvalue(), "it").getpixel((1, 0)) == (0x40, 0x40, 0x40)


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "GIF", "BMP"])
def test_a_complete_image_is_decoded(kind: str) -> None:
    picture = decode_picture(_written(kind), "it")
    assert (picture.mode, picture.size) == ("RGB", (60, 40))


@pytest.mark.filterwarnings("ignore::UserWarning:PIL")
@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "GIF", "BMP", "TIFF", "ICO"])
def test_a_damaged_image_is_decoded_or_a_user_error(kind: str) -> None:
    whole, random, messages = _written(kind), Random(kind), []
    for _ in range(100):
        damaged = bytearray(
            whole[: random.randrange(1, len(whole))] if random.random() < 0.5 else whole
        )
        for _ in range(5):
            damaged[random.randrange(min(len(damaged), 100))] = random.randrange(256)
        try:
            decode_picture(bytes(damaged), "step 3")
        except UserError as error:
            messages.append(str(error))
    assert messages
    assert all(one.startswith("step 3: is not a readable image") for one in messages)


@pytest.mark.filterwarnings("ignore::PIL.Image.DecompressionBombWarning")
@pytest.mark.parametrize("read", [decode_picture, verified_size])
def test_an_image_that_declares_too_many_pixels_is_not_decoded(
    read: Callable[[bytes, str], object],
) -> None:
    head = struct.pack(">II5B", 12_000, 12_000, 8, 0, 0, 0, 0)
    chunk = struct.pack(">I", len(head)) + b"IHDR" + head
    png = b"\x89PNG\r\n\x1a\n" + chunk + struct.pack(">I", zlib.crc32(chunk[4:]))
    with pytest.raises(UserError, match="more than 100,000,000 pixels"):
        read(png + _written("PNG")[33:], "it")


@pytest.mark.parametrize("size", [verified_size, checked_size])
def test_a_png_with_a_wrong_checksum_is_a_user_error(
    size: Callable[[bytes, str], tuple[int, int]],
) -> None:
    whole = _written("PNG")
    assert size(whole, "it") == (60, 40)
    damaged = bytearray(whole)
    damaged[len(whole) // 2] ^= 1  # In the pixels.
    with pytest.raises(UserError, match="it: is not a readable image"):
        size(bytes(damaged), "it")


def test_a_truncated_jpeg_has_no_checked_size() -> None:
    whole = _written("JPEG")
    assert checked_size(whole, "it") == (60, 40)
    with pytest.raises(UserError, match="it: is not a readable image"):
        checked_size(whole[: len(whole) // 2], "it")


@pytest.mark.parametrize("kind", ["JPEG", "WEBP", "TIFF"])
def test_an_image_is_rotated_as_its_metadata_says(kind: str) -> None:
    exif, out = Image.Exif(), io.BytesIO()
    exif[ExifTags.Base.Orientation] = 6  # By 90 degrees clockwise.
    picture = Image.new("RGB", (64, 32), "white")
    picture.paste("black", (0, 0, 32, 32))
    picture.save(out, kind, exif=exif)
    assert picture_size(out.getvalue()) == checked_size(out.getvalue(), "it") == (32, 64)
    grey = decode_picture(out.getvalue(), "it").convert("L")
    top, bottom = ((4, 4, 28, 28), (4, 36, 28, 60))
    assert grey.crop(top).getextrema() == (0, 0)
    assert grey.crop(bottom).getextrema() == (255, 255)


def test_the_orientation_of_a_png_is_ignored() -> None:
    exif, out = Image.Exif(), io.BytesIO()
    exif[ExifTags.Base.Orientation] = 6
    Image.new("RGB", (64, 32)).save(out, "PNG", exif=exif)
    assert picture_size(out.getvalue()) == decode_picture(out.getvalue(), "it").size == (64, 32)
