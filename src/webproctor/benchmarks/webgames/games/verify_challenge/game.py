"""Verification Challenge: read a distorted code in an image."""

from dataclasses import dataclass
from random import Random

from webproctor.benchmarks.webgames.games.verify_challenge.picture import Style, draw
from webproctor.benchmarks.webgames.materials import rounds
from webproctor.benchmarks.webgames.play import File, Game, Play, Reply, Variant, message

# Unambiguous capital letters and digits: no I, O, Q, B, G, S, Z, 0, 1, 2, 5, 6, 8.
ALPHABET = "ACDEFHJKLMNPRTUVWXY3479"
# Number of tries for a code before it is replaced by a new one.
TRIES = 3
# The key of `Table.episode` that counts the codes.
_NUMBER = "code"


@dataclass(frozen=True)
class Level:
    length: int
    style: Style


@dataclass(frozen=True)
class Puzzle:
    level: Level
    seed: int


def puzzle(random: Random, level: Level) -> Puzzle:
    return Puzzle(level, random.getrandbits(32))


def code(puzzle: Puzzle, number: int) -> str:
    """Return the n-th code, from 0."""
    return "".join(Random(f"{puzzle.seed}:{number}").choices(ALPHABET, k=puzzle.level.length))


class Verify(Play[Puzzle]):
    """Sends only the image of the code to the page."""

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        self._wrong = 0
        level = self.puzzle.level
        size = {"width": level.style.width, "height": level.style.height}
        return {"length": level.length, "number": self._number} | size

    @property
    def _number(self) -> int:
        """The index of the current code, from 0; reloading the page does not reset it."""
        return self.evidence.episode.get(_NUMBER, 0)

    def file(self, name: str) -> File | None:
        number = rounds.round_of_image(name, "code", self._number)
        if number is None:
            return None
        chance = Random(f"{self.puzzle.seed}:{number}:paint")
        text = code(self.puzzle, number)
        return File(draw(text, ALPHABET, self.puzzle.level.style, chance), "image/png")

    @message
    def another(self) -> Reply:
        """Replace the code, for players who cannot read this one."""
        self.evidence.episode[_NUMBER] = self._number + 1
        self._wrong = 0
        return {"number": self._number}

    @message
    def check(self, text: str) -> Reply:
        """Check the code, ignoring case."""
        if text.strip().upper() == code(self.puzzle, self._number):
            return self.win()
        self.miss()
        self._wrong += 1
        renewed = self._wrong == TRIES
        return {"wrong": True, "renewed": renewed} | (self.another() if renewed else {})


_GOAL = "Read the code in the picture (capitals and digits) and enter it."

GAME = Game(
    family="verify-challenge",
    icon="👁️",
    skills=("vision", "typing"),
    variants={
        "easy": Variant(
            "verify-challenge-easy",
            "Verification Challenge (Easy)",
            _GOAL,
            "easy",
            Level(4, Style(200, 76, (36, 38), 2, 3, 0, 50, 0, 0)),
        ),
        "base": Variant(
            "verify-challenge",
            "Verification Challenge",
            _GOAL,
            "medium",
            Level(6, Style(280, 84, (34, 42), 7, 17, 0.2, 180, 4, 5)),
        ),
        "hard": Variant(
            "verify-challenge-hard",
            "Verification Challenge (Hard)",
            _GOAL,
            "easy",
            Level(8, Style(360, 92, (32, 42), 9, 23, 0.3, 280, 7, 10)),
        ),
    },
    puzzle=puzzle,
    play=Verify,
    minimum_actions=lambda puzzle: puzzle.level.length + 1,
    tries=9,
    hidden=lambda puzzle: [code(puzzle, number) for number in range(4)],
)
