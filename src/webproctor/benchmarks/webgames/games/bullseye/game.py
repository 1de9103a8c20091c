"""Bullseye: hit a target that slides back and forth, faster after every hit."""

from dataclasses import dataclass
from random import Random

from webproctor.benchmarks.webgames.play import Game, Play, Refused, Reply, Variant, message
from webproctor.environments.browser.witness import Input

# The target's center moves between these shares of the arena's width.
LOW, HIGH = 0.05, 0.95
WIDTH, HEIGHT = 860, 320


@dataclass(frozen=True)
class Level:
    """The speed in pixels per second, and its increase after a hit."""

    hits: int
    speed: float
    factor: float
    size: int


@dataclass(frozen=True)
class Puzzle:
    """The target's phase: 0 at the left end, 1 at the right end, 2 at the left end again."""

    level: Level
    phase: float


def puzzle(random: Random, level: Level) -> Puzzle:
    return Puzzle(level, random.uniform(0, 2))


def across(phase: float) -> float:
    """Return the x coordinate of the target's center, in pixels from the arena's left edge."""
    way = phase % 2
    return WIDTH * (LOW + (HIGH - LOW) * (way if way <= 1 else 2 - way))


class Bullseye(Play[Puzzle]):
    """Judges hits by time and position of the recorded press, not by the page's report."""

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        level = self.puzzle.level
        self._hits, self._since, self._heard = 0, 0.0, 0
        self._phase, self._speed = self.puzzle.phase, level.speed
        return {"size": level.size, "hits": level.hits, "width": WIDTH, "height": HEIGHT} | (
            self._motion()
        )

    @message
    def hit(self, x: float, y: float) -> Reply:
        """Judge a press at this point of the arena."""
        press = self._press()
        at = self._at(press.at)
        reach = self.puzzle.level.size / 2 + self._speed * self.SLACK
        if press.at < self._since or abs(x - across(at)) > reach or abs(y - HEIGHT / 2) > reach:
            return {"missed": True} | self._motion()
        self._hits += 1
        self._phase, self._since = at, press.at
        self._speed *= self.puzzle.level.factor
        return self._motion() | (self.win() if self._hits == self.puzzle.level.hits else {})

    def _press(self) -> Input:
        """Return the next press on the target; there is one message per press, in order.

        Raises:
            Refused: If no further press on the target was recorded.
        """
        for one in self.evidence.inputs[self._heard :]:
            self._heard += 1
            if one.kind == "down" and one.target == "target":
                return one
        raise Refused("no press on the target was recorded")

    def _at(self, time: float) -> float:
        return (self._phase + self._rate() * (time - self._since)) % 2

    def _rate(self) -> float:
        return self._speed / (WIDTH * (HIGH - LOW))

    def _motion(self) -> Reply:
        rate = self._rate()
        return {"done": self._hits, "phase": self._phase, "since": self._since, "rate": rate}


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
