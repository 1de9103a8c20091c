"""Read the target's colour from its pixels and click each slider at its value."""

from webproctor.benchmarks.webgames.player import Player
from webproctor.core.actions import Action, web


async def solve(player: Player) -> None:
    for _ in range(player.puzzle.level.rounds):
        await _mix_colour(player)


async def _mix_colour(player: Player) -> None:
    x, y = await player.point("#target")
    target = [int(value) for value in (await player.pixels())[int(y), int(x)]]
    sliders = [slider for slider in await player.see("input[type=range]") if not slider.disabled]
    clicks: list[Action] = []
    for slider, value in zip(sliders, target, strict=False):
        x, y = slider.slider_point(value / 255)
        clicks.append(web.Click(x=x, y=y))
    x, y = await player.point("#check")
    await player.act(*clicks, web.Click(x=x, y=y))
