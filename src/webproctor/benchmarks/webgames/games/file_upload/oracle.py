"""Chooses a file from the task's folder: the MP3 one, which will do for every variant."""

from webproctor.actions import web
from webproctor.benchmarks.webgames.player import Player


async def solve(player: Player) -> None:
    x, y = await player.point("#file")
    await player.act(web.Upload(x=x, y=y, files=["silence.mp3"]))
