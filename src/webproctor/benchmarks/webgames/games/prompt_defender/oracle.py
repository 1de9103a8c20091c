"""Goes on until the true end."""

from webproctor.benchmarks.webgames.player import Player


async def solve(player: Player) -> None:
    while await player.see(".further"):
        await player.click(".further")
