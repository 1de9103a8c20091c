"""Turns the wheel sideways over the boxes."""

from webproctor.actions import web
from webproctor.benchmarks.webgames.player import Player


async def solve(player: Player) -> None:
    x, y = await player.point(".lane")
    while not await player.password():
        await player.act(web.Scroll(x=x, y=y, right=20_000))
