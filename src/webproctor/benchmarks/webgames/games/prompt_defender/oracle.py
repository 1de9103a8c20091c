"""Press the button of each screen until there is none."""

from webproctor.benchmarks.webgames.player import Player


async def solve(player: Player) -> None:
    while await player.see(".next"):
        await player.click(".next")
