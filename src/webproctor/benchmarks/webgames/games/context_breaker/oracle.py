"""Click the text area and press Control+End."""

from webproctor.benchmarks.webgames.player import Player
from webproctor.core.actions import web


async def solve(player: Player) -> None:
    x, y = await player.point("textarea")
    await player.act(web.Click(x=x, y=y), web.Press(keys="Control+End"))
