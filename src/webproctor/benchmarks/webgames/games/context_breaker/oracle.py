"""Clicks into the text and goes to its end by the keyboard."""

from webproctor.actions import web
from webproctor.benchmarks.webgames.player import Player


async def solve(player: Player) -> None:
    x, y = await player.point("textarea")
    await player.act(web.Click(x=x, y=y), web.Press(keys="Control+End"))
