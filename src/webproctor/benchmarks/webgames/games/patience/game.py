"""Patience: reload the page, but only after several seconds.

The server measures the time between two loads of the page.
"""

from dataclasses import dataclass
from random import Random

from webproctor.benchmarks.webgames.play import Game, Play, Reply, Variant, message


@dataclass(frozen=True)
class Level:
    """The range of the waiting time, in seconds."""

    minimum: int
    maximum: int


def puzzle(random: Random, level: Level) -> int:
    return random.randint(level.minimum, level.maximum)


class Patience(Play[int]):
    """Measures the waiting time on the server; loads alternately start and end a round."""

    persistent = True
    # When the current round started, in seconds; None if there is none.
    _started_at: float | None = None
    _waited_long_enough = False

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        started_at, now = self._started_at, self.evidence.now()
        if started_at is None:
            self._started_at, self._waited_long_enough = now, False
            return {"state": "started", "seconds": self.puzzle}
        # This load ends the round; if it is too early, the next load starts a new one.
        self._started_at, self._waited_long_enough = None, now - started_at >= self.puzzle
        self.timeouts += not self._waited_long_enough
        state = "waited" if self._waited_long_enough else "early"
        return {"state": state, "seconds": self.puzzle}

    @message
    def claim(self) -> Reply:
        """Check whether the last reload was late enough."""
        return self.win() if self._waited_long_enough else {"early": True}


_GOAL = "Wait as many seconds as the page says without touching it, then reload it."

GAME = Game(
    family="patience",
    icon="⏳",
    skills=("waiting", "navigation"),
    variants={
        "easy": Variant("patience-easy", "Patience (Easy)", _GOAL, "easy", Level(4, 6)),
        "base": Variant("patience", "Patience", _GOAL, "medium", Level(9, 12)),
        "hard": Variant("patience-hard", "Patience (Hard)", _GOAL, "hard", Level(18, 22)),
    },
    puzzle=puzzle,
    play=Patience,
    minimum_actions=lambda puzzle: 0,
    timed=True,
)
