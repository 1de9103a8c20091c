"""Goes down by the key, and to the right by the wheel."""

from webproctor.actions import web
from webproctor.benchmarks.webgames.player import Player


async def solve(player: Player) -> None:
    while not await player.password():
        await player.act(web.Scroll(x=640, y=400, right=30_000, down=30_000))
