"""What the readers of all label formats share: names of screenshots, and checks of boxes."""

import re
from collections.abc import Iterable, Mapping, Sequence
from math import isfinite
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from webproctor.collect.labels import Screenshot
from webproctor.core.errors import UserError
from webproctor.methods.grounding.targets import Rectangle

# Label Studio puts eight hexadecimal digits before the name of an uploaded file.
_UPLOADED = re.compile(r"^[0-9a-f]{8}-(?=.)")
# Maximum distance outside the image, in pixels: labelling tools round differently.
_MAX_OUTSIDE = 1.0


class Names:
    """Finds the screenshot that a name in a file of labels refers to.

    A name may be the screenshot's own, a path or address that ends with it, or that of an upload.
    """

    def __init__(self, screenshots: Iterable[Screenshot]) -> None:
        self._by_name = {one.name: one for one in screenshots}
        self._by_end: dict[str, list[Screenshot]] = {}
        for one in self._by_name.values():
            self._by_end.setdefault(PurePosixPath(one.name).name, []).append(one)

    def find(self, name: Any, where: str) -> Screenshot:
        """Return the screenshot with a name.

        Raises:
            UserError: If there is none, or several end with this name.
        """
        if not isinstance(name, str) or not name:
            raise UserError(f"{where}: must be the name of a screenshot, not {name!r:.200}.")
        paths = [name, *_paths(name)]
        for path in paths:
            if path in self._by_name:
                return self._by_name[path]
        for path in paths:
            by_path = [one for key, one in self._by_name.items() if path.endswith(f"/{key}")]
            if len(by_path) == 1:
                return by_path[0]
        last = PurePosixPath(paths[-1]).name
        candidates = self._by_end.get(last) or self._by_end.get(_UPLOADED.sub("", last)) or []
        if len(candidates) == 1:
            return candidates[0]
        if candidates:
            names = ", ".join(one.name for one in candidates[:5])
            raise UserError(f"{where}: {name!r:.200} is ambiguous: it can be {names}.")
        raise UserError(f"{where}: there is no screenshot {name!r:.200}.")


def _paths(name: str) -> list[str]:
    """Return the path in an address: that of its query, else its own."""
    try:
        parts = urlsplit(name)
    except ValueError:
        return []
    # Label Studio's local files: /data/local-files/?d=images/12.png
    local_files = parse_qs(parts.query).get("d", [])
    return local_files[:1] or [unquote(parts.path)]


def box(
    edges: Sequence[Any], screenshot: Screenshot, where: str, *, rotation: Any = 0
) -> Rectangle:
    """Return a box from its left, top, right and bottom edge in pixels, clipped to the image.

    Raises:
        UserError: If an edge is not a finite number, the box is empty, rotated, or outside the
            image by more than a pixel.
    """
    try:
        left, top, right, bottom = (float(edge) for edge in edges)
        degrees = float(rotation or 0)
    except (TypeError, ValueError, OverflowError) as error:
        raise UserError(f"{where}: a box must have four numbers: {error}.") from error
    if not all(map(isfinite, (left, top, right, bottom, degrees))):
        raise UserError(f"{where}: a box must have finite numbers.")
    if degrees % 360:
        raise UserError(
            f"{where}: the box is rotated by {degrees:g} degrees; set its rotation to 0."
        )
    if right <= left or bottom <= top:
        raise UserError(
            f"{where}: the box has no area: {left:g}, {top:g} to {right:g}, {bottom:g}."
        )
    outside = max(-left, -top, right - screenshot.width, bottom - screenshot.height)
    if outside > _MAX_OUTSIDE:
        raise UserError(
            f"{where}: the box is outside the image by {outside:g} pixels; {screenshot.name} has "
            f"{screenshot.width} x {screenshot.height}."
        )
    return Rectangle.between(
        max(left, 0), max(top, 0), min(right, screenshot.width), min(bottom, screenshot.height)
    )


def objects(value: Any, key: str, where: str) -> list[Mapping[str, Any]]:
    """Return the list of objects under a key; an absent key is an empty list.

    Raises:
        UserError: If it is something else.
    """
    items = value.get(key, []) if isinstance(value, Mapping) else None
    if not isinstance(items, list) or not all(isinstance(one, dict) for one in items):
        raise UserError(f"{where}: {key} must be a list of objects.")
    return items
