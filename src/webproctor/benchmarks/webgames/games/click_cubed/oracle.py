"""Looks for the button after every press."""

from webproctor.benchmarks.webgames.player import Player


async def solve(player: Player) -> None:
    while not await player.password():
        await player.click(".cube")
