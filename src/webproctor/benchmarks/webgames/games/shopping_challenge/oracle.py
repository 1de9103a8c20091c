"""Search for each item of the list, and buy bananas in bunches where that is cheaper."""

import re

from webproctor.benchmarks.webgames.player import Player
from webproctor.core.actions import Action, web


def products_to_buy(line: str) -> list[tuple[str, int]]:
    """Return the products to buy for a line of the list, as names and quantities."""
    if match := re.fullmatch(r"(\d+) bananas", line):
        bunches, singles = divmod(int(match[1]), 6)
        return [("Bunch of bananas", bunches), ("Banana", singles)]
    if match := re.fullmatch(r"(\d+) eggs", line):
        return [("Eggs", int(match[1]) // 12)]
    count, name = line.split(" x ")
    return [(name, int(count))]


async def solve(player: Player) -> None:
    shopping_list = (await player.first("#list")).value
    items = [item for line in shopping_list.splitlines() for item in products_to_buy(line)]
    for name, count in items:
        if not count:
            continue
        await player.enter("#search", name, clear=True)
        x, y = await player.point(f'button[aria-label="Add {name}"]')
        clicks: list[Action] = [web.Click(x=x, y=y) for _ in range(count)]
        await player.act(*clicks)
    await player.click("#cart")
    total = (await player.first("#sum")).text
    await player.type("#total", total)
    await player.press("Enter")
