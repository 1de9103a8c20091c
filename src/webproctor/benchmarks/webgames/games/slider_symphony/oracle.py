"""Measure each box's distance from its outline, and click its slider there."""

import numpy as np

from webproctor.benchmarks.webgames.games.slider_symphony.game import BOX
from webproctor.benchmarks.webgames.player import Player, VisibleElement
from webproctor.core.actions import Action, web

STEP = 2.4  # Pixels that a box moves per step of its slider.


async def solve(player: Player) -> None:
    for _ in range(player.puzzle.level.rounds):
        await _solve_round(player)


async def _solve_round(player: Player) -> None:
    sliders, boxes = await player.see(".sliders input"), await player.see(".box")
    actions: list[Action] = []
    for slider, box in zip(sliders, boxes, strict=True):
        steps = (box.box.y - await _outline_top(player, box)) / STEP
        x, y = slider.slider_point((int(slider.value) + steps) / 100)
        actions.append(web.Click(x=x, y=y))
    x, y = await player.point("#check")
    await player.act(*actions, web.Click(x=x, y=y))


async def _outline_top(player: Player, box: VisibleElement) -> float:
    """Return the y coordinate of the outline in a box's lane, in pixels of the viewport.

    The dashes are dark, the box is not.
    """
    board = (await player.first("#outlines")).box
    pixels = await player.pixels(box.box.x, board.y, BOX, board.height)
    rows = np.flatnonzero((pixels.max(axis=2) < 100).sum(axis=1) > BOX / 4)
    # The box may cover a part of the outline: use the edge of the outline outside of the box.
    outline_is_above = board.y + rows[0] < box.box.y
    return board.y + (rows[0] if outline_is_above else rows[-1] + 1 - BOX)
