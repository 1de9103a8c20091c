"""Read walls, ladybird and flower from the image of the map, and enter the shortest path."""

import numpy as np
from numpy.typing import NDArray

from webproctor.benchmarks.webgames.games.ladybird.game import CELL, LINE, MOVES, Cell, distances
from webproctor.benchmarks.webgames.player import Player
from webproctor.core.actions import Action, web

_KEYS = {"up": "ArrowUp", "down": "ArrowDown", "left": "ArrowLeft", "right": "ArrowRight"}
_RED, _PINK = (211, 41, 28), (238, 127, 176)


async def solve(player: Player) -> None:
    for _ in player.puzzle:
        await _solve_map(player)


async def _solve_map(player: Player) -> None:
    """Read one map and enter its shortest path."""
    box = (await player.first(".map")).box
    image = (await player.pixels(box.x, box.y, box.width, box.height)).astype(int)
    size = round((box.width - LINE) / (CELL + LINE))
    # Whether a cell is a wall is read near its corner, which ladybird and flower do not cover.
    corners = [round(LINE + n * (CELL + LINE) + 2) for n in range(size)]
    walls = {
        (row, column)
        for row in range(size)
        for column in range(size)
        if image[corners[row], corners[column]].sum() < 400
    }
    cell, flower = _find_cell(image, _RED), _find_cell(image, _PINK)
    to_flower = distances(size, walls, flower)
    actions: list[Action] = []
    while cell != flower:
        for move, (down, right) in MOVES.items():
            neighbour = cell[0] + down, cell[1] + right
            if to_flower.get(neighbour) == to_flower[cell] - 1:
                actions.append(web.Press(keys=_KEYS[move]))
                cell = neighbour
                break
    x, y = await player.point("#go")
    await player.act(*actions, web.Click(x=x, y=y))


def _find_cell(image: NDArray[np.int_], colour: tuple[int, int, int]) -> Cell:
    """Return the cell that contains a colour."""
    y, x = np.nonzero((abs(image - colour) < 8).all(axis=2))
    return int(np.median(y) // (CELL + LINE)), int(np.median(x) // (CELL + LINE))
