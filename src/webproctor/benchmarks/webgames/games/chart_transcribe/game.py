"""Chart Transcribe: copy a bar chart of two series as lines of text, exactly."""

from random import Random

from webproctor.benchmarks.webgames.materials.chart import Frame, Pointing
from webproctor.benchmarks.webgames.play import Game, Play, Reply, Variant, message

# Heights are rounded to five pixels, two units: exact values are read by pointing.
FRAME = Frame(760, 300, 0, 100, 20, grain=5)
Bars = tuple[tuple[int, int], ...]


def puzzle(random: Random, groups: int) -> Bars:
    return tuple((random.randint(20, 99), random.randint(20, 99)) for _ in range(groups))


class Transcribe(Play[Bars]):
    """Values stay here; the page is given what it draws."""

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        self._pointing = Pointing(self.table, FRAME, len(self.puzzle))
        bars = [[FRAME.y(value) for value in group] for group in self.puzzle]
        return FRAME.view(self._labels(), "") | {"bars": bars}

    def _labels(self) -> list[str]:
        return [f"{hour:02}:00" for hour in range(len(self.puzzle))]

    @message
    def point(self, slot: int, left: float) -> Reply:
        """The player points at an hour."""
        self._pointing.at(slot, left)
        if not 0 <= slot < len(self.puzzle):
            return {}
        primary, secondary = self.puzzle[slot]
        return {"tip": [self._labels()[slot], f"primary {primary}", f"secondary {secondary}"]}

    @message
    def check(self, text: str) -> Reply:
        """Are these the lines? Blanks around fields, and empty lines at the ends, do not count."""
        given = [
            tuple(field.strip() for field in line.split(",")) for line in text.strip().splitlines()
        ]
        right = [
            (label, str(primary), str(secondary))
            for label, (primary, secondary) in zip(self._labels(), self.puzzle, strict=True)
        ]
        return self.win() if given == right else {"wrong": True}


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
    effort=lambda puzzle: 3,
)
