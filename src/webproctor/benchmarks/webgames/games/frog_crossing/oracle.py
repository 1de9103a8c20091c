"""Locate cars and frog, plan a path, and hop once per beat onto cells that stay free."""

from webproctor.benchmarks.webgames.games.frog_crossing.game import Cell, Puzzle, find_path
from webproctor.benchmarks.webgames.player import OracleError, Player, VisibleElement
from webproctor.core.actions import web


async def solve(player: Player) -> None:
    level = player.puzzle.level
    for _ in range(20):
        cars, frog = await _wait_for_beat(player)
        began = player.now()
        lanes = tuple(tuple(c for r, c in cars if r == row) for row in level.lanes)
        for beat, key in enumerate(find_path(Puzzle(level, lanes), 0, frog) or []):
            # Well after the cars have moved, so that the key press is in this beat.
            due = began + (beat + 0.3) * level.beat
            hop = [web.Press(keys=key)] if key else []
            await player.act(web.Wait(seconds=max(0, due - player.now())), *hop)
        if await player.password():
            return
        await player.act(web.Reload())
    raise OracleError("the frog did not cross the road in 20 tries")


async def _read_cells(player: Player) -> tuple[set[Cell], Cell]:
    """Return the cells of the cars and of the frog, as (row, column)."""
    first = (await player.first(".cell")).box

    def cell(element: VisibleElement) -> Cell:
        x, y = element.centre
        return int((y - first.y) // first.height), int((x - first.x) // first.width)

    cars = {cell(car) for car in await player.see(".car")}
    return cars, cell(await player.first(".frog"))


async def _wait_for_beat(player: Player) -> tuple[set[Cell], Cell]:
    """Wait until the cars have moved, and return the cells of the cars and of the frog."""
    before = await _read_cells(player)

    async def moved() -> tuple[set[Cell], Cell] | None:
        now = await _read_cells(player)
        return now if now != before else None

    return await player.until(moved, step=player.puzzle.level.beat / 8)
