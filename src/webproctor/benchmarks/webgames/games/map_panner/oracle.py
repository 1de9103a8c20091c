"""Read the map's position from its labels, and drag it over where the treasure may be."""

import re
from math import ceil

from webproctor.benchmarks.webgames.player import Player, Point
from webproctor.core.actions import web

# Maximum length of one drag, as a share of the view's size.
MAX_DRAG = 0.9
# Distance between the lines on which the scanner sweeps the map, as a share of its radius.
LINE_DISTANCE = 1.6
# The treasure is not nearer to the map's edge than this, in pixels.
EDGE = 150


async def solve(player: Player) -> None:
    hint = (await player.first(".hint")).text
    if numbers := [int(number) for number in re.findall(r"\d+", hint)]:
        left, right, top, bottom = numbers
        await pan(player, ((left + right) / 2, (top + bottom) / 2))
        return
    half = (await player.first(".map")).box.width / 2
    radius = (await player.first(".scanner")).box.width / 2
    left = half if "east" in hint else EDGE
    top = half if "south" in hint else EDGE
    right, bottom = left + half - EDGE, top + half - EDGE
    rows = ceil((bottom - top) / (LINE_DISTANCE * radius)) + 1
    for n in range(rows):
        y = top + (bottom - top) * n / (rows - 1)
        for x in (left, right) if n % 2 == 0 else (right, left):
            await pan(player, (x, y))
            if await player.see("#password"):
                return


async def position(player: Player) -> Point:
    """Return the point of the map in the centre of the view."""
    label = await player.first(".label")
    x, y = (int(number) for number in label.text.split(", "))
    centre_x, centre_y = (await player.first(".area")).centre
    return x + centre_x - label.box.x, y + centre_y - label.box.y


async def pan(player: Player, goal: Point) -> None:
    """Move a point of the map to the centre of the view, with as many drags as necessary."""
    x, y = await position(player)
    area = await player.first(".area")
    right, down = x - goal[0], y - goal[1]
    count = ceil(max(abs(right) / area.box.width, abs(down) / area.box.height) / MAX_DRAG)
    right, down = right / count, down / count
    x, y = area.centre
    drag = web.Drag(
        x=x - right / 2,
        y=y - down / 2,
        to_x=x + right / 2,
        to_y=y + down / 2,
    )
    await player.act(*[drag] * count)
