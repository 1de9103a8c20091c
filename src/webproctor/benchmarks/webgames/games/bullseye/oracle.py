"""Find the target and press it."""

from webproctor.benchmarks.webgames.player import Player
from webproctor.core.actions import web


async def solve(player: Player) -> None:
    while not await player.see("#password"):
        # The target is read and hit within a few milliseconds: it moves less than its radius.
        x, y = await player.point(".target")
        await player.act(web.Click(x=x, y=y))
