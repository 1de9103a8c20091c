"""Find the blocks by their colours and stack them, one after another, onto one tower."""

import numpy as np

from webproctor.benchmarks.webgames.games.block_stack.game import FLOOR, WIDTH
from webproctor.benchmarks.webgames.player import OracleError, Player, Point
from webproctor.core.actions import web

# Distance of the pixels whose colours are read; a block is many times as large.
PIXEL_STEP = 2
BORDER = 1


async def solve(player: Player) -> None:
    level = player.puzzle.level
    side, board = level.side, (await player.first("canvas")).box
    left, top = board.x + BORDER, board.y + BORDER
    for _ in range(60):
        if await player.see("#password"):
            return
        blocks = await _find_blocks(player, round(left), round(top))
        tower = _highest_stack(blocks, side)
        x, y = tower[-1]
        if y + side / 2 < level.line - 2:
            await player.wait(level.seconds + 0.6)
            continue
        free = [block for block in blocks if block not in tower and _is_free(block, blocks, side)]
        if not free:
            raise OracleError("no block is free to lift")
        # Prefer high blocks near the tower: their path to the top is short.
        block_x, block_y = min(free, key=lambda block: abs(block[0] - x) + block[1])
        above_tower, on_tower = y - 1.6 * side, y - side - 2
        await player.act(
            web.Drag(
                x=left + block_x,
                y=top + block_y,
                via=[[left + block_x, top + above_tower], [left + x, top + above_tower]],
                to_x=left + x,
                to_y=top + on_tower,
                seconds=3,
            ),
            web.Wait(seconds=0.4),
        )
    raise OracleError("the tower does not stay up")


async def _find_blocks(player: Player, left: int, top: int) -> list[Point]:
    """Return the centres of all blocks, in pixels of the canvas."""
    screenshot = await player.pixels()
    right, bottom = left + WIDTH - 2 * BORDER, top + FLOOR
    board = screenshot[top:bottom:PIXEL_STEP, left:right:PIXEL_STEP].astype(np.int16)
    blocks: list[Point] = []
    for colour in player.puzzle.colours:
        y, x = np.nonzero(abs(board - np.int16(colour)).max(axis=2) < 3)
        if len(x):
            blocks.append((float(x.mean()) * PIXEL_STEP, float(y.mean()) * PIXEL_STEP))
    return blocks


def _highest_stack(blocks: list[Point], side: float) -> list[Point]:
    """Return the highest stack, from the floor up.

    Of equally high ones, it is the one nearest to the centre: the paths to it are short.
    """
    stacks = [_stack_on(block, blocks, side) for block in blocks if block[1] > FLOOR - side]
    return max(stacks, key=lambda stack: (len(stack), -abs(stack[0][0] - WIDTH / 2)))


def _stack_on(lowest: Point, blocks: list[Point], side: float) -> list[Point]:
    """Return the stack that stands on a block, with this block, from the bottom up."""
    stack = [lowest]
    while True:
        x, y = stack[-1]
        on_top = [b for b in blocks if abs(b[0] - x) < side / 2 and 0.7 < (y - b[1]) / side < 1.3]
        if not on_top:
            return stack
        stack.append(on_top[0])


def _is_free(block: Point, blocks: list[Point], side: float) -> bool:
    """Return whether no other block lies on a block."""
    x, y = block
    return not any(
        other != block and abs(other[0] - x) < side and 0 < y - other[1] < 1.3 * side
        for other in blocks
    )
