"""Press the button until the real end."""

from webproctor.benchmarks.webgames.player import Player


async def solve(player: Player) -> None:
    while await player.see(".further"):
        await player.click(".further")
