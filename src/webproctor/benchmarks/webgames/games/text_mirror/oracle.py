"""Reads the block of text and types it."""

from webproctor.actions import web
from webproctor.benchmarks.webgames.player import Player


async def solve(player: Player) -> None:
    text = await player.written("#text")
    x, y = await player.point("#copy")
    await player.act(web.Type(x=x, y=y, text=text))
    await player.click("button.first")
