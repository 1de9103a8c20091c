"""Read the map's position from its labels, and drag it over where the treasure may be."""

import re
from math import ceil

from webproctor.benchmarks.webgames.player import Player, Point
from webproctor.core.actions import web

# Share of the view's size that one drag covers.
REACH = 0.9
# Distance between the lines on which the scanner sweeps the map, as a share of its radius.
PITCH = 1.6
# The treasure is not nearer to the map's edge than this, in pixels.
EDGE = 150


async def solve(player: Player) -> None:
    hint = (await player.one(".hint")).text
    if numbers := [int(one) for one in re.findall(r"\d+", hint)]:
        left, right, top, bottom = numbers
        await pan(player, ((left + right) / 2, (top + bottom) / 2))
        return
    half = (await player.one(".map")).box.width / 2
    radius = (await player.one(".scanner")).box.width / 2
    left = half if "east" in hint else EDGE
    top = half if "south" in hint else EDGE
    right, bottom = left + half - EDGE, top + half - EDGE
    rows = ceil((bottom - top) / (PITCH * radius)) + 1
    for n in range(rows):
        y = top + (bottom - top) * n / (rows - 1)
        for x in (left, right) if n % 2 == 0 else (right, left):
            await pan(player, (x, y))
            if await player.see("#password"):
                return


async def scanner(player: Player) -> Point:
    """Return the point of the map that is at the center of the view."""
    label = await player.one(".label")
    x, y = (int(one) for one in label.text.split(", "))
    across, down = (await player.one(".area")).centre
    return x + across - label.box.x, y + down - label.box.y


async def pan(player: Player, goal: Point) -> None:
    """Move a point of the map under the scanner, with as many drags as necessary."""
    x, y = await scanner(player)
    area = await player.one(".area")
    right, down = x - goal[0], y - goal[1]
    times = ceil(max(abs(right) / area.box.width, abs(down) / area.box.height) / REACH)
    right, down = right / times, down / times
    across, below = area.centre
    one = web.Drag(
        x=across - right / 2,
        y=below - down / 2,
        to_x=across + right / 2,
        to_y=below + down / 2,
    )
    await player.act(*[one] * times)
