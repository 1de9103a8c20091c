"""Proceed, and type the statement of the second warning if there is one."""

from webproctor.benchmarks.webgames.player import Player
from webproctor.core.actions import web


async def solve(player: Player) -> None:
    await player.click("#proceed")
    if await player.see("#phrase"):
        phrase = (await player.first("#required-phrase")).text
        x, y = await player.point("#phrase")
        await player.act(web.Type(x=x, y=y, text=phrase), web.Press(keys="Enter"))
