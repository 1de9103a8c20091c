"""Clicks the plain texts, one after another: what looks clickable would be too easy."""

from webproctor.benchmarks.webgames.player import Player


async def solve(player: Player) -> None:
    for place in range(len(await player.see(".text"))):
        await player.click((await player.see(".text"))[place])
        if await player.password():
            return
