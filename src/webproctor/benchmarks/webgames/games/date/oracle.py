"""Compute the date from the system clock."""

import re
from datetime import UTC, datetime, timedelta

from webproctor.benchmarks.webgames.player import Player


async def solve(player: Player) -> None:
    match = re.search(r"(\d+) days before", await player.text())
    days_ago = timedelta(days=int(match[1]) if match else 0)
    date = (datetime.now(UTC).date() - days_ago).isoformat()
    await player.enter("#date", date)
