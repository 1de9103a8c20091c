"""Closes the windows from the topmost down: each was put on top of those before it."""

from webproctor.actions import web
from webproctor.benchmarks.webgames.player import Player


async def solve(player: Player) -> None:
    buttons = await player.see(".close")
    await player.act(*(web.Click(x=x, y=y) for x, y in (one.middle for one in reversed(buttons))))
