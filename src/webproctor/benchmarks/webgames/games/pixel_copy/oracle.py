"""Look at each cell's position in the image, and click the cells that are black there."""

from webproctor.benchmarks.webgames.player import Player
from webproctor.core.actions import web


async def solve(player: Player) -> None:
    for _ in range(player.puzzle.level.rounds):
        await _round(player)


async def _round(player: Player) -> None:
    picture, pixels = (await player.one("#pattern")).box, await player.pixels()
    cells = await player.see(".cell")
    grid = (await player.one(".grid")).box
    right, down = picture.x - grid.x, picture.y - grid.y
    black = [
        cell.centre
        for cell in cells
        if pixels[int(cell.centre[1] + down), int(cell.centre[0] + right)].max() < 128
    ]
    await player.act(*(web.Click(x=x, y=y) for x, y in black))
