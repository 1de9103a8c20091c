"""Find disc and box by their colours and drag the disc into the box."""

import numpy as np

from webproctor.benchmarks.webgames.player import Player, Point

BLUE, ORANGE = (47, 85, 212), (255, 227, 189)


async def solve(player: Player) -> None:
    board = (await player.first("[data-id=board]")).box
    left, top = round(board.x), round(board.y)
    screenshot = await player.pixels()
    pixels = screenshot[top : top + round(board.height), left : left + round(board.width)]

    def centre(colour: tuple[int, int, int]) -> Point:
        y, x = np.nonzero((abs(pixels.astype(int) - colour) < 4).all(axis=2))
        return left + (x.min() + x.max()) / 2, top + (y.min() + y.max()) / 2

    await player.drag(centre(BLUE), centre(ORANGE))
