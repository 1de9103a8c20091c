"""Read walls, bird and flower from the image of the map, and enter the shortest path."""

import numpy as np
from numpy.typing import NDArray

from webproctor.benchmarks.webgames.games.ladybird.game import CELL, LINE, MOVES, Cell, distances
from webproctor.benchmarks.webgames.player import Player
from webproctor.core.actions import Action, web

_KEYS = {"up": "ArrowUp", "down": "ArrowDown", "left": "ArrowLeft", "right": "ArrowRight"}
_RED, _PINK = (211, 41, 28), (238, 127, 176)


async def solve(player: Player) -> None:
    for _ in player.puzzle:
        await _fly(player)


async def _fly(player: Player) -> None:
    """Read one map and enter its shortest path."""
    box = (await player.one(".map")).box
    picture = (await player.pixels(box.x, box.y, box.width, box.height)).astype(int)
    size = round((box.width - LINE) / (CELL + LINE))
    # The pixel in a cell's corner shows whether it is a wall; bird and flower do not cover it.
    corners = [round(LINE + n * (CELL + LINE) + 2) for n in range(size)]
    walls = {
        (row, column)
        for row in range(size)
        for column in range(size)
        if picture[corners[row], corners[column]].sum() < 400
    }
    start, flower = _cell(picture, _RED), _cell(picture, _PINK)
    far = distances(size, walls, flower)
    actions: list[Action] = []
    while start != flower:
        for move, (row, column) in MOVES.items():
            then = start[0] + row, start[1] + column
            if far.get(then) == far[start] - 1:
                actions.append(web.Press(keys=_KEYS[move]))
                start = then
                break
    x, y = await player.point("#go")
    await player.act(*actions, web.Click(x=x, y=y))


def _cell(picture: NDArray[np.int_], colour: tuple[int, int, int]) -> Cell:
    """Return the cell that contains a colour."""
    y, x = np.nonzero((abs(picture - colour) < 8).all(axis=2))
    return int(np.median(y) // (CELL + LINE)), int(np.median(x) // (CELL + LINE))
