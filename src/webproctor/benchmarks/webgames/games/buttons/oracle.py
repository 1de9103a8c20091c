"""Click the plain texts, one after another; elements that look clickable are decoys."""

from webproctor.benchmarks.webgames.player import Player


async def solve(player: Player) -> None:
    for index in range(len(await player.see(".text"))):
        await player.click((await player.see(".text"))[index])
        if await player.password():
            return
