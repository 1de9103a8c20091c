"""Upload the MP3 file in the task's folder, which every variant accepts."""

from webproctor.benchmarks.webgames.player import Player
from webproctor.core.actions import web


async def solve(player: Player) -> None:
    x, y = await player.point("#file")
    await player.act(web.Upload(x=x, y=y, files=["silence.mp3"]))
