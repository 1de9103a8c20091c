"""Verification Challenge: read a distorted code in a picture."""

from dataclasses import dataclass
from random import Random

from webproctor.benchmarks.webgames.games.verify_challenge.picture import Style, draw
from webproctor.benchmarks.webgames.play import File, Game, Play, Reply, Variant, message

# Capitals and digits of which none looks like another: no I, O, Q, B, G, S, Z, 0, 1, 2, 5, 6, 8.
ALPHABET = "ACDEFHJKLMNPRTUVWXY3479"
# A code can be tried so often; then there is a new one.
TRIES = 3


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
    """The n-th code, from 0."""
    return "".join(Random(f"{puzzle.seed}:{number}").choices(ALPHABET, k=puzzle.level.length))


class Verify(Play[Puzzle]):
    """The page is given the picture alone."""

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        self._number = 0
        self._wrong = 0
        style = self.puzzle.level.style
        return {"length": self.puzzle.level.length, "width": style.width, "height": style.height}

    def file(self, name: str) -> File | None:
        if name != f"code-{self._number}.png":
            return None
        chance = Random(f"{self.puzzle.seed}:{self._number}:paint")
        text = code(self.puzzle, self._number)
        return File(draw(text, ALPHABET, self.puzzle.level.style, chance), "image/png")

    @message
    def another(self) -> Reply:
        """The player cannot read this one."""
        self._number, self._wrong = self._number + 1, 0
        return {"number": self._number}

    @message
    def check(self, text: str) -> Reply:
        """Is this the code? Small letters count as capitals."""
        if text.strip().upper() == code(self.puzzle, self._number):
            return self.win()
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
    effort=lambda puzzle: puzzle.level.length + 1,
)
