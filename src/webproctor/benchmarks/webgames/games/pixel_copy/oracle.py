"""Look at each cell's position in the image, and click the cells that are black there."""

from webproctor.benchmarks.webgames.player import Player
from webproctor.core.actions import web


async def solve(player: Player) -> None:
    for _ in range(player.puzzle.level.rounds):
        await _solve_round(player)


async def _solve_round(player: Player) -> None:
    image, pixels = (await player.first("#pattern")).box, await player.pixels()
    cells = await player.see(".cell")
    grid = (await player.first(".grid")).box
    dx, dy = image.x - grid.x, image.y - grid.y
    black_cells = [
        cell.centre
        for cell in cells
        if pixels[int(cell.centre[1] + dy), int(cell.centre[0] + dx)].max() < 128
    ]
    await player.act(*(web.Click(x=x, y=y) for x, y in black_cells))
