"""Scroll sideways with the wheel over the boxes."""

from webproctor.benchmarks.webgames.player import Player
from webproctor.core.actions import web


async def solve(player: Player) -> None:
    x, y = await player.point(".boxes")
    while not await player.password():
        await player.act(web.Scroll(x=x, y=y, right=20_000))
