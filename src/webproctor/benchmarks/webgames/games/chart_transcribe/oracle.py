"""Point at every group of bars, read the label, and type the lines."""

from webproctor.benchmarks.webgames.player import Player
from webproctor.core.actions import web


async def solve(player: Player) -> None:
    box = (await player.one("#chart")).box
    many = len(player.puzzle.bars)
    lines: list[str] = []
    for n in range(many):
        x = box.x + 56 + (box.width - 56) * (n + 0.5) / many
        await player.act(web.Hover(x=x, y=box.y + 100))
        time, primary, secondary = [one.text for one in await player.see("#tip div")]
        lines.append(f"{time},{primary.split()[1]},{secondary.split()[1]}")
    await player.type("#lines", "\n".join(lines))
    await player.click("form button")
