"""Moves the tower by the textbook's recursion."""

from collections.abc import Iterator

from webproctor.actions import web
from webproctor.benchmarks.webgames.player import Player


def moves(disks: int, start: int, goal: int) -> Iterator[tuple[int, int]]:
    """The shortest way to move a tower, as pairs of pegs."""
    if disks:
        spare = 3 - start - goal
        yield from moves(disks - 1, start, spare)
        yield start, goal
        yield from moves(disks - 1, spare, goal)


async def solve(player: Player) -> None:
    pegs = await player.see(".peg")
    [start] = [number for number, peg in enumerate(pegs) if "disks" in peg.label]
    [goal] = [number for number, peg in enumerate(pegs) if "goal" in peg.label]
    disks = pegs[start].label.count(",") + 1 - ("goal" in pegs[start].label)
    for pair in moves(disks, start, goal):
        clicks = (pegs[peg].middle for peg in pair)
        await player.act(*(web.Click(x=x, y=y) for x, y in clicks))
