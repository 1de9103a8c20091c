"""Bullseye: click a target that slides back and forth, faster after every hit.

A hit is judged by the time and position of the recorded press.
"""

from dataclasses import dataclass
from random import Random

from webproctor.benchmarks.webgames.play import Game, Play, Refused, Reply, Variant, message
from webproctor.environments.browser.witness import Input

# The target's centre moves between these shares of the arena's width.
LEFT_END, RIGHT_END = 0.05, 0.95
# The arena's size in pixels.
WIDTH, HEIGHT = 860, 320


@dataclass(frozen=True)
class Level:
    """The parameters of a variant.

    Attributes:
        hits: Number of hits that win.
        speed: Initial speed, in pixels per second.
        factor: The speed is multiplied by this after every hit.
        size: Diameter of the target, in pixels.
    """

    hits: int
    speed: float
    factor: float
    size: int


@dataclass(frozen=True)
class Puzzle:
    """The initial phase: 0 at the left end, 1 at the right end, 2 at the left end again."""

    level: Level
    phase: float


def puzzle(random: Random, level: Level) -> Puzzle:
    return Puzzle(level, random.uniform(0, 2))


def target_x(phase: float) -> float:
    """Return the x coordinate of the target's centre, in pixels from the arena's left edge."""
    phase %= 2
    position = phase if phase <= 1 else 2 - phase
    return WIDTH * (LEFT_END + (RIGHT_END - LEFT_END) * position)


class Bullseye(Play[Puzzle]):
    """Judges hits by the recorded presses."""

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        level = self.puzzle.level
        self._hits = 0
        self._inputs_read = 0
        # The phase at the time of the last hit, and the speed since then.
        self._phase, self._last_hit = self.puzzle.phase, 0.0
        self._speed = level.speed
        return {"size": level.size, "hits": level.hits, "width": WIDTH, "height": HEIGHT} | (
            self._motion()
        )

    @message
    def hit(self, x: float, y: float) -> Reply:
        """Judge a press at this point of the arena, in pixels."""
        press = self._next_press()
        phase = (self._phase + self._rate() * (press.at - self._last_hit)) % 2
        reach = self.puzzle.level.size / 2 + self._speed * self.SLACK
        on_target = abs(x - target_x(phase)) <= reach and abs(y - HEIGHT / 2) <= reach
        if press.at < self._last_hit or not on_target:
            return {"missed": True} | self._motion()
        self._hits += 1
        self._phase, self._last_hit = phase, press.at
        self._speed *= self.puzzle.level.factor
        return self._motion() | (self.win() if self._hits == self.puzzle.level.hits else {})

    def _next_press(self) -> Input:
        """Return the next press on the target; there is one message per press, in order.

        Raises:
            Refused: If no further press on the target was recorded.
        """
        for event in self.evidence.inputs[self._inputs_read :]:
            self._inputs_read += 1
            if event.kind == "down" and event.target == "target":
                return event
        raise Refused("no press on the target was recorded")

    def _rate(self) -> float:
        """Return the change of the phase per second."""
        return self._speed / (WIDTH * (RIGHT_END - LEFT_END))

    def _motion(self) -> Reply:
        return {
            "done": self._hits,
            "phase": self._phase,
            "last_hit": self._last_hit,
            "rate": self._rate(),
        }


def _goal(hits: int) -> str:
    return (
        f"Hit the moving target{'' if hits == 1 else f' {hits} times: it gets faster each time'}."
    )


GAME = Game(
    family="bullseye",
    icon="🎯",
    skills=("mouse", "timing"),
    variants={
        "easy": Variant("bullseye-easy", "Bullseye (Easy)", _goal(1), "easy", Level(1, 100, 1, 48)),
        "base": Variant("bullseye", "Bullseye", _goal(3), "hard", Level(3, 150, 1.1, 48)),
        "hard": Variant(
            "bullseye-hard", "Bullseye (Hard)", _goal(4), "hard", Level(4, 250, 1.25, 40)
        ),
    },
    puzzle=puzzle,
    play=Bullseye,
    minimum_actions=lambda puzzle: puzzle.level.hits,
    timed=True,
)
