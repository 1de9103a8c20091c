"""Search for each item of the list, and buy bananas in bunches where that is cheaper."""

import re

from webproctor.benchmarks.webgames.player import Player
from webproctor.core.actions import Action, web


def amounts(line: str) -> list[tuple[str, int]]:
    """Return the products to buy for a line of the list, as names and numbers."""
    if match := re.fullmatch(r"(\d+) bananas", line):
        stems, singles = divmod(int(match[1]), 6)
        return [("Bunch of bananas", stems), ("Banana", singles)]
    if match := re.fullmatch(r"(\d+) eggs", line):
        return [("Eggs", int(match[1]) // 12)]
    count, name = line.split(" x ")
    return [(name, int(count))]


async def solve(player: Player) -> None:
    written = (await player.one("#list")).value
    for name, count in (item for line in written.splitlines() for item in amounts(line)):
        if not count:
            continue
        x, y = await player.point("#search")
        search = web.Type(x=x, y=y, text=name, clear=True)
        await player.act(search, web.Press(keys="Enter"))
        x, y = await player.point(f'button[aria-label="Add {name}"]')
        presses: list[Action] = [web.Click(x=x, y=y) for _ in range(count)]
        await player.act(*presses)
    await player.click("#cart")
    total = (await player.one("#sum")).text
    await player.type("#total", total)
    await player.press("Enter")
