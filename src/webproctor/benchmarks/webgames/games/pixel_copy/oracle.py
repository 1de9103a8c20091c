"""Looks at the picture where each cell lies, and clicks the cells that are black there."""

from webproctor.actions import web
from webproctor.benchmarks.webgames.player import Player


async def solve(player: Player) -> None:
    picture, pixels = (await player.one("#pattern")).box, await player.pixels()
    cells = await player.see(".cell")
    grid = (await player.one(".grid")).box
    right, down = picture.x - grid.x, picture.y - grid.y
    black = [
        cell.middle
        for cell in cells
        if pixels[int(cell.middle[1] + down), int(cell.middle[0] + right)].max() < 128
    ]
    await player.act(*(web.Click(x=x, y=y) for x, y in black))
