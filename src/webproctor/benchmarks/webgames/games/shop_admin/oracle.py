"""Find the product with the search, open it, and calculate the new price."""

import re

from webproctor.benchmarks.webgames.player import Player


async def solve(player: Player) -> None:
    request = (await player.first(".request")).text
    [name] = re.findall("“(.+)”", request)
    if await player.see("#search"):
        await player.type("#search", name)
    await player.click(f'a[aria-label="Edit {name}"]')
    price = float((await player.first("#price")).value)
    if discount := re.search(r"Take (\d+) %", request):
        price = round(round(100 * price) * (100 - int(discount[1])) / 100) / 100
    elif new_price := re.search(r"to ([\d.]+)\.$", request):
        price = float(new_price[1])
    await player.enter("#price", f"{price:.2f}", clear=True)
