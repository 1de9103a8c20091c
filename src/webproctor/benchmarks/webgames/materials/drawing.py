"""Images drawn by the server, so that the page contains no text with the same information."""

import io

from PIL import Image

from webproctor.benchmarks.webgames.play import File


def png(image: Image.Image, download: str | None = None) -> File:
    """Return an image as a PNG file for a page.

    Args:
        download: The name under which a browser saves it; None for a file shown in a page.
    """
    body = io.BytesIO()
    image.save(body, "PNG")
    return File(body.getvalue(), "image/png", download)
