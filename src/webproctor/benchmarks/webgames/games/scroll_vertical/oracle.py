"""Go to the end of the page with the End key."""

from webproctor.benchmarks.webgames.player import Player


async def solve(player: Player) -> None:
    await player.press("End")
