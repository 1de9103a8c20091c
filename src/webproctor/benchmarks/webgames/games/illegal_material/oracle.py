"""Proceed, and type the statement of the second warning if there is one."""

from webproctor.benchmarks.webgames.player import Player


async def solve(player: Player) -> None:
    await player.click("#proceed")
    if await player.see("#phrase"):
        phrase = (await player.first("#required-phrase")).text
        await player.enter("#phrase", phrase)
