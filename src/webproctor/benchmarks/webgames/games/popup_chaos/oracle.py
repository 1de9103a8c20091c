"""Close the windows from top to bottom, the reverse of their order in the page."""

from webproctor.benchmarks.webgames.player import Player
from webproctor.core.actions import web


async def solve(player: Player) -> None:
    buttons = await player.see(".close")
    points = [button.centre for button in reversed(buttons)]
    await player.act(*(web.Click(x=x, y=y) for x, y in points))
