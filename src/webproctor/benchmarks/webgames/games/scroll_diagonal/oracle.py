"""Scroll down and to the right with the wheel."""

from webproctor.benchmarks.webgames.player import Player
from webproctor.core.actions import web


async def solve(player: Player) -> None:
    while not await player.password():
        await player.act(web.Scroll(x=640, y=400, right=30_000, down=30_000))
