"""Watches the target for a moment, and aims at where it will be."""

from webproctor.actions import web
from webproctor.benchmarks.webgames.player import Player


async def solve(player: Player) -> None:
    while not await player.password():
        # The target is read and hit within a few milliseconds: it moves less than its radius.
        x, y = await player.point(".target")
        await player.act(web.Click(x=x, y=y))
