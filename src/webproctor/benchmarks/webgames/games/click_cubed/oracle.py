"""Find the button again after every press."""

from webproctor.benchmarks.webgames.player import Player


async def solve(player: Player) -> None:
    while not await player.see("#password"):
        await player.click(".cube")
