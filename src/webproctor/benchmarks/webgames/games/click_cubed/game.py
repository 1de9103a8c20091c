"""Click³: press three buttons, one after another, within a time limit.

The time limit starts at the first press. If it is missed, the player starts again, with buttons at
new positions.
"""

from dataclasses import dataclass
from itertools import chain
from random import Random

from webproctor.benchmarks.webgames.play import (
    SEED_BITS,
    Difficulty,
    Game,
    Play,
    Refused,
    Reply,
    Variant,
    message,
)

# Sides of the field and of a button, in pixels.
FIELD_SIZE, BUTTON_SIZE = 320, 64
BUTTONS = 3
# The key of `Evidence.episode` that counts the attempts in which the first button was pressed.
_ATTEMPTS = "attempts"


@dataclass(frozen=True)
class Puzzle:
    """The seed of the buttons' positions, and the time limit in seconds from the first press."""

    seed: int
    seconds: float


def puzzle(random: Random, seconds: float) -> Puzzle:
    return Puzzle(random.getrandbits(SEED_BITS), seconds)


def positions(puzzle: Puzzle, attempt: int) -> list[tuple[int, int]]:
    """Return left and top of each button in the field, in pixels; each is far from the one before.

    Args:
        attempt: Its index, from 0; every attempt has different positions.
    """
    random = Random(f"{puzzle.seed}:{attempt}")
    chosen: list[tuple[int, int]] = []
    while len(chosen) < BUTTONS:
        x, y = (random.randrange(8, FIELD_SIZE - BUTTON_SIZE - 8) for _ in range(2))
        if not chosen or abs(x - chosen[-1][0]) + abs(y - chosen[-1][1]) > 160:
            chosen.append((x, y))
    return chosen


class ClickCubed(Play[Puzzle]):
    """Sends the position of a button only after the previous one was pressed.

    After a failed attempt the buttons have new positions, even if the page is reloaded.
    """

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        self._inputs_read = 0
        self._restart()
        return {"seconds": self.puzzle.seconds} | self._current_button()

    @message
    def press(self, stage: int) -> Reply:
        """Handle a press of the button that was shown at this stage, from 0."""
        if self.won:
            return self.win()
        if stage != self._stage:
            # A second press on the same button, before the next one was shown.
            return self._current_button()
        pressed_at = self._last_press_time()
        if self._stage and pressed_at - self._first_press > self.puzzle.seconds + self.SLACK:
            return self.late()
        if not self._stage:
            self._first_press = pressed_at
            self.evidence.episode[_ATTEMPTS] += 1
        self._stage += 1
        return self.win() if self._stage == BUTTONS else self._current_button()

    @message
    def late(self) -> Reply:
        """Restart with the first button, since the time is up."""
        self.timeouts += self._stage > 0
        self._restart()
        return {"late": True} | self._current_button()

    def _last_press_time(self) -> float:
        """Return the time of the last press on the button, of the inputs not read before.

        Raises:
            Refused: If no press was recorded.
        """
        presses = [event for event in self.presses(self._inputs_read) if event.target == "button"]
        self._inputs_read = len(self.evidence.inputs)
        if not presses:
            raise Refused("no press on the button was recorded")
        return presses[-1].at

    def _restart(self) -> None:
        self._stage, self._first_press = 0, 0.0
        attempt = self.evidence.episode.setdefault(_ATTEMPTS, 0)
        self._positions = positions(self.puzzle, attempt)

    def _current_button(self) -> Reply:
        x, y = self._positions[self._stage]
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
    play=ClickCubed,
    minimum_actions=lambda puzzle: BUTTONS,
    hidden=lambda puzzle: [tuple(chain.from_iterable(positions(puzzle, 0)[1:]))],
    timed=True,
)
