"""Chart Transcribe: copy a bar chart of two series as lines of text, exactly."""

from collections.abc import Iterator
from random import Random

from PIL import ImageDraw

from webproctor.benchmarks.webgames.materials.chart import FINE, Frame, Pointing, draw
from webproctor.benchmarks.webgames.play import Fact, File, Game, Play, Reply, Variant, message

# Heights are rounded to five pixels (two units), so exact values can only be read by pointing.
FRAME = Frame(760, 300, 0, 100, 20, grain=5)
COLOURS = {"primary": "#6b3fd4", "secondary": "#16879c"}
Bars = tuple[tuple[int, int], ...]


def puzzle(random: Random, groups: int) -> Bars:
    return tuple((random.randint(20, 99), random.randint(20, 99)) for _ in range(groups))


class Transcribe(Play[Bars]):
    """Keeps the values on the server; the page gets only an image of them."""

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        self._pointing = Pointing(self.evidence, FRAME, len(self.puzzle))
        return FRAME.view(len(self.puzzle)) | {"colours": COLOURS}

    def file(self, name: str) -> File | None:
        if name != "chart.png":
            return None

        def paint(pen: ImageDraw.ImageDraw) -> None:
            for x, group in zip(FRAME.slots(len(self.puzzle)), self.puzzle, strict=True):
                lefts = (x - 34, x + 2)
                for left, value, colour in zip(lefts, group, COLOURS.values(), strict=True):
                    box = (left, FRAME.y(value), left + 32, FRAME.floor)
                    pen.rectangle([at * FINE for at in box], fill=colour)

        return File(draw(FRAME, self._labels(), "", paint), "image/png")

    def _labels(self) -> list[str]:
        return [f"{hour:02}:00" for hour in range(len(self.puzzle))]

    @message
    def point(self, slot: int, left: float) -> Reply:
        """Return the label of the hour that the player points at."""
        self._pointing.at(slot, left)
        if not 0 <= slot < len(self.puzzle):
            return {}
        primary, secondary = self.puzzle[slot]
        return {"tip": [self._labels()[slot], f"primary {primary}", f"secondary {secondary}"]}

    @message
    def check(self, text: str) -> Reply:
        """Check the lines, ignoring spaces around fields and empty lines at both ends."""
        given = [
            tuple(field.strip() for field in line.split(",")) for line in text.strip().splitlines()
        ]
        right = [
            (label, str(primary), str(secondary))
            for label, (primary, secondary) in zip(self._labels(), self.puzzle, strict=True)
        ]
        if given == right:
            return self.win()
        self.miss()
        return {"wrong": True}


def _hidden(bars: Bars) -> Iterator[Fact]:
    yield [value for group in bars for value in group]
    yield [FRAME.y(value) for group in bars for value in group]


_GOAL = (
    "Write down the bar chart as text: one line for each hour, as time, primary, secondary, "
    "separated by commas (00:00,12,34). Values must be exact: point at the bars to read them."
)

GAME = Game(
    family="chart-transcribe",
    icon="📊",
    skills=("vision", "mouse", "typing"),
    variants={
        "easy": Variant("chart-transcribe-easy", "Chart Transcribe (Easy)", _GOAL, "easy", 2),
        "base": Variant("chart-transcribe", "Chart Transcribe", _GOAL, "medium", 4),
        "hard": Variant("chart-transcribe-hard", "Chart Transcribe (Hard)", _GOAL, "hard", 6),
    },
    puzzle=puzzle,
    play=Transcribe,
    minimum_actions=lambda puzzle: 3,
    tries=10,
    hidden=_hidden,
)
