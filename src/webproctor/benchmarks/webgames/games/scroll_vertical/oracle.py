"""Goes to the end of the page by its key."""

from webproctor.benchmarks.webgames.player import Player


async def solve(player: Player) -> None:
    await player.press("End")
