"""Chart Read: find the highest price of a day in a line chart, and when it was."""

from dataclasses import dataclass
from math import sin
from random import Random
from typing import Literal

from webproctor.benchmarks.webgames.materials.chart import Frame, Pointing
from webproctor.benchmarks.webgames.play import Game, Play, Reply, Variant, message

Shape = Literal["one", "ramp", "decoys"]
# A chart can be tried so often; then there are new prices.
TRIES = 4


@dataclass(frozen=True)
class Level:
    """How many prices, how they run, how near the answer must be (a share of it), the frame."""

    points: int
    shape: Shape
    tolerance: float
    frame: Frame
    dots: bool = True


@dataclass(frozen=True)
class Puzzle:
    level: Level
    seed: int

    @property
    def times(self) -> list[str]:
        """Labels of the points: equal parts of a day."""
        minutes = [24 * 60 // self.level.points * n for n in range(self.level.points)]
        return [f"{one // 60:02}:{one % 60:02}" for one in minutes]


def puzzle(random: Random, level: Level) -> Puzzle:
    return Puzzle(level, random.getrandbits(32))


def prices(puzzle: Puzzle, number: int) -> list[float]:
    """The n-th series of prices, from 0, in dollars and whole cents; one price is the highest."""
    random = Random(f"{puzzle.seed}:{number}")
    many, shape = puzzle.level.points, puzzle.level.shape
    if shape == "one":
        series = [random.uniform(65, 95) for _ in range(many)]
        series[random.randint(3, many - 4)] = random.uniform(200, 220)
    elif shape == "ramp":
        series = [random.uniform(73, 127) for _ in range(many)]
        top = random.randint(6, 17)
        for away, about in ((0, 265), (1, 140), (2, 100)):
            for at in {top - away, top + away}:
                series[at] = about + random.uniform(-14, 14)
    else:
        series = [100 + 30 * sin(n / 3) + random.uniform(-20, 20) for n in range(many)]
        # Peaks at least four places from one another: one true, the others decoys.
        places = random.sample(range(2, many - 2, 4), random.randint(2, 3))
        for n, top in enumerate(places):
            peak = random.uniform(262, 298) if n == 0 else random.uniform(230, 248)
            series[top] = peak
            for at in (top - 1, top + 1):
                series[at] = peak - random.uniform(12, 30)
    return [round(price, 2) for price in series]


class ChartRead(Play[Puzzle]):
    """Prices stay here; the page is given where to draw them."""

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        self._number, self._wrong = 0, 0
        self._prices = prices(self.puzzle, 0)
        self._pointing = Pointing(self.table, self.puzzle.level.frame, self.puzzle.level.points)
        return self.puzzle.level.frame.view(self.puzzle.times, "$") | self._line()

    def _line(self) -> Reply:
        level = self.puzzle.level
        return {"line": [level.frame.y(one) for one in self._prices], "dots": level.dots}

    @message
    def point(self, slot: int, left: float) -> Reply:
        """The player points at a time."""
        self._pointing.at(slot, left)
        if not 0 <= slot < len(self._prices):
            return {}
        return {"tip": [self.puzzle.times[slot], f"${self._prices[slot]:.2f}"]}

    @message
    def check(self, price: float, time: str) -> Reply:
        """Is this the highest price, and its time?"""
        top = max(self._prices)
        near = abs(price - top) <= top * self.puzzle.level.tolerance
        if near and time == self.puzzle.times[self._prices.index(top)]:
            return self.win()
        self._wrong += 1
        if self._wrong < TRIES:
            return {"wrong": True}
        self._number, self._wrong = self._number + 1, 0
        self._prices = prices(self.puzzle, self._number)
        return {"wrong": True} | self._line()


def _goal(percent: str) -> str:
    return (
        "Find the highest share price of the day in the chart, and when it was. "
        f"The price may be off by {percent} percent, the time must be exact."
    )


GAME = Game(
    family="chart-read",
    icon="📈",
    skills=("vision", "reading", "mouse"),
    variants={
        "easy": Variant(
            "chart-read-easy",
            "Chart Read (Easy)",
            _goal("10"),
            "easy",
            Level(12, "one", 0.1, Frame(920, 340, 50, 250, 50)),
        ),
        "base": Variant(
            "chart-read",
            "Chart Read",
            _goal("5"),
            "medium",
            Level(24, "ramp", 0.05, Frame(920, 340, 0, 300, 50)),
        ),
        "hard": Variant(
            "chart-read-hard",
            "Chart Read (Hard)",
            _goal("2.5"),
            "hard",
            Level(48, "decoys", 0.025, Frame(920, 340, 40, 320, 40), dots=False),
        ),
    },
    puzzle=puzzle,
    play=ChartRead,
    effort=lambda puzzle: 4,
)
