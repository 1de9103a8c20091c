"""Locate cars and frog, plan a path, and hop once per beat onto cells that stay free."""

from webproctor.benchmarks.webgames.games.frog_crossing.game import Cell, Puzzle, way
from webproctor.benchmarks.webgames.player import OracleError, Player, VisibleElement
from webproctor.core.actions import web


async def solve(player: Player) -> None:
    level = player.puzzle.level
    for _ in range(20):
        cars, frog = await _at_beat(player)
        began = player.now()
        here = Puzzle(level, tuple(tuple(c for r, c in cars if r == row) for row in level.lanes))
        for beat, key in enumerate(way(here, 0, frog) or []):
            # A little after the cars have moved, so that the key falls into this beat.
            due = began + (beat + 0.3) * level.beat
            hop = [web.Press(keys=key)] if key else []
            await player.act(web.Wait(seconds=max(0, due - player.now())), *hop)
        if await player.password():
            return
        await player.act(web.Reload())
    raise OracleError("the frog did not cross the road in 20 tries")


async def _look(player: Player) -> tuple[set[Cell], Cell]:
    """Return the cells of the cars and of the frog, as (row, column)."""
    corner = (await player.one(".cell")).box

    def cell(one: VisibleElement) -> Cell:
        x, y = one.centre
        return int((y - corner.y) // corner.height), int((x - corner.x) // corner.width)

    cars = {cell(one) for one in await player.see(".car")}
    return cars, cell(await player.one(".frog"))


async def _at_beat(player: Player) -> tuple[set[Cell], Cell]:
    """Wait until the cars have moved, and return the cells of the cars and of the frog."""
    before = await _look(player)

    async def moved() -> tuple[set[Cell], Cell] | None:
        now = await _look(player)
        return now if now != before else None

    return await player.until(moved, step=player.puzzle.level.beat / 8)
