"""Chart Read: find the highest price of a day in a line chart, and when it was."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from math import sin
from random import Random
from typing import Literal

from PIL import ImageDraw

from webproctor.benchmarks.webgames.materials import rounds
from webproctor.benchmarks.webgames.materials.chart import FINE, Frame, Pointing, draw
from webproctor.benchmarks.webgames.play import (
    Fact,
    File,
    Game,
    Play,
    Reply,
    Variant,
    VariantName,
    message,
)

Shape = Literal["one", "ramp", "decoys"]
# Charts that must be read correctly in a row; the chance of guessing a single one is 1 in 25.
ROUNDS = 2


@dataclass(frozen=True)
class Level:
    """The parameters of a variant.

    Attributes:
        points: The number of prices.
        shape: The shape of the series.
        tolerance: Relative tolerance of the answer.
        frame: The chart's frame.
        dots: Whether the points are marked.
        rounds: Charts that must be read correctly in a row.
    """

    points: int
    shape: Shape
    tolerance: float
    frame: Frame
    dots: bool = True
    rounds: int = ROUNDS


@dataclass(frozen=True)
class Puzzle:
    level: Level
    seed: int

    @property
    def times(self) -> list[str]:
        """Return the labels of the points, at equal intervals over a day."""
        minutes = [24 * 60 // self.level.points * n for n in range(self.level.points)]
        return [f"{one // 60:02}:{one % 60:02}" for one in minutes]


def puzzle(random: Random, level: Level) -> Puzzle:
    return Puzzle(level, random.getrandbits(32))


def prices(puzzle: Puzzle, number: int) -> list[float]:
    """Return the n-th series of prices, from 0, in dollars with whole cents.

    The highest price occurs once.
    """
    random = Random(f"{puzzle.seed}:{number}")
    many, shape = puzzle.level.points, puzzle.level.shape
    if shape == "one":
        series = [random.uniform(65, 95) for _ in range(many)]
        series[random.randrange(many)] = random.uniform(140, 240)
    elif shape == "ramp":
        series = [random.uniform(73, 127) for _ in range(many)]
        top = random.randint(2, many - 3)
        for away, about in ((0, random.uniform(220, 290)), (1, 140), (2, 100)):
            for at in {top - away, top + away}:
                series[at] = about + (random.uniform(-14, 14) if away else 0)
    else:
        series = [100 + 30 * sin(n / 3) + random.uniform(-20, 20) for n in range(many)]
        # One real peak; the others are decoys.
        highest = random.uniform(250, 300)
        for n, top in enumerate(_apart(random, many, random.randint(2, 3))):
            peak = highest - (random.uniform(16, 40) if n else 0)
            series[top] = peak
            for at in (top - 1, top + 1):
                series[at] = peak - random.uniform(12, 30)
    return [round(price, 2) for price in series]


def _apart(random: Random, many: int, count: int) -> list[int]:
    """Return indices of peaks, at least four apart and two from the ends."""
    while True:
        places = random.sample(range(2, many - 2), count)
        if all(b - a >= 4 for a, b in pairwise(sorted(places))):
            return places


class ChartRead(Play[Puzzle]):
    """Keeps the prices on the server; the page gets only an image of them."""

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        frame, many = self.puzzle.level.frame, self.puzzle.level.points
        self._pointing = Pointing(self.evidence, frame, many)
        return (
            frame.view(many)
            | {"labels": self.puzzle.times}
            | rounds.round_data(self, self.puzzle.level.rounds)
        )

    def file(self, name: str) -> File | None:
        number = rounds.round_of_image(name, "chart", rounds.current_round(self))
        if number is None:
            return None
        level, series = self.puzzle.level, prices(self.puzzle, number)

        def paint(pen: ImageDraw.ImageDraw) -> None:
            slots = level.frame.slots(level.points)
            heights = map(level.frame.y, series)
            dots = [(x * FINE, y * FINE) for x, y in zip(slots, heights, strict=True)]
            pen.line(dots, fill="#2f55d4", width=2 * FINE, joint="curve")
            for dot in dots if level.dots else ():
                pen.circle(dot, 4 * FINE, fill="#2f55d4")

        return File(draw(level.frame, self.puzzle.times, "$", paint), "image/png")

    @message
    def point(self, slot: int, left: float) -> Reply:
        """Return the label of the time that the player points at."""
        self._pointing.at(slot, left)
        series = prices(self.puzzle, rounds.current_round(self))
        if not 0 <= slot < len(series):
            return {}
        return {"tip": [self.puzzle.times[slot], f"${series[slot]:.2f}"]}

    @message
    def check(self, number: int, price: float, time: str) -> Reply:
        """Check the highest price of the n-th chart, and its time."""
        if number != rounds.current_round(self):
            return {}  # Sent twice: already judged.
        series = prices(self.puzzle, number)
        top = max(series)
        near = abs(price - top) <= top * self.puzzle.level.tolerance
        if not near or time != self.puzzle.times[series.index(top)]:
            rounds.count_wrong(self)
            return {"wrong": True} | rounds.round_data(self, self.puzzle.level.rounds)
        wanted = self.puzzle.level.rounds
        return self.win() if rounds.count_correct(self, wanted) else rounds.round_data(self, wanted)


def _hidden(puzzle: Puzzle) -> Iterator[Fact]:
    for number in range(puzzle.level.rounds):
        series = prices(puzzle, number)
        yield series
        yield [puzzle.level.frame.y(price) for price in series]
        yield f"{max(series):.2f}"


def _goal(percent: str) -> str:
    return (
        "Find the highest share price of the day in the chart, and when it was. "
        f"The price may be off by {percent} percent, the time must be exact."
    )


_VARIANTS: Mapping[VariantName, Variant[Level]] = {
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
}

GAME = Game(
    family="chart-read",
    icon="📈",
    skills=("vision", "reading", "mouse"),
    variants=_VARIANTS,
    published=rounds.with_one_round(_VARIANTS),
    puzzle=puzzle,
    play=ChartRead,
    minimum_actions=lambda puzzle: 4 * puzzle.level.rounds,
    tries=5,
    hidden=_hidden,
)
