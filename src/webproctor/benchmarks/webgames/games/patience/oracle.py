"""Waits, and a little longer."""

import re

from webproctor.actions import web
from webproctor.benchmarks.webgames.player import Player


async def solve(player: Player) -> None:
    [seconds] = re.findall(r"at least (\d+) seconds", await player.text())
    await player.act(web.Wait(seconds=int(seconds) + 0.1), web.Reload())
