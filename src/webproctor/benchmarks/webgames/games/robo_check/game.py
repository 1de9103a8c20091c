"""Human Verification: check a box in a frame, and select the requested images."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from webproctor.benchmarks.webgames.games.robo_check.tiles import SIDE, THINGS, sheet
from webproctor.benchmarks.webgames.materials import rounds
from webproctor.benchmarks.webgames.play import (
    Fact,
    File,
    Game,
    Play,
    Refused,
    Reply,
    Variant,
    message,
)

# Time limit in seconds for one round of images, in variants with a limit.
LIMIT = 60.0
_ROUND = "round"


@dataclass(frozen=True)
class Level:
    """The parameters of a variant.

    Attributes:
        across: Images per row; 0 for none.
        rounds: Rounds that must be correct in a row; the chance of guessing one is 1 in 108.
        delay: Seconds of waiting at the end.
        limited: Whether a round has a time limit.
    """

    across: int = 0
    rounds: int = 0
    delay: float = 1.0
    limited: bool = False


@dataclass(frozen=True)
class Puzzle:
    level: Level
    seed: int


@dataclass(frozen=True)
class Round:
    """The thing to select, and what the images show."""

    wanted: str
    things: tuple[str, ...]

    @property
    def right(self) -> set[int]:
        return {n for n, thing in enumerate(self.things) if thing == self.wanted}


def puzzle(random: Random, level: Level) -> Puzzle:
    return Puzzle(level, random.getrandbits(32))


def pictures(puzzle: Puzzle, number: int) -> Round:
    """Return the n-th round of images, from 0; every attempt gets a new round."""
    random = Random(f"{puzzle.seed}:{number}")
    many = puzzle.level.across**2
    wanted = random.choice(list(THINGS))
    others = [thing for thing in THINGS if thing != wanted]
    right = random.randint(many // 4, many // 2)
    things = [wanted] * right + random.choices(others, k=many - right)
    random.shuffle(things)
    return Round(wanted, tuple(things))


class Captcha(Play[Puzzle]):
    """Checks the selection, which needs an input on each image; the server keeps the images' names.

    Rounds are counted for the whole episode, so that loading the page again shows new images, and
    not the last ones with another time limit.
    """

    def view(self, path: str) -> Reply | None:
        if path == "widget":
            return {"widget": True, "side": SIDE}
        if path:
            return None
        self._number = -1
        self._done = 0
        self._since = 0.0
        self._first = 0
        self._passed: float | None = None
        return {"widget": False}

    def frame_parent(self, path: str) -> str | None:
        return "" if path == "widget" else None

    def file(self, name: str) -> File | None:
        number = rounds.round_of_image(name, "round", self._number)
        if number is None:
            return None
        shown = pictures(self.puzzle, number)
        chance = Random(f"{self.puzzle.seed}:{number}:paint")
        return File(sheet(shown.things, self.puzzle.level.across, chance), "image/png")

    @message
    def tick(self) -> Reply:
        """Check the box."""
        if self._number >= 0 or self._passed is not None:
            raise Refused("the checkbox is already checked")
        if not any(
            one.target == "human" and one.kind in ("down", "key") for one in self.evidence.inputs
        ):
            raise Refused("no press on the checkbox was recorded")
        return self._next() if self.puzzle.level.rounds else self._pass()

    @message
    def verify(self, number: int, selected: list[int]) -> Reply:
        """Check the images selected in the n-th round."""
        level = self.puzzle.level
        if self._number < 0:
            raise Refused("no images have been sent yet")
        if number != self._number or self._passed is not None:
            return {}  # Sent twice: already judged.
        if not self._pressed().issuperset(f"tile-{tile}" for tile in selected):
            raise Refused("no input on this image was recorded")
        late = level.limited and self.evidence.now() > self._since + LIMIT + self.SLACK
        if late:
            self.timeouts += 1
            return {"late": True} | self._next()
        if set(selected) != pictures(self.puzzle, number).right:
            self.miss()
            self._done = 0
            return {"wrong": True} | self._next()
        self._done += 1
        return self._pass() if self._done == level.rounds else self._next()

    @message
    def finish(self) -> Reply:
        """Finish the verification after its delay."""
        delay = self.puzzle.level.delay
        if self._passed is None or self.evidence.now() < self._passed + delay - self.SLACK:
            raise Refused("the verification is not complete")
        return self.win()

    def _next(self) -> Reply:
        self._number = self.evidence.episode.get(_ROUND, -1) + 1
        self.evidence.episode[_ROUND] = self._number
        self._since = self.evidence.now()
        self._first = len(self.evidence.inputs)
        shown = pictures(self.puzzle, self._number)
        level = self.puzzle.level
        return {
            "round": self._number,
            "across": level.across,
            "wanted": shown.wanted,
            "limit": LIMIT if level.limited else None,
            "done": self._done,
            "rounds": level.rounds,
        }

    def _pass(self) -> Reply:
        self._passed = self.evidence.now()
        return {"wait": self.puzzle.level.delay * 1000}

    def _pressed(self) -> set[str]:
        """Return what was pressed in this round."""
        inputs = self.evidence.inputs[self._first :]
        return {one.target for one in inputs if one.kind in ("down", "key")}


def _effort(puzzle: Puzzle) -> int:
    """Return the minimum inputs: the box, and in each round the fewest images and `Verify`."""
    level = puzzle.level
    return 1 + level.rounds * (level.across**2 // 4 + 1)


def _hidden(puzzle: Puzzle) -> Iterator[Fact]:
    for number in range(puzzle.level.rounds):
        shown = pictures(puzzle, number)
        yield '","'.join(shown.things)
        yield [int(thing == shown.wanted) for thing in shown.things]


_GOAL = "Show that you are not a robot."

GAME = Game(
    family="robo-check",
    icon="🤖",
    skills=("vision", "mouse", "frames"),
    variants={
        "easy": Variant(
            "robo-check-easy",
            "Human Verification (Easy)",
            f"{_GOAL} Tick the box.",
            "easy",
            Level(),
        ),
        "base": Variant(
            "robo-check",
            "Human Verification",
            f"{_GOAL} Tick the box and pick the right pictures.",
            "medium",
            Level(3, 2),
        ),
        "hard": Variant(
            "robo-check-hard",
            "Human Verification (Hard)",
            f"{_GOAL} Tick the box and pick the right pictures, twice, in a minute each.",
            "hard",
            Level(4, 2, 1.5, limited=True),
        ),
    },
    puzzle=puzzle,
    play=Captcha,
    minimum_actions=_effort,
    tries=10,
    renews=True,
    hidden=_hidden,
)
