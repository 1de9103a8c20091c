"""Today's date: know the calendar date in UTC, and in hard count days back over a month."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from random import Random

from webproctor.benchmarks.webgames.play import Game, Play, Reply, Variant, message


@dataclass(frozen=True)
class Level:
    sample: bool = True
    hint: bool = False
    back: tuple[int, int] = (0, 0)


@dataclass(frozen=True)
class Puzzle:
    """How many days before today the date lies, and what help the page offers."""

    back: int
    sample: bool
    hint: bool


def puzzle(random: Random, level: Level) -> Puzzle:
    return Puzzle(random.randint(*level.back), level.sample, level.hint)


def today() -> date:
    """The date in UTC. Days are the world's, whatever clock an episode has."""
    return datetime.now(UTC).date()


class Date(Play[Puzzle]):
    """A date that was right when the page was loaded stays right past midnight."""

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        self._loaded = today()
        return {"back": self.puzzle.back, "sample": self.puzzle.sample, "hint": self.puzzle.hint}

    @message
    def hint(self) -> Reply:
        """The answer's form and more: only the easy page has a button for it."""
        return {"text": self._asked(today()).isoformat() if self.puzzle.hint else ""}

    @message
    def check(self, text: str) -> Reply:
        """Is this the date?"""
        right = {self._asked(day).isoformat() for day in (self._loaded, today())}
        return self.win() if text.strip() in right else {"wrong": True}

    def _asked(self, day: date) -> date:
        return day - timedelta(days=self.puzzle.back)


GAME = Game(
    family="date",
    icon="📅",
    skills=("typing", "knowledge"),
    variants={
        "easy": Variant(
            "dateeasy",
            "Today's date (Easy)",
            "Enter today's date in UTC, as YYYY-MM-DD. There is a hint if you need it.",
            "easy",
            Level(hint=True),
        ),
        "base": Variant(
            "date", "Today's date", "Enter today's date in UTC, as YYYY-MM-DD.", "easy", Level()
        ),
        "hard": Variant(
            "datehard",
            "A date gone by (Hard)",
            "Enter the date in UTC, as YYYY-MM-DD, that lies as many days back as the page says.",
            "hard",
            Level(sample=False, back=(29, 60)),
        ),
    },
    puzzle=puzzle,
    play=Date,
    effort=lambda puzzle: 2,
)
