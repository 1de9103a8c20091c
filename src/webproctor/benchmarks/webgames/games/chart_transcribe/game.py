"""Chart Transcribe: write down a bar chart of two series as lines of text, exactly.

The page gets an image of the chart, and the values of an hour only when the player points at it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from PIL import ImageDraw

from webproctor.benchmarks.webgames.materials.chart import SCALE, Frame, PointerCheck, draw_chart
from webproctor.benchmarks.webgames.materials.drawing import png
from webproctor.benchmarks.webgames.play import Fact, File, Game, Play, Reply, Variant, message

# The colours of the series, by name.
COLOURS = {"primary": "#6b3fd4", "secondary": "#16879c"}


@dataclass(frozen=True)
class Level:
    """The number of groups of bars, and the chart's height in pixels."""

    groups: int
    height: int = 300


@dataclass(frozen=True)
class Puzzle:
    """The frame of the chart, and the two values of each group, 20 to 99."""

    frame: Frame
    bars: tuple[tuple[int, int], ...]


def puzzle(random: Random, level: Level) -> Puzzle:
    bars = ((random.randint(20, 99), random.randint(20, 99)) for _ in range(level.groups))
    return Puzzle(Frame(760, level.height, 0, 100, 20), tuple(bars))


class ChartTranscribe(Play[Puzzle]):
    """Keeps the values on the server; the page gets an image of them."""

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        frame, groups = self.puzzle.frame, len(self.puzzle.bars)
        self._pointer_check = PointerCheck(self.evidence, frame, groups)
        return frame.view(groups) | {"colours": COLOURS}

    def file(self, name: str) -> File | None:
        if name != "chart.png":
            return None
        frame, bars = self.puzzle.frame, self.puzzle.bars

        def paint(draw: ImageDraw.ImageDraw) -> None:
            for x, group in zip(frame.column_centres(len(bars)), bars, strict=True):
                bar_lefts = (x - 34, x + 2)
                for left, value, colour in zip(bar_lefts, group, COLOURS.values(), strict=True):
                    box = (left, frame.y(value), left + 32, frame.floor)
                    draw.rectangle([coordinate * SCALE for coordinate in box], fill=colour)

        return png(draw_chart(frame, self._labels(), "", paint))

    def _labels(self) -> list[str]:
        return [f"{hour:02}:00" for hour in range(len(self.puzzle.bars))]

    @message
    def point(self, column: int, left: float) -> Reply:
        """Return hour and values of the column that the player points at.

        Args:
            column: Its index, from 0.
            left: The chart's left edge in the viewport, in pixels.
        """
        self._pointer_check.check(column, left)
        if not 0 <= column < len(self.puzzle.bars):
            return {}
        primary, secondary = self.puzzle.bars[column]
        return {"tip": [self._labels()[column], f"primary {primary}", f"secondary {secondary}"]}

    @message
    def check(self, text: str) -> Reply:
        """Check the lines, ignoring spaces around fields and empty lines at both ends."""
        lines = [
            tuple(field.strip() for field in line.split(",")) for line in text.strip().splitlines()
        ]
        expected = [
            (label, str(primary), str(secondary))
            for label, (primary, secondary) in zip(self._labels(), self.puzzle.bars, strict=True)
        ]
        if lines == expected:
            return self.win()
        self.miss()
        return {"wrong": True}


def _hidden(puzzle: Puzzle) -> Iterator[Fact]:
    yield [value for group in puzzle.bars for value in group]
    yield [puzzle.frame.y(value) for group in puzzle.bars for value in group]


_GOAL = (
    "Write down the bar chart as text: one line for each hour, as time, primary, secondary, "
    "separated by commas (00:00,12,34). Values must be exact."
)

GAME = Game(
    family="chart-transcribe",
    icon="📊",
    skills=("vision", "mouse", "typing"),
    variants={
        "easy": Variant(
            "chart-transcribe-easy", "Chart Transcribe (Easy)", _GOAL, "easy", Level(2)
        ),
        "base": Variant("chart-transcribe", "Chart Transcribe", _GOAL, "medium", Level(4)),
        "hard": Variant(
            "chart-transcribe-hard", "Chart Transcribe (Hard)", _GOAL, "hard", Level(6, 400)
        ),
    },
    puzzle=puzzle,
    play=ChartTranscribe,
    minimum_actions=lambda puzzle: 3,
    tries=10,
    hidden=_hidden,
)
