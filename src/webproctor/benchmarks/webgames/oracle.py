"""The oracle: solves every game by the rules, as a skilled person would."""

from importlib import import_module

from webproctor.benchmarks.webgames import suite
from webproctor.benchmarks.webgames.player import Player
from webproctor.episodes import RecordedSession
from webproctor.tasks import Task


class Oracle:
    """Plays each family by its `oracle.py`: `async def solve(player: Player) -> None`."""

    async def run(self, task: Task, session: RecordedSession) -> str | None:
        entry = suite.entry(str(task.tags["game"]))
        folder = suite.folder(entry.game.family)
        solve = import_module(f"{suite.package(folder)}.oracle").solve
        player = Player(session, entry, entry.puzzle(int(task.tags["seed"])))
        await solve(player)
        return await player.password()
