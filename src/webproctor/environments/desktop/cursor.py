"""The mouse cursor, which an X server leaves out of the pixels of its screen."""

from PIL import Image
from Xlib.display import Display
from Xlib.ext import xfixes


def enable(server: Display) -> None:
    """Announce the use of XFixes, without which the server refuses its requests."""
    xfixes.query_version(server)


def draw(server: Display, picture: Image.Image) -> None:
    """Draw the cursor that the server shows on a picture of the screen, with its hot spot at the
    mouse position.
    """
    import numpy as np  # Imported here, as every benchmark imports this module.

    shown = xfixes.get_cursor_image(server, server.screen().root)
    # Each pixel is alpha, red, green and blue, multiplied by alpha.
    pixels = np.array(shown.cursor_image, np.uint32).reshape(shown.height, shown.width)
    alpha, *colours = ((pixels >> shift & 255).astype(np.uint8) for shift in (24, 16, 8, 0))
    solid = Image.fromarray(np.dstack(colours))
    left, top = shown.x - shown.xhot, shown.y - shown.yhot
    box = (left, top, left + shown.width, top + shown.height)
    under = np.asarray(picture.crop(box), np.uint16)
    faded = (under * (255 - alpha.astype(np.uint16))[..., None] // 255).astype(np.uint8)
    picture.paste(Image.fromarray(faded + np.asarray(solid)), (left, top))
