"""Try the doors of each room from left to right, and go back from dead ends."""

from webproctor.benchmarks.webgames.player import Player
from webproctor.core.actions import web


async def solve(player: Player) -> None:
    door = 0
    while "exit" not in (room := (await player.first("#room")).text):
        if "dead end" in room:
            await player.act(web.Back())
            door += 1
        await player.click((await player.see(".door"))[door])
        if "dead end" not in (await player.first("#room")).text:
            door = 0
