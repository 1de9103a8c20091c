"""Compare the shape's radius by direction with those of all known shapes."""

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from webproctor.benchmarks.webgames.games.webgl_text.shapes import outline
from webproctor.benchmarks.webgames.player import Player
from webproctor.core.actions import web

Picture = NDArray[np.bool_]


async def solve(player: Player) -> None:
    for _ in range(player.puzzle.level.rounds):
        box = (await player.one("canvas")).box
        picture = (await player.pixels()).astype(int)
        inside = picture[round(box.y) + 8 : round(box.y + box.height) - 8,
                         round(box.x) + 8 : round(box.x + box.width) - 8]  # fmt: skip
        seen = _profile((inside - inside[0, 0]).max(axis=2) > 40)
        names = player.puzzle.level.shapes
        name = min(names, key=lambda one: float(np.abs(_profile(_drawn(one)) - seen).sum()))
        x, y = await player.point("#name")
        await player.act(web.Type(x=x, y=y, text=name), web.Press(keys="Enter"))


def _drawn(name: str) -> Picture:
    image = Image.new("1", (420, 420))
    points = [(210 + 178 * x, 210 + 178 * y) for x, y in outline(name)]
    ImageDraw.Draw(image).polygon(points, fill=1)
    return np.asarray(image)


def _profile(shape: Picture) -> NDArray[np.float64]:
    """Return a rotation-invariant profile: the Fourier magnitudes of the radius by angle."""
    y, x = np.nonzero(shape)
    right, down = x - x.mean(), y - y.mean()
    angle = ((np.arctan2(down, right) / (2 * np.pi) * 180) % 180).astype(int)
    rim = np.zeros(180)
    np.maximum.at(rim, angle, np.hypot(right, down))
    return np.abs(np.fft.rfft(rim / np.sqrt(len(x))))[:16]
