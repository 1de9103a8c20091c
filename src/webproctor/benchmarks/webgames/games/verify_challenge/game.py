"""Verification Challenge: enter the code in a distorted image.

The page receives only the image; the server checks the code.
"""

from dataclasses import dataclass
from random import Random

from webproctor.benchmarks.webgames.games.verify_challenge.distorted_text import Style, draw
from webproctor.benchmarks.webgames.materials import rounds
from webproctor.benchmarks.webgames.materials.drawing import png
from webproctor.benchmarks.webgames.play import SEED_BITS, File, Game, Play, Reply, Variant, message

# Unambiguous capital letters and digits: no I, O, Q, B, G, S, Z, 0, 1, 2, 5, 6, 8.
ALPHABET = "ACDEFHJKLMNPRTUVWXY3479"
# Number of tries for a code before it is replaced by a new one.
TRIES_PER_CODE = 3
# The key of `Evidence.episode` with the index of the current code.
_CODE_INDEX = "code"


@dataclass(frozen=True)
class Level:
    """The number of characters of a code, and the distortion of its image."""

    length: int
    style: Style


@dataclass(frozen=True)
class Puzzle:
    """The level, and the seed of all codes."""

    level: Level
    seed: int


def puzzle(random: Random, level: Level) -> Puzzle:
    return Puzzle(level, random.getrandbits(SEED_BITS))


def code(puzzle: Puzzle, number: int) -> str:
    """Return the n-th code, from 0."""
    return "".join(Random(f"{puzzle.seed}:{number}").choices(ALPHABET, k=puzzle.level.length))


class Verify(Play[Puzzle]):
    """Sends only the image of the code to the page."""

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        self._wrong_tries = 0
        level = self.puzzle.level
        size = {"width": level.style.width, "height": level.style.height}
        return {"length": level.length, "number": self._code_index} | size

    @property
    def _code_index(self) -> int:
        """The index of the current code, from 0; reloading the page does not reset it."""
        return self.evidence.episode.get(_CODE_INDEX, 0)

    def file(self, name: str) -> File | None:
        number = rounds.round_of_image(name, "code", self._code_index)
        if number is None:
            return None
        random = Random(f"{self.puzzle.seed}:{number}:paint")
        text = code(self.puzzle, number)
        return png(draw(text, ALPHABET, self.puzzle.level.style, random))

    @message
    def new_code(self) -> Reply:
        """Replace the code, for players who cannot read the current one."""
        self.evidence.episode[_CODE_INDEX] = self._code_index + 1
        self._wrong_tries = 0
        return {"number": self._code_index}

    @message
    def check(self, text: str) -> Reply:
        """Check the code, ignoring case."""
        if text.strip().upper() == code(self.puzzle, self._code_index):
            return self.win()
        self.miss()
        self._wrong_tries += 1
        replaced = self._wrong_tries == TRIES_PER_CODE
        return {"wrong": True, "replaced": replaced} | (self.new_code() if replaced else {})


_GOAL = "Read the code in the image (capital letters and digits) and enter it."

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
            Level(
                4,
                Style(
                    width=200,
                    height=76,
                    font_sizes=(36, 38),
                    shift=2,
                    rotation=3,
                    stretch=0,
                    specks=50,
                    curves=0,
                    pale_letters=0,
                ),
            ),
        ),
        "base": Variant(
            "verify-challenge",
            "Verification Challenge",
            _GOAL,
            "medium",
            Level(
                6,
                Style(
                    width=280,
                    height=84,
                    font_sizes=(34, 42),
                    shift=7,
                    rotation=17,
                    stretch=0.2,
                    specks=180,
                    curves=4,
                    pale_letters=5,
                ),
            ),
        ),
        "hard": Variant(
            "verify-challenge-hard",
            "Verification Challenge (Hard)",
            _GOAL,
            "easy",
            Level(
                8,
                Style(
                    width=360,
                    height=92,
                    font_sizes=(32, 42),
                    shift=9,
                    rotation=23,
                    stretch=0.3,
                    specks=280,
                    curves=7,
                    pale_letters=10,
                ),
            ),
        ),
    },
    puzzle=puzzle,
    play=Verify,
    minimum_actions=lambda puzzle: puzzle.level.length + 1,
    tries=9,
    hidden=lambda puzzle: [code(puzzle, number) for number in range(4)],
)
