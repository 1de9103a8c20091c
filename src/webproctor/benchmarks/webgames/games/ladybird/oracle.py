"""Reads walls, bird and flower off the map, and enters the shortest way."""

from webproctor.actions import Action, web
from webproctor.benchmarks.webgames.games.ladybird.game import MOVES, distances
from webproctor.benchmarks.webgames.player import Player

_KEYS = {"up": "ArrowUp", "down": "ArrowDown", "left": "ArrowLeft", "right": "ArrowRight"}


async def solve(player: Player) -> None:
    cells = await player.see(".cell")
    size = round(len(cells) ** 0.5)
    walls = {divmod(n, size) for n, cell in enumerate(cells) if sum(cell.rgb) < 400}
    start, flower = (
        divmod(next(n for n, cell in enumerate(cells) if cell.text == sign), size)
        for sign in ("🐞", "🌸")
    )
    far = distances(size, walls, flower)
    actions: list[Action] = []
    while start != flower:
        for move, (row, column) in MOVES.items():
            then = start[0] + row, start[1] + column
            if far.get(then) == far[start] - 1:
                actions.append(web.Press(keys=_KEYS[move]))
                start = then
                break
    x, y = await player.point("#go")
    await player.act(*actions, web.Click(x=x, y=y))
