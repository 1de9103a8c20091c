"""Patience: load the page again, but not before some seconds have passed."""

from dataclasses import dataclass
from random import Random

from webproctor.benchmarks.webgames.play import Game, Play, Reply, Variant, message


@dataclass(frozen=True)
class Level:
    """The least and the most that a seed asks to wait, in seconds."""

    least: int
    most: int


def puzzle(random: Random, level: Level) -> int:
    return random.randint(level.least, level.most)


class Patience(Play[int]):
    """The server alone knows when the round began; each load is one step of it."""

    lasting = True

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        began = getattr(self, "_began", None)
        self._waited = began is not None and self.table.now() - began >= self.puzzle
        # A load too early ends the round; the next one begins another.
        self._began = self.table.now() if began is None else None
        self.timeouts += began is not None and not self._waited
        state = "began" if began is None else "waited" if self._waited else "early"
        return {"state": state, "seconds": self.puzzle}

    @message
    def claim(self) -> Reply:
        """The page was loaded again: has enough time passed?"""
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
    effort=lambda puzzle: 0,
    timed=True,
)
