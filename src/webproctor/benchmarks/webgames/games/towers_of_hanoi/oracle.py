"""Move the tower with the standard recursive solution."""

import re
from collections.abc import Iterator

from webproctor.benchmarks.webgames.player import Player
from webproctor.core.actions import web


def shortest_solution(disks: int, start: int, goal: int) -> Iterator[tuple[int, int]]:
    """Yield the moves of the shortest solution, as pairs of pegs."""
    if disks:
        spare = 3 - start - goal
        yield from shortest_solution(disks - 1, start, spare)
        yield start, goal
        yield from shortest_solution(disks - 1, spare, goal)


async def solve(player: Player) -> None:
    pegs = await player.see(".peg")
    [start] = [index for index, peg in enumerate(pegs) if "1" in peg.text]
    [goal] = [index for index, peg in enumerate(pegs) if "Goal" in peg.text]
    disks = len(re.findall(r"\d", pegs[start].text))
    for pair in shortest_solution(disks, start, goal):
        centres = (pegs[peg].centre for peg in pair)
        await player.act(*(web.Click(x=x, y=y) for x, y in centres))
