"""Today's date: enter the current date in UTC, or in the hard variant an earlier date.

The player wins by entering the date as YYYY-MM-DD.
"""

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from random import Random

from webproctor.benchmarks.webgames.play import Game, Play, Reply, Variant, message


@dataclass(frozen=True)
class Level:
    """The parameters of a variant.

    Attributes:
        example: Whether the field shows a date in the correct format as its placeholder.
        hint: Whether the page has a button that shows the answer.
        days_ago: Range of the number of days between the requested date and today, inclusive.
    """

    example: bool = True
    hint: bool = False
    days_ago: tuple[int, int] = (0, 0)


@dataclass(frozen=True)
class Puzzle:
    """How many days ago the requested date was, and what help the page offers (see `Level`)."""

    days_ago: int
    example: bool
    hint: bool


def puzzle(random: Random, level: Level) -> Puzzle:
    return Puzzle(random.randint(*level.days_ago), level.example, level.hint)


def today() -> date:
    """Return the current date in UTC, from the real clock whatever clock the episode has."""
    return datetime.now(UTC).date()


class Date(Play[Puzzle]):
    """Accepts the answer for the current day and for the day on which the page was loaded."""

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        self._loaded = today()
        puzzle = self.puzzle
        return {"days_ago": puzzle.days_ago, "example": puzzle.example, "hint": puzzle.hint}

    @message
    def hint(self) -> Reply:
        """Return the answer, in the easy variant only."""
        return {"text": self._answer(today()) if self.puzzle.hint else ""}

    @message
    def check(self, text: str) -> Reply:
        """Check the date."""
        if text.strip() in (self._answer(self._loaded), self._answer(today())):
            return self.win()
        self.miss()
        return {"wrong": True}

    def _answer(self, day: date) -> str:
        """Return the requested date as YYYY-MM-DD, if the current date is `day`."""
        return (day - timedelta(days=self.puzzle.days_ago)).isoformat()


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
            "A past date (Hard)",
            "Enter the date in UTC, as YYYY-MM-DD, that was as many days ago as the page says.",
            "hard",
            Level(example=False, days_ago=(29, 60)),
        ),
    },
    published={
        # The published task says yesterday, and its page asks for the date 32 days ago.
        "hard": Variant(
            "datehard",
            "Yesterday's date (Hard)",
            "Enter yesterday's date in UTC, as YYYY-MM-DD.",
            "hard",
            Level(example=False, days_ago=(32, 32)),
        ),
    },
    puzzle=puzzle,
    play=Date,
    minimum_actions=lambda puzzle: 2,
    tries=5,
    hidden=lambda puzzle: [(today() - timedelta(days=puzzle.days_ago)).isoformat()],
)
