"""Today's date: enter the date in UTC; the hard variant asks for a date 29 to 60 days ago."""

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
    """How many days ago the date is, and the help that the page offers."""

    back: int
    sample: bool
    hint: bool


def puzzle(random: Random, level: Level) -> Puzzle:
    return Puzzle(random.randint(*level.back), level.sample, level.hint)


def today() -> date:
    """Return the current date in UTC, from the real clock whatever clock the episode has."""
    return datetime.now(UTC).date()


class Date(Play[Puzzle]):
    """Accepts the current date and the date at which the page was loaded."""

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        self._loaded = today()
        return {"back": self.puzzle.back, "sample": self.puzzle.sample, "hint": self.puzzle.hint}

    @message
    def hint(self) -> Reply:
        """Return the answer itself, in the easy variant only."""
        return {"text": self._asked(today()).isoformat() if self.puzzle.hint else ""}

    @message
    def check(self, text: str) -> Reply:
        """Check the date."""
        right = {self._asked(day).isoformat() for day in (self._loaded, today())}
        if text.strip() in right:
            return self.win()
        self.miss()
        return {"wrong": True}

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
    published={
        # The published task says yesterday, and its page asks for the date 32 days ago.
        "hard": Variant(
            "datehard",
            "Yesterday's date (Hard)",
            "Enter yesterday's date in UTC, as YYYY-MM-DD.",
            "hard",
            Level(sample=False, back=(32, 32)),
        ),
    },
    puzzle=puzzle,
    play=Date,
    minimum_actions=lambda puzzle: 2,
    tries=5,
    hidden=lambda puzzle: [(today() - timedelta(days=puzzle.back)).isoformat()],
)
