"""WebGames for people: the games in their own browser, and a field for the password."""

from collections.abc import Sequence
from typing import Any

from webproctor.benchmarks.people import (
    REPORTED,
    ForPeople,
    PageAttempt,
    Recorded,
    Submit,
    steps_of,
    without_sound,
)
from webproctor.benchmarks.webgames import suite
from webproctor.benchmarks.webgames.benchmark import WebGames, new_salt
from webproctor.benchmarks.webgames.game_session import GameSession
from webproctor.benchmarks.webgames.host import Host
from webproctor.benchmarks.webgames.original import OriginalSite
from webproctor.core.errors import UserError
from webproctor.core.tasks import Task

_PRACTICE = "otp-entry-easy"
_INSTRUCTIONS = (
    "Each task is a small game in a separate window. When you have solved it, the game shows a "
    "password. Enter that password here: you can answer once.",
    "Use your mouse and keyboard. Do not use the developer tools of the browser, other programs, "
    "or help by other people, unless the game asks for it.",
)


class GameAttempt(PageAttempt):
    """An attempt at a game. Its state is only in this process: it is lost when the process ends.

    Attributes:
        game_session: The server-side state of the game.
    """

    lasts = False
    asks = "Password"

    def __init__(self, task: Task, game_session: GameSession) -> None:
        self.task = task
        self.game_session = game_session
        host = Host()
        self.start = host.add(game_session)
        self.app = host.application()

    async def recorded(self, answers: Sequence[Any], *, finished: bool) -> Recorded:
        game_session = self.game_session
        evidence = game_session.evidence() | {"inputs": REPORTED}
        answer = str(answers[-1]) if finished and answers else None
        return Recorded(steps_of(game_session.inputs), evidence, answer)


def for_people(benchmark: WebGames | OriginalSite, *, sound: bool = False) -> ForPeople:
    """Return the settings with which people play a selection of games.

    Raises:
        UserError: If the games are those of a deployment, or have a virtual clock.
    """
    without_sound(benchmark.name, sound)
    if isinstance(benchmark, OriginalSite):
        raise UserError("people cannot play the games of a deployment: remove --site.")
    if benchmark.clock == "virtual":
        raise UserError("people play in real time: remove --clock virtual.")
    entries = {entry.variant.id: entry for entry in benchmark.entries}

    def attempt(task: Task, submit: Submit) -> GameAttempt:
        entry, seed = entries[str(task.tags["game"])], int(task.tags["seed"])
        game_session = GameSession(
            entry, seed, salt=benchmark.salt, appearance=benchmark.appearance
        )
        return GameAttempt(task, game_session)

    def practice(submit: Submit) -> GameAttempt:
        entry = suite.entries()[_PRACTICE]
        # With a different salt, its puzzle is not one of the tasks.
        game_session = GameSession(entry, 0, salt=new_salt(), appearance=benchmark.appearance)
        return GameAttempt(WebGames([entry]).tasks()[0], game_session)

    condition = {"inputs": REPORTED, "steps": "no limit", "window": "1280 x 720 at first"}
    return ForPeople(_INSTRUCTIONS, condition, attempt, practice)
