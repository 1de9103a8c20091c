"""Measures how far each box is from its outline, and steps its slider there by the arrow keys."""

from webproctor.actions import Action, web
from webproctor.benchmarks.webgames.player import Player

STEP = 2.4  # Pixels that a box moves at a step of its slider.


async def solve(player: Player) -> None:
    sliders, boxes = await player.see(".sliders input"), await player.see(".box")
    outlines = await player.see(".outline")
    actions: list[Action] = []
    for slider, box, outline in zip(sliders, boxes, outlines, strict=True):
        steps = round((box.box.y - outline.box.y) / STEP)
        if actions:
            actions.append(web.Press(keys="Tab"))
        else:
            # Into the thumb, in the middle of the slider: the value stays as it is.
            x, y = slider.middle
            actions.append(web.Click(x=x, y=y))
        actions.append(web.Press(keys="ArrowUp" if steps > 0 else "ArrowDown", times=abs(steps)))
    await player.act(*actions)
