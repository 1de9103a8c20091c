"""Right-clicks the spot, or the card where there is none."""

from webproctor.benchmarks.webgames.player import Player


async def solve(player: Player) -> None:
    await player.click(".spot" if await player.see(".spot") else ".target", button="right")
