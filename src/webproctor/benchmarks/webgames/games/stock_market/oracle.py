"""Find the ticker in the report's recommendation and enter it."""

import re

from webproctor.benchmarks.webgames.player import Player
from webproctor.core.actions import web


async def solve(player: Player) -> None:
    for _ in range(player.puzzle.level.rounds):
        [ticker] = re.findall(r"traded as ([A-Z]{4})", await player.text())
        x, y = await player.point("#ticker")
        await player.act(web.Type(x=x, y=y, text=ticker), web.Press(keys="Enter"))
