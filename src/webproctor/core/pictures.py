"""PNG images, and the sizes that model providers accept.

Anthropic, Google, Mistral, xAI and Z.ai refuse images of more than 8,000 pixels per side. Anthropic
refuses those of more than 2,000 in a request with more than 20 images
(https://platform.claude.com/docs/en/build-with-claude/vision).
"""

import io
import struct

from PIL import Image

Size = tuple[int, int]
"""Width and height in pixels."""
PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
"""The first bytes of every PNG image."""
_LONGEST, _LONGEST_OF_MANY = 8000, 2000
_MANY = 20


def encoded(image: Image.Image) -> bytes:
    """Return an image as PNG, compressed quickly rather than well."""
    buffer = io.BytesIO()
    image.save(buffer, "PNG", compress_level=1)
    return buffer.getvalue()


def decoded(png: bytes) -> Image.Image:
    """Return a PNG image in RGB."""
    with Image.open(io.BytesIO(png)) as image:
        return image.convert("RGB")


def longest_side(images: int) -> int:
    """Return the maximum length of a side in a request with this number of images, in pixels."""
    return _LONGEST_OF_MANY if images > _MANY else _LONGEST


def size_within(size: Size, longest: int) -> Size:
    """Return a size in the same proportions with no side longer than this."""
    if max(size) <= longest:
        return size
    width, height = (max(1, round(side * longest / max(size))) for side in size)
    return width, height


def within(png: bytes, longest: int) -> bytes:
    """Return a PNG image with no side longer than this; it is decoded only if one is."""
    size = _size_of(png)
    if max(size) <= longest:
        return png
    smaller = size_within(size, longest)
    return encoded(decoded(png).resize(smaller, Image.Resampling.LANCZOS))


def _size_of(png: bytes) -> Size:
    """Return the size of a PNG image; (0, 0) if the data is not a PNG image."""
    if not png.startswith(PNG_SIGNATURE) or len(png) < 24:
        return 0, 0
    width, height = struct.unpack(">II", png[16:24])
    return width, height
