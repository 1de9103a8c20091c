"""Find the target and click it."""

from webproctor.benchmarks.webgames.player import Player
from webproctor.core.actions import web


async def solve(player: Player) -> None:
    while not await player.see("#password"):
        # Between these two actions the target moves less than its radius.
        x, y = await player.point(".target")
        await player.act(web.Click(x=x, y=y))
