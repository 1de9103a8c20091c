"""Tries the doors of each room from left to right, and goes back out of dead ends."""

from webproctor.actions import web
from webproctor.benchmarks.webgames.player import Player


async def solve(player: Player) -> None:
    door = 0
    while "exit" not in (room := (await player.one("#room")).text):
        if "dead end" in room:
            await player.act(web.Back())
            door += 1
        await player.click((await player.see(".door"))[door])
        if "dead end" not in (await player.one("#room")).text:
            door = 0
