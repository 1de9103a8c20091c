"""The oracle: solves every game by its rules, as a skilled person would."""

from typing import Any

from webproctor.benchmarks.webgames import suite
from webproctor.benchmarks.webgames.play import Entry
from webproctor.benchmarks.webgames.player import Player
from webproctor.core import python_files
from webproctor.core.errors import UserError
from webproctor.core.recorder import EpisodeRecorder
from webproctor.core.tasks import Task


class Oracle:
    """Plays each family by its `oracle.py`: `async def solve(player: Player) -> None`."""

    async def run(self, task: Task, session: EpisodeRecorder) -> str | None:
        player = Player(session)
        await solver(player.entry)(player)
        return await player.password()


def solver(entry: Entry) -> Any:
    """Return the function `solve` of a variant's game.

    Raises:
        UserError: If the game has no oracle.
    """
    file = suite.folder(entry) / "oracle.py"
    if not file.is_file():
        raise UserError(f"{file}: file not found. Write an oracle, or use another --agent.")
    module = python_files.submodule(suite.package(entry), "oracle")
    solve = getattr(module, "solve", None)
    if not callable(solve):
        raise UserError(f"{file}: must define `async def solve(player)`.")
    return solve
