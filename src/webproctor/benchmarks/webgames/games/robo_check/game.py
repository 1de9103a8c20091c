"""Human Verification: check a box in a frame, and select the requested images.

A selection is correct if it has all images of the requested thing and no others. Several rounds
must be correct in a row.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from webproctor.benchmarks.webgames.games.robo_check.tiles import SIDE, THINGS, sprite_sheet
from webproctor.benchmarks.webgames.materials import rounds
from webproctor.benchmarks.webgames.play import (
    SEED_BITS,
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
TIME_LIMIT = 60.0
# The key of `Evidence.episode` for the index of the last round.
_ROUND = "round"


@dataclass(frozen=True)
class Level:
    """The parameters of a variant.

    Attributes:
        columns: Images per row, and rows; 0 if there are no images.
        rounds: Rounds that must be correct in a row; the chance of guessing one is 1 in 108.
        delay: Seconds of waiting at the end.
        time_limited: Whether a round has a time limit.
    """

    columns: int = 0
    rounds: int = 0
    delay: float = 1.0
    time_limited: bool = False


@dataclass(frozen=True)
class Puzzle:
    """The level, and the seed of the images."""

    level: Level
    seed: int


@dataclass(frozen=True)
class Round:
    """The thing to select, and what the images show."""

    target: str
    things: tuple[str, ...]

    @property
    def correct(self) -> set[int]:
        """The indices of the images to select."""
        return {n for n, thing in enumerate(self.things) if thing == self.target}


def puzzle(random: Random, level: Level) -> Puzzle:
    return Puzzle(level, random.getrandbits(SEED_BITS))


def image_round(puzzle: Puzzle, number: int) -> Round:
    """Return the n-th round of images, from 0; every attempt gets a new round."""
    random = Random(f"{puzzle.seed}:{number}")
    image_count = puzzle.level.columns**2
    target = random.choice(list(THINGS))
    others = [thing for thing in THINGS if thing != target]
    target_count = random.randint(image_count // 4, image_count // 2)
    things = [target] * target_count + random.choices(others, k=image_count - target_count)
    random.shuffle(things)
    return Round(target, tuple(things))


class Captcha(Play[Puzzle]):
    """Checks the selection, which needs an input on each image; the page receives no image's name.

    Rounds are counted for the whole episode, so loading the page again shows new images, and
    not the last ones with another time limit.
    """

    def view(self, path: str) -> Reply | None:
        if path == "widget":
            return {"widget": True, "side": SIDE}
        if path:
            return None
        self._number = -1  # The index of the current round; -1 before the first.
        self._correct_in_row = 0
        self._round_started_at = 0.0
        self._inputs_before_round = 0
        self._passed_at: float | None = None
        return {"widget": False}

    def frame_parent(self, path: str) -> str | None:
        return "" if path == "widget" else None

    def file(self, name: str) -> File | None:
        number = rounds.round_of_image(name, "round", self._number)
        if number is None:
            return None
        things = image_round(self.puzzle, number).things
        random = Random(f"{self.puzzle.seed}:{number}:paint")
        return File(sprite_sheet(things, self.puzzle.level.columns, random), "image/png")

    @message
    def check_box(self) -> Reply:
        """Check the box."""
        if self._number >= 0 or self._passed_at is not None:
            raise Refused("the checkbox is already checked")
        if "human" not in self._pressed():
            raise Refused("no press on the checkbox was recorded")
        return self._start_round() if self.puzzle.level.rounds else self._pass()

    @message
    def verify(self, number: int, selected: list[int]) -> Reply:
        """Check the images selected in the n-th round."""
        level = self.puzzle.level
        if self._number < 0:
            raise Refused("no images have been sent yet")
        if number != self._number or self._passed_at is not None:
            return {}  # Sent twice: already judged.
        if not self._pressed().issuperset(f"tile-{tile}" for tile in selected):
            raise Refused("no input on this image was recorded")
        deadline = self._round_started_at + TIME_LIMIT + self.SLACK
        if level.time_limited and self.evidence.now() > deadline:
            self.timeouts += 1
            return {"late": True} | self._start_round()
        if set(selected) != image_round(self.puzzle, number).correct:
            self.miss()
            self._correct_in_row = 0
            return {"wrong": True} | self._start_round()
        self._correct_in_row += 1
        return self._pass() if self._correct_in_row == level.rounds else self._start_round()

    @message
    def finish(self) -> Reply:
        """Finish the verification after its delay."""
        delay = self.puzzle.level.delay
        if self._passed_at is None or self.evidence.now() < self._passed_at + delay - self.SLACK:
            raise Refused("the verification is not complete")
        return self.win()

    def _start_round(self) -> Reply:
        self._number = self.evidence.episode.get(_ROUND, -1) + 1
        self.evidence.episode[_ROUND] = self._number
        self._round_started_at = self.evidence.now()
        self._inputs_before_round = len(self.evidence.inputs)
        level = self.puzzle.level
        return {
            "number": self._number,
            "columns": level.columns,
            "target": image_round(self.puzzle, self._number).target,
            "time_limit": TIME_LIMIT if level.time_limited else None,
            "correct_in_row": self._correct_in_row,
            "rounds": level.rounds,
        }

    def _pass(self) -> Reply:
        """Start the delay after the last round; it is returned in milliseconds."""
        self._passed_at = self.evidence.now()
        return {"wait": self.puzzle.level.delay * 1000}

    def _pressed(self) -> set[str]:
        """Return the ids of the elements that were pressed in this round."""
        return {event.target for event in self.presses(self._inputs_before_round)}


def _minimum_actions(puzzle: Puzzle) -> int:
    """Return the minimum inputs: the box, and in each round the fewest images and `Verify`."""
    level = puzzle.level
    return 1 + level.rounds * (level.columns**2 // 4 + 1)


def _hidden(puzzle: Puzzle) -> Iterator[Fact]:
    for number in range(puzzle.level.rounds):
        images = image_round(puzzle, number)
        yield '","'.join(images.things)
        yield [int(thing == images.target) for thing in images.things]


_GOAL = "Show that you are not a robot."

GAME = Game(
    family="robo-check",
    icon="🤖",
    skills=("vision", "mouse", "frames"),
    variants={
        "easy": Variant(
            "robo-check-easy",
            "Human Verification (Easy)",
            f"{_GOAL} Check the box.",
            "easy",
            Level(),
        ),
        "base": Variant(
            "robo-check",
            "Human Verification",
            f"{_GOAL} Check the box and select the correct images.",
            "medium",
            Level(3, 2),
        ),
        "hard": Variant(
            "robo-check-hard",
            "Human Verification (Hard)",
            f"{_GOAL} Check the box and select the correct images, twice, in a minute each.",
            "hard",
            Level(4, 2, 1.5, time_limited=True),
        ),
    },
    puzzle=puzzle,
    play=Captcha,
    minimum_actions=_minimum_actions,
    tries=10,
    renews=True,
    hidden=_hidden,
)
