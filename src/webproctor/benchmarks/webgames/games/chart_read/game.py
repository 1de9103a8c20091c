"""Chart Read: find the highest price of a day in a line chart, and when it was.

The play checks price and time; the page gets an image of the chart, and the price at a time only
when the player points at it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from math import sin
from random import Random
from typing import Literal

from PIL import ImageDraw

from webproctor.benchmarks.webgames.materials import rounds
from webproctor.benchmarks.webgames.materials.chart import SCALE, Frame, PointerCheck, draw_chart
from webproctor.benchmarks.webgames.materials.drawing import png
from webproctor.benchmarks.webgames.play import (
    SEED_BITS,
    Fact,
    File,
    Game,
    Play,
    Reply,
    Variant,
    VariantName,
    message,
)

Shape = Literal["peak", "ramp", "decoys"]
"""One high price, a peak with ramps beside it, or a real peak and lower ones."""
# Number of charts that must be read correctly in a row; a single one is guessed with a chance of
# 1 in 25.
ROUNDS = 2


@dataclass(frozen=True)
class Level:
    """The parameters of a variant.

    Attributes:
        points: The number of prices.
        shape: The shape of the series.
        tolerance: Relative tolerance of the answer.
        frame: The size and axis of the chart.
        dots: Whether the points are marked.
        rounds: The number of charts that must be read correctly in a row.
    """

    points: int
    shape: Shape
    tolerance: float
    frame: Frame
    dots: bool = True
    rounds: int = ROUNDS


@dataclass(frozen=True)
class Puzzle:
    """The level, and the seed of the prices."""

    level: Level
    seed: int

    @property
    def times(self) -> list[str]:
        """The labels of the points, at equal intervals over a day."""
        minutes = [24 * 60 // self.level.points * n for n in range(self.level.points)]
        return [f"{minute // 60:02}:{minute % 60:02}" for minute in minutes]


def puzzle(random: Random, level: Level) -> Puzzle:
    return Puzzle(level, random.getrandbits(SEED_BITS))


def prices(puzzle: Puzzle, number: int) -> list[float]:
    """Return the series of prices of the n-th chart, from 0, in dollars with whole cents.

    The highest price occurs once.
    """
    random = Random(f"{puzzle.seed}:{number}")
    count, shape = puzzle.level.points, puzzle.level.shape
    if shape == "peak":
        series = [random.uniform(65, 95) for _ in range(count)]
        series[random.randrange(count)] = random.uniform(140, 240)
    elif shape == "ramp":
        series = [random.uniform(73, 127) for _ in range(count)]
        peak = random.randint(2, count - 3)
        for distance, average in ((0, random.uniform(220, 290)), (1, 140), (2, 100)):
            for index in {peak - distance, peak + distance}:
                series[index] = average + (random.uniform(-14, 14) if distance else 0)
    else:
        series = [100 + 30 * sin(n / 3) + random.uniform(-20, 20) for n in range(count)]
        highest = random.uniform(250, 300)
        # The first peak is the real one; the others are decoys.
        for n, peak in enumerate(_peak_indices(random, count, random.randint(2, 3))):
            price = highest - (random.uniform(16, 40) if n else 0)
            series[peak] = price
            for index in (peak - 1, peak + 1):
                series[index] = price - random.uniform(12, 30)
    return [round(price, 2) for price in series]


def _peak_indices(random: Random, points: int, peaks: int) -> list[int]:
    """Return the indices of peaks, at least four apart and two from the ends."""
    while True:
        indices = random.sample(range(2, points - 2), peaks)
        if all(b - a >= 4 for a, b in pairwise(sorted(indices))):
            return indices


class ChartRead(Play[Puzzle]):
    """Keeps the prices on the server; the page gets an image of them."""

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        frame, points = self.puzzle.level.frame, self.puzzle.level.points
        self._pointer_check = PointerCheck(self.evidence, frame, points)
        return (
            frame.view(points)
            | {"labels": self.puzzle.times}
            | rounds.round_data(self, self.puzzle.level.rounds)
        )

    def file(self, name: str) -> File | None:
        number = rounds.round_of_image(name, "chart", rounds.current_round(self))
        if number is None:
            return None
        level, series = self.puzzle.level, prices(self.puzzle, number)

        def paint(draw: ImageDraw.ImageDraw) -> None:
            xs, ys = level.frame.column_centres(level.points), map(level.frame.y, series)
            points = [(x * SCALE, y * SCALE) for x, y in zip(xs, ys, strict=True)]
            draw.line(points, fill="#2f55d4", width=2 * SCALE, joint="curve")
            for point in points if level.dots else ():
                draw.circle(point, 4 * SCALE, fill="#2f55d4")

        return png(draw_chart(level.frame, self.puzzle.times, "$", paint))

    @message
    def point(self, column: int, left: float) -> Reply:
        """Return time and price of the column that the player points at.

        Args:
            column: Its index, from 0.
            left: The chart's left edge in the viewport, in pixels.
        """
        self._pointer_check.check(column, left)
        series = prices(self.puzzle, rounds.current_round(self))
        if not 0 <= column < len(series):
            return {}
        return {"tip": [self.puzzle.times[column], f"${series[column]:.2f}"]}

    @message
    def check(self, number: int, price: float, time: str) -> Reply:
        """Check the highest price of the n-th chart, from 0, and its time."""
        if number != rounds.current_round(self):
            return {}  # Sent twice: already judged.
        series, level = prices(self.puzzle, number), self.puzzle.level
        highest = max(series)
        price_correct = abs(price - highest) <= highest * level.tolerance
        if not price_correct or time != self.puzzle.times[series.index(highest)]:
            rounds.count_wrong(self)
            return {"wrong": True} | rounds.round_data(self, level.rounds)
        if rounds.count_correct(self, level.rounds):
            return self.win()
        return rounds.round_data(self, level.rounds)


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
        Level(12, "peak", 0.1, Frame(920, 340, 50, 250, 50)),
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
