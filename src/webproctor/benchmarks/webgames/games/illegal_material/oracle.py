"""Goes on, and writes the words of the inner door where there is one."""

from webproctor.actions import web
from webproctor.benchmarks.webgames.player import Player


async def solve(player: Player) -> None:
    await player.click("#proceed")
    if await player.see("#phrase"):
        words = (await player.one("#wanted")).text
        x, y = await player.point("#phrase")
        await player.act(web.Type(x=x, y=y, text=words), web.Press(keys="Enter"))
