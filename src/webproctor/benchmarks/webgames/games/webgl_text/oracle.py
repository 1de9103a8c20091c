"""Compare the shape's radius by direction with those of all possible shapes."""

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from webproctor.benchmarks.webgames.games.webgl_text.shapes import outline
from webproctor.benchmarks.webgames.player import Player

Mask = NDArray[np.bool_]
_MARGIN = 8  # Pixels at the edges of the canvas that are ignored.


async def solve(player: Player) -> None:
    for _ in range(player.puzzle.level.rounds):
        profile = _profile(await _shape_mask(player))
        names = player.puzzle.level.shapes
        name = min(
            names, key=lambda name: float(np.abs(_profile(_drawn_mask(name)) - profile).sum())
        )
        await player.enter("#name", name)


async def _shape_mask(player: Player) -> Mask:
    """Return which pixels of the canvas belong to the shape: those unlike the background."""
    box = (await player.first("canvas")).box
    left, top = round(box.x), round(box.y)
    right, bottom = round(box.x + box.width), round(box.y + box.height)
    pixels = (await player.pixels()).astype(int)
    canvas = pixels[top + _MARGIN : bottom - _MARGIN, left + _MARGIN : right - _MARGIN]
    return (canvas - canvas[0, 0]).max(axis=2) > 40


def _drawn_mask(name: str) -> Mask:
    image = Image.new("1", (420, 420))
    points = [(210 + 178 * x, 210 + 178 * y) for x, y in outline(name)]
    ImageDraw.Draw(image).polygon(points, fill=1)
    return np.asarray(image)


def _profile(mask: Mask) -> NDArray[np.float64]:
    """Return a rotation-invariant profile: the Fourier magnitudes of the radius by angle."""
    y, x = np.nonzero(mask)
    dx, dy = x - x.mean(), y - y.mean()
    angle = ((np.arctan2(dy, dx) / (2 * np.pi) * 180) % 180).astype(int)
    radii = np.zeros(180)
    np.maximum.at(radii, angle, np.hypot(dx, dy))
    return np.abs(np.fft.rfft(radii / np.sqrt(len(x))))[:16]
