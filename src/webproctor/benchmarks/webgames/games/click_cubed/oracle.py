"""Locate the button after every press and click it."""

from webproctor.benchmarks.webgames.player import Player


async def solve(player: Player) -> None:
    while not await player.see("#password"):
        await player.click(".cube")
