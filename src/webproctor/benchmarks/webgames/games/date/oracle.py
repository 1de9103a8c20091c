"""Compute the date from the system clock."""

import re
from datetime import UTC, datetime, timedelta

from webproctor.benchmarks.webgames.player import Player
from webproctor.core.actions import web


async def solve(player: Player) -> None:
    asked = re.search(r"(\d+) days before", await player.text())
    back = timedelta(days=int(asked[1]) if asked else 0)
    x, y = await player.point("#date")
    date = (datetime.now(UTC).date() - back).isoformat()
    await player.act(web.Type(x=x, y=y, text=date), web.Press(keys="Enter"))
