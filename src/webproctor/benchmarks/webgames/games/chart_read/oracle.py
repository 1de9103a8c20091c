"""Point at every time in turn and read the label."""

from webproctor.benchmarks.webgames.materials.chart import Frame
from webproctor.benchmarks.webgames.player import Player
from webproctor.core.actions import web


async def solve(player: Player) -> None:
    box = (await player.first("#chart")).box
    points = player.puzzle.level.points
    for _ in range(player.puzzle.level.rounds):
        values: list[tuple[float, str]] = []
        for n in range(points):
            x = box.x + Frame.LEFT + (box.width - Frame.LEFT) * (n + 0.5) / points
            await player.act(web.Hover(x=x, y=box.y + 100))
            time, price = [line.text for line in await player.see("#tip div")]
            values.append((float(price.removeprefix("$")), time))
        price, time = max(values)
        await player.choose("#time", time)
        await player.enter("#price", f"{price:.2f}")
