"""Read the target's colour from its pixels and set each slider with the arrow keys."""

from webproctor.benchmarks.webgames.player import Player
from webproctor.core.actions import Action, web


async def solve(player: Player) -> None:
    for _ in range(player.puzzle.level.rounds):
        await _round(player)


async def _round(player: Player) -> None:
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
    x, y = await player.point("#check")
    await player.act(*actions, web.Click(x=x, y=y))
