"""Read the map's position from its labels, and drag it to where the treasure may be."""

import re
from itertools import pairwise
from math import ceil

import numpy as np

from webproctor.benchmarks.webgames.games.map_panner.game import WARMTH
from webproctor.benchmarks.webgames.player import Player, Point
from webproctor.core.actions import web

# Grid spacing of the candidate points, in pixels.
GRAIN = 20
# Share of the view's size that one drag covers.
REACH = 0.9


async def solve(player: Player) -> None:
    hint = (await player.one(".hint")).text
    if numbers := [int(one) for one in re.findall(r"\d+", hint)]:
        left, right, top, bottom = numbers
        await pan(player, ((left + right) / 2, (top + bottom) / 2))
        return
    # All candidate points for the treasure: each text of the scanner limits them to a ring.
    side = (await player.one(".map")).box.width
    radius = (await player.one(".scanner")).box.width / 2
    axis = np.arange(0, side + 1, GRAIN)
    places = np.stack(np.meshgrid(axis, axis), axis=-1).reshape(-1, 2)
    rings = {word: (low, high) for (low, _), (high, word) in pairwise(((0, ""), *WARMTH))}
    while not await player.see("#password"):
        low, high = rings[(await player.one(".hint")).text.rstrip(".")]
        far = np.hypot(*(places - await scanner(player)).T)
        places = places[(far > max(low, radius) - GRAIN) & (far < high + GRAIN)]
        # The candidate nearest to their mean: the mean itself may lie outside the ring.
        x, y = places[np.hypot(*(places - places.mean(axis=0)).T).argmin()]
        await pan(player, (float(x), float(y)))


async def scanner(player: Player) -> Point:
    """Return the point of the map that is at the center of the view."""
    label = await player.one(".label")
    x, y = (int(one) for one in label.text.split(", "))
    across, down = (await player.one(".area")).middle
    return x + across - label.box.x, y + down - label.box.y


async def pan(player: Player, goal: Point) -> None:
    """Move a point of the map under the scanner, with as many drags as necessary."""
    x, y = await scanner(player)
    area = await player.one(".area")
    right, down = x - goal[0], y - goal[1]
    times = ceil(max(abs(right) / area.box.width, abs(down) / area.box.height) / REACH)
    right, down = right / times, down / times
    across, below = area.middle
    one = web.Drag(
        x=across - right / 2,
        y=below - down / 2,
        to_x=across + right / 2,
        to_y=below + down / 2,
    )
    await player.act(*[one] * times)
