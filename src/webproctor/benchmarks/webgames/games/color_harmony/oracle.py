"""Looks at the target's pixels and steps each slider there by the arrow keys."""

from webproctor.actions import Action, web
from webproctor.benchmarks.webgames.player import Player


async def solve(player: Player) -> None:
    x, y = await player.point("#target")
    target = [int(value) for value in (await player.pixels())[int(y), int(x)]]
    sliders = [one for one in await player.see("input[type=range]") if not one.disabled]
    actions: list[Action] = []
    for slider, wanted in zip(sliders, target, strict=False):
        steps = wanted - int(slider.value)
        if not actions:
            x, y = slider.middle
            actions.append(web.Click(x=x, y=y))
        else:
            actions.append(web.Press(keys="Tab"))
        if steps:
            key = "ArrowUp" if steps > 0 else "ArrowDown"
            actions.append(web.Press(keys=key, times=abs(steps)))
    await player.act(*actions)
