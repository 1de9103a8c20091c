"""Point at every group of bars, read the label, and type the lines."""

from webproctor.benchmarks.webgames.materials.chart import Frame
from webproctor.benchmarks.webgames.player import Player
from webproctor.core.actions import web


async def solve(player: Player) -> None:
    box = (await player.first("#chart")).box
    groups = len(player.puzzle.bars)
    lines: list[str] = []
    for n in range(groups):
        x = box.x + Frame.LEFT + (box.width - Frame.LEFT) * (n + 0.5) / groups
        await player.act(web.Hover(x=x, y=box.y + 100))
        time, primary, secondary = [line.text for line in await player.see("#tip div")]
        lines.append(f"{time},{primary.split()[1]},{secondary.split()[1]}")
    await player.type("#lines", "\n".join(lines))
    await player.click("form button")
