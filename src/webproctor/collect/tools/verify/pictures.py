"""Pictures of a step: the part of the page around the element."""

from io import BytesIO
from pathlib import Path

from PIL import Image, ImageDraw

from webproctor.collect.demonstration.capture import QUALITY
from webproctor.core.errors import UserError
from webproctor.core.observations import Box

HEIGHT = 800
"""Height of the part that is shown, in pixels; pages are as high as their content."""
_COLOUR, _LINE = "#d4351c", 5


def picture(path: Path, box: Box | None, *, draw_box: bool, whole_page: bool = False) -> bytes:
    """Return a screenshot as JPEG, by default only the part around a box.

    Args:
        path: The screenshot of the whole page.
        box: The box of the step's element, in pixels of the page.
        draw_box: Whether to draw the box.
        whole_page: Whether to return the whole page.

    Raises:
        UserError: If the file is damaged.
    """
    try:
        with Image.open(path) as screenshot:
            image = screenshot.convert("RGB")
    except (OSError, Image.DecompressionBombError) as error:
        raise UserError(f"{path.name}: not a screenshot: {error}.") from error
    if box is not None and draw_box:
        ImageDraw.Draw(image).rectangle(
            (
                box.x - _LINE,
                box.y - _LINE,
                box.x + box.width + _LINE,
                box.y + box.height + _LINE,
            ),
            outline=_COLOUR,
            width=_LINE,
        )
    if not whole_page:
        middle = 0.0 if box is None else box.y + box.height / 2
        top = round(max(0, min(middle - HEIGHT / 2, image.height - HEIGHT)))
        image = image.crop((0, top, image.width, min(top + HEIGHT, image.height)))
    buffer = BytesIO()
    image.save(buffer, "JPEG", quality=QUALITY, subsampling=0)
    return buffer.getvalue()
