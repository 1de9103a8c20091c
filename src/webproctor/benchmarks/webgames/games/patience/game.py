"""Patience: reload the page, but only after several seconds."""

from dataclasses import dataclass
from random import Random

from webproctor.benchmarks.webgames.play import Game, Play, Reply, Variant, message


@dataclass(frozen=True)
class Level:
    """The range of the waiting time, in seconds."""

    least: int
    most: int


def puzzle(random: Random, level: Level) -> int:
    return random.randint(level.least, level.most)


class Patience(Play[int]):
    """Measures the waiting time on the server; loads alternately begin and end a round."""

    lasting = True

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        began = getattr(self, "_began", None)
        self._waited = began is not None and self.evidence.now() - began >= self.puzzle
        # A load that is too early ends the round; the next load begins a new one.
        self._began = self.evidence.now() if began is None else None
        self.timeouts += began is not None and not self._waited
        state = "began" if began is None else "waited" if self._waited else "early"
        return {"state": state, "seconds": self.puzzle}

    @message
    def claim(self) -> Reply:
        """Check after a reload whether enough time has passed."""
        return self.win() if self._waited else {"early": True}


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
