"""Mask data that is compressed, or in a text as base64."""

import base64
import re
import zlib
from collections.abc import Callable

MASKED = "[masked]"
MAX_BYTES = 64 * 2**20
"""Maximum number of bytes that are read from compressed data."""
# At least four bytes; some characters can be percent-encoded, as in forms.
_BASE64 = re.compile(r"(?:[A-Za-z0-9+/_-]|%(?:25)*2[bBfF]){6,}")
_ENCODED = re.compile(r"%(?:25)*2([bBfF])")
_CHARACTER = re.compile(rf"{_ENCODED.pattern}|.")
_STANDARD = {"b": "+", "B": "+", "f": "/", "F": "/"}
_FROM_URL = str.maketrans("-_", "+/")
# Words are base64 of short texts by chance, and of bytes that can be read as compressed.
_MIN_TEXT = 8
_MIN_COMPRESSED = 12
# Line breaks and tabs are in texts; other control characters are in binary data.
_CONTROLS = re.compile(r"[\x00-\x08\x0e-\x1f\x7f-\x9f]")


def in_base64(text: str, mask: Callable[[bytes], bytes]) -> str:
    """Return a text in which everything that is base64 is masked.

    Args:
        mask: Returns data with everything masked in it. For speed, it is called once with the data
            of all base64 runs; for one run, only if that changes something, or if its data is a
            text or compressed.
    """
    # Other text, or base64 of other data, can be in front of the data.
    for shift in range(4):
        if not (runs := list(_BASE64.finditer(text))):
            break
        decoded = [_decode(one[0], shift) for one in runs]
        joined = b"\n".join(decoded)
        changes = mask(joined) != joined
        masked = [mask(one) if changes or _readable(one) else one for one in decoded]
        if masked != decoded:
            ends = [0, *(one.end() for one in runs)]
            text = (
                "".join(
                    text[end : one.start()] + _reencode(one[0], shift, *pair)
                    for end, one, pair in zip(
                        ends, runs, zip(decoded, masked, strict=True), strict=False
                    )
                )
                + text[ends[-1] :]
            )
    return text


def inflated(data: bytes) -> bytes | None:
    """Return the contents of data that is compressed as gzip or deflate; None if it is not."""
    if len(data) < _MIN_COMPRESSED:
        return None
    for bits in (32 + zlib.MAX_WBITS, -zlib.MAX_WBITS):
        reader = zlib.decompressobj(bits)
        try:
            contents = reader.decompress(data, MAX_BYTES)
        except zlib.error:
            continue
        if contents and not reader.unused_data and (reader.eof or len(contents) == MAX_BYTES):
            return contents
    return None


def is_text(data: bytes) -> bool:
    """Whether data is UTF-8 without control characters."""
    try:
        return not _CONTROLS.search(data.decode())
    except UnicodeDecodeError:
        return False


def _readable(data: bytes) -> bool:
    return len(data) >= _MIN_TEXT and (is_text(data) or inflated(data) is not None)


def _decode(run: str, shift: int) -> bytes:
    """Return the bytes of base64 after its first characters; what is left over is dropped."""
    plain = _ENCODED.sub(lambda one: _STANDARD[one[1]], run)[shift:].translate(_FROM_URL)
    length = len(plain) - (len(plain) % 4 == 1)
    return base64.b64decode(plain[:length] + "=" * (-length % 4))


def _reencode(run: str, shift: int, data: bytes, masked: bytes) -> str:
    """Return base64 without the characters of the bytes that are masked."""
    if masked == data:
        return run
    prefix = _common_prefix(data, masked)
    suffix = _common_prefix(data[prefix:][::-1], masked[prefix:][::-1])
    # Four characters are three bytes.
    first, last = prefix // 3 * 4, -(-(len(data) - suffix) // 3) * 4
    characters = [one[0] for one in _CHARACTER.finditer(run)]
    return "".join([*characters[: shift + first], MASKED, *characters[shift + last :]])


def _common_prefix(one: bytes, other: bytes) -> int:
    """Return the number of equal bytes at the beginning."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((index for index, (a, b) in pairs if a != b), min(len(one), len(other)))
