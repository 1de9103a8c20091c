"""Read the block of text and type it."""

from webproctor.benchmarks.webgames.player import Player
from webproctor.core.actions import web


async def solve(player: Player) -> None:
    text = await player.formatted_text("#text")
    x, y = await player.point("#copy")
    await player.act(web.Type(x=x, y=y, text=text))
    await player.click("button.primary")
