"""Prints the page and reads the print."""

import re

from webproctor.actions import web
from webproctor.benchmarks.webgames.player import Lost, Player


async def solve(player: Player) -> None:
    [printed] = await player.act(web.PrintPage())
    code = re.search(r"code is\s+(\S+)", printed.data or "")
    if code is None:
        raise Lost("there is no code on the print")
    x, y = await player.point("#code")
    await player.act(web.Type(x=x, y=y, text=code[1]), web.Press(keys="Enter"))
