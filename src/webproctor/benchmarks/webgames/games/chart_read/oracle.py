"""Point at every time in turn and read the label."""

from webproctor.benchmarks.webgames.player import Player
from webproctor.core.actions import web


async def solve(player: Player) -> None:
    box = (await player.one("#chart")).box
    many = player.puzzle.level.points
    for _ in range(player.puzzle.level.rounds):
        read: list[tuple[float, str]] = []
        for n in range(many):
            x = box.x + 56 + (box.width - 56) * (n + 0.5) / many
            await player.act(web.Hover(x=x, y=box.y + 100))
            time, price = [one.text for one in await player.see("#tip div")]
            read.append((float(price.removeprefix("$")), time))
        price, time = max(read)
        await player.choose("#time", time)
        x, y = await player.point("#price")
        await player.act(web.Type(x=x, y=y, text=f"{price:.2f}"), web.Press(keys="Enter"))
