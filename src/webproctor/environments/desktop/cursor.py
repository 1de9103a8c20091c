"""The mouse cursor, which an X server leaves out of the pixels of its screen."""

from PIL import Image
from Xlib.display import Display
from Xlib.ext import xfixes


def enable(server: Display) -> None:
    """Announce the use of XFixes, without which the server refuses its requests."""
    xfixes.query_version(server)


def draw(server: Display, image: Image.Image) -> None:
    """Draw the cursor that the server shows on a picture of the screen, with its hot spot at the
    mouse position.
    """
    import numpy as np  # Imported here, as every benchmark imports this module.

    cursor_image = xfixes.get_cursor_image(server, server.screen().root)
    # Each pixel is alpha, red, green and blue, multiplied by alpha.
    pixels = np.array(cursor_image.cursor_image, np.uint32).reshape(
        cursor_image.height, cursor_image.width
    )
    alpha, *colours = ((pixels >> shift & 255).astype(np.uint8) for shift in (24, 16, 8, 0))
    foreground = Image.fromarray(np.dstack(colours))
    left, top = cursor_image.x - cursor_image.xhot, cursor_image.y - cursor_image.yhot
    box = (left, top, left + cursor_image.width, top + cursor_image.height)
    background = np.asarray(image.crop(box), np.uint16)
    faded = (background * (255 - alpha.astype(np.uint16))[..., None] // 255).astype(np.uint8)
    image.paste(Image.fromarray(faded + np.asarray(foreground)), (left, top))
