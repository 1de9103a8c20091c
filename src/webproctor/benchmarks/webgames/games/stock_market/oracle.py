"""Find the ticker in the report's recommendation and enter it."""

import re

from webproctor.benchmarks.webgames.player import Player


async def solve(player: Player) -> None:
    for _ in range(player.puzzle.level.rounds):
        [ticker] = re.findall(r"traded as ([A-Z]{4})", await player.text())
        await player.enter("#ticker", ticker)
