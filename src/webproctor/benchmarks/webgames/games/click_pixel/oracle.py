"""Find the pixels of the square's colour."""

import numpy as np

from webproctor.benchmarks.webgames.player import Player

COLOURS = ((255, 0, 0), (0, 0, 0), (47, 85, 212))
# Left edge of the searched part of the field, right of the heading, in pixels.
LEFT = 440


async def solve(player: Player) -> None:
    field = (await player.pixels())[:, LEFT:]
    for colour in COLOURS:
        ys, xs = np.nonzero((field == colour).all(axis=2))
        if len(xs):
            await player.click((LEFT + int(np.median(xs)), int(np.median(ys))))
            return
