"""Move the tower with the standard recursive solution."""

import re
from collections.abc import Iterator

from webproctor.benchmarks.webgames.player import Player
from webproctor.core.actions import web


def moves(disks: int, start: int, goal: int) -> Iterator[tuple[int, int]]:
    """Yield the moves of the shortest solution, as pairs of pegs."""
    if disks:
        spare = 3 - start - goal
        yield from moves(disks - 1, start, spare)
        yield start, goal
        yield from moves(disks - 1, spare, goal)


async def solve(player: Player) -> None:
    pegs = await player.see(".peg")
    [start] = [number for number, peg in enumerate(pegs) if "1" in peg.text]
    [goal] = [number for number, peg in enumerate(pegs) if "Goal" in peg.text]
    disks = len(re.findall(r"\d", pegs[start].text))
    for pair in moves(disks, start, goal):
        clicks = (pegs[peg].centre for peg in pair)
        await player.act(*(web.Click(x=x, y=y) for x, y in clicks))
