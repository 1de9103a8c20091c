"""Click³: press three buttons, one after another, within a time limit."""

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
# The key of `Table.episode` that counts the attempts begun.
_ATTEMPT = "attempt"


@dataclass(frozen=True)
class Puzzle:
    """The seed of the buttons' positions, and the time limit in seconds from the first press."""

    seed: int
    seconds: float


def puzzle(random: Random, seconds: float) -> Puzzle:
    return Puzzle(random.getrandbits(32), seconds)


def places(puzzle: Puzzle, attempt: int) -> list[tuple[int, int]]:
    """Return left and top of each button in the field; each is far from the one before.

    Args:
        attempt: The index, from 0; every attempt has different positions.
    """
    random = Random(f"{puzzle.seed}:{attempt}")
    chosen: list[tuple[int, int]] = []
    while len(chosen) < COUNT:
        x, y = (random.randrange(8, SIZE - BUTTON - 8) for _ in range(2))
        if not chosen or abs(x - chosen[-1][0]) + abs(y - chosen[-1][1]) > 160:
            chosen.append((x, y))
    return chosen


class Clicks(Play[Puzzle]):
    """Sends the position of a button only after the one before was pressed.

    After a failed attempt the buttons have new positions, even if the page is reloaded.
    """

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        self._heard = 0
        self._restart()
        return {"seconds": self.puzzle.seconds, "count": COUNT} | self._next()

    @message
    def press(self, stage: int) -> Reply:
        """Handle a press of the button while this stage, from 0, was shown."""
        if self.won:
            return self.win()
        if stage != self._stage:
            return self._next()  # The same button again, before the next one was shown.
        at = self._pressed()
        if self._stage and at - self._began > self.puzzle.seconds + self.SLACK:
            return self.late()
        if not self._stage:
            self._began = at
            self.evidence.episode[_ATTEMPT] += 1
        self._stage += 1
        return self.win() if self._stage == COUNT else self._next()

    @message
    def late(self) -> Reply:
        """The time is over: restart from the beginning."""
        self.timeouts += self._stage > 0
        self._restart()
        return {"late": True} | self._next()

    def _pressed(self) -> float:
        """Return the time of the last press on the button.

        Raises:
            Refused: If no press was recorded.
        """
        fresh, self._heard = self.evidence.inputs[self._heard :], len(self.evidence.inputs)
        presses = [one for one in fresh if one.target == "button" and one.kind in ("down", "key")]
        if not presses:
            raise Refused("no press on the button was recorded")
        return presses[-1].at

    def _restart(self) -> None:
        self._stage, self._began = 0, 0.0
        self._places = places(self.puzzle, self.evidence.episode.setdefault(_ATTEMPT, 0))

    def _next(self) -> Reply:
        x, y = self._places[self._stage]
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
    minimum_actions=lambda puzzle: COUNT,
    hidden=lambda puzzle: [tuple(at for place in places(puzzle, 0)[1:] for at in place)],
    timed=True,
)
