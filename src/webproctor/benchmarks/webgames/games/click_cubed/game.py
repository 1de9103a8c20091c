"""Click³: three buttons, one after another, before the time is over."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from webproctor.benchmarks.webgames.play import (
    Difficulty,
    Game,
    Play,
    Refused,
    Reply,
    Variant,
    message,
)

SIZE, BUTTON, COUNT = 320, 64, 3


@dataclass(frozen=True)
class Puzzle:
    """Left and top of each button in the field, and the seconds from the first press on."""

    places: Sequence[tuple[int, int]]
    seconds: float


def puzzle(random: Random, seconds: float) -> Puzzle:
    """Each button lies well away from the one before."""
    places: list[tuple[int, int]] = []
    while len(places) < COUNT:
        x, y = (random.randrange(8, SIZE - BUTTON - 8) for _ in range(2))
        if not places or abs(x - places[-1][0]) + abs(y - places[-1][1]) > 160:
            places.append((x, y))
    return Puzzle(tuple(places), seconds)


class Clicks(Play[Puzzle]):
    """Where the next button is, is told only when the one before has been pressed."""

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        self._stage, self._began = 0, 0.0
        return {"seconds": self.puzzle.seconds, "count": COUNT} | self._next()

    @message
    def press(self) -> Reply:
        """The button that is shown was pressed."""
        presses = [one for one in self.table.inputs if one.target == "button"]
        last = next((one for one in reversed(presses) if one.kind in ("down", "key")), None)
        if last is None or self.won:
            raise Refused("no press on the button was seen")
        if self._stage and last.at - self._began > self.puzzle.seconds + self.SLACK:
            return self.late()
        if not self._stage:
            self._began = last.at
        self._stage += 1
        return self.win() if self._stage == COUNT else self._next()

    @message
    def late(self) -> Reply:
        """The time is over: from the beginning."""
        self.timeouts += self._stage > 0
        self._stage = 0
        return {"late": True} | self._next()

    def _next(self) -> Reply:
        x, y = self.puzzle.places[self._stage]
        return {"stage": self._stage, "x": x, "y": y}


def _variant(id: str, suffix: str, difficulty: Difficulty, seconds: float) -> Variant[float]:
    goal = f"Press three buttons as they appear, within {seconds:g} seconds of the first press."
    return Variant(id, f"Click³{suffix}", goal, difficulty, seconds)


GAME = Game(
    family="click-cubed",
    icon="🧊",
    skills=("mouse", "timing"),
    variants={
        "easy": _variant("click-cubed-easy", " (Easy)", "easy", 10),
        "base": _variant("click-cubed", "", "medium", 5),
        "hard": _variant("click-cubed-hard", " (Hard)", "hard", 3),
    },
    puzzle=puzzle,
    play=Clicks,
    effort=lambda puzzle: COUNT,
    timed=True,
)
