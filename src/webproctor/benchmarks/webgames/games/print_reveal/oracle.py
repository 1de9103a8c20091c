"""Print the page and read the code from the PDF."""

import re

from webproctor.benchmarks.webgames.player import OracleError, Player
from webproctor.core.actions import web


async def solve(player: Player) -> None:
    [printed] = await player.act(web.PrintPage())
    code = re.search(r"code is\s+(\S+)", printed.data or "")
    if code is None:
        raise OracleError("no code in the printed page")
    await player.enter("#code", code[1])
