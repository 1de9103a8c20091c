"""Reads the whole report and takes the share that is traded as it says at the turn."""

import re

from webproctor.actions import web
from webproctor.benchmarks.webgames.player import Player


async def solve(player: Player) -> None:
    [ticker] = re.findall(r"traded as ([A-Z]{4})", await player.text())
    x, y = await player.point("#ticker")
    await player.act(web.Type(x=x, y=y, text=ticker), web.Press(keys="Enter"))
