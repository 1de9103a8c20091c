"""Wait a little longer than required, then reload."""

import re

from webproctor.benchmarks.webgames.player import Player
from webproctor.core.actions import web


async def solve(player: Player) -> None:
    [seconds] = re.findall(r"at least (\d+) seconds", await player.text())
    await player.act(web.Wait(seconds=int(seconds) + 0.1), web.Reload())
