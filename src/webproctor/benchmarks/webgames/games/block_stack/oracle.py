"""Find the blocks by their colours and stack them, one after another, onto one tower."""

import numpy as np

from webproctor.benchmarks.webgames.games.block_stack.game import FLOOR
from webproctor.benchmarks.webgames.player import OracleError, Player, Point
from webproctor.core.actions import web

# Every how many pixels the colours are read, across and down: a block is many times as large.
GRID = 2


async def solve(player: Player) -> None:
    level = player.puzzle.level
    side, board = level.side, (await player.one("canvas")).box
    left, top = board.x + 1, board.y + 1
    for _ in range(60):
        if await player.see("#password"):
            return
        blocks = await _look(player, round(left), round(top))
        tower = _tower(blocks, side)
        x, y = tower[-1]
        if y + side / 2 < level.line - 2:
            await player.wait(level.seconds + 0.6)
            continue
        loose = [one for one in blocks if one not in tower and _free(one, blocks, side)]
        if not loose:
            raise OracleError("no block is free to lift")
        # Prefer high blocks near the tower: their path to the top is short.
        fx, fy = min(loose, key=lambda one: abs(one[0] - x) + one[1])
        above, rest = y - 1.6 * side, y - side - 2
        await player.act(
            web.Drag(
                x=left + fx,
                y=top + fy,
                via=[[left + fx, top + above], [left + x, top + above]],
                to_x=left + x,
                to_y=top + rest,
                seconds=3,
            ),
            web.Wait(seconds=0.4),
        )
    raise OracleError("the tower does not stay up")


async def _look(player: Player, left: int, top: int) -> list[Point]:
    """Return the centers of all blocks, in pixels of the canvas."""
    picture = await player.pixels()
    board = picture[top : top + FLOOR : GRID, left : left + 958 : GRID].astype(np.int16)
    blocks: list[Point] = []
    for colour in player.puzzle.colours:
        y, x = np.nonzero(abs(board - np.int16(colour)).max(axis=2) < 3)
        if len(x):
            blocks.append((float(x.mean()) * GRID, float(y.mean()) * GRID))
    return blocks


def _tower(blocks: list[Point], side: float) -> list[Point]:
    """Return the highest stack, from the floor up."""
    best: list[Point] = []
    for foot in (one for one in blocks if one[1] > FLOOR - side):
        pile = [foot]
        while True:
            x, y = pile[-1]
            on = [b for b in blocks if abs(b[0] - x) < side / 2 and 0.7 < (y - b[1]) / side < 1.3]
            if not on:
                break
            pile.append(on[0])
        # Of equal stacks, prefer the one nearest to the center: the paths to it are short.
        if (len(pile), -abs(foot[0] - 480)) > (len(best), -abs(best[0][0] - 480) if best else 0):
            best = pile
    return best


def _free(block: Point, blocks: list[Point], side: float) -> bool:
    """Return whether no other block lies on a block."""
    x, y = block
    return not any(
        other != block and abs(other[0] - x) < side and 0 < y - other[1] < 1.3 * side
        for other in blocks
    )
