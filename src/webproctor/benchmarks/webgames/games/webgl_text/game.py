"""WebGL Text: name the shape that turns before you."""

from dataclasses import dataclass
from random import Random

from webproctor.benchmarks.webgames.games.webgl_text.shapes import NAMES, outline
from webproctor.benchmarks.webgames.play import Game, Play, Reply, Variant, message

# A shape can be guessed so often; then there is another one.
TRIES = 3
_COLOURS = ((0.25, 0.5, 1), (1, 0.78, 0.2), (0.3, 0.85, 0.5), (1, 0.45, 0.4), (0.8, 0.5, 1))
_SIMPLE = ("triangle", "square", "circle", "star")
_ALL = tuple(NAMES)


@dataclass(frozen=True)
class Level:
    """Which shapes there are, turns in a second, and colours that run into one another."""

    shapes: tuple[str, ...]
    speed: float
    colours: int


@dataclass(frozen=True)
class Puzzle:
    level: Level
    seed: int


def puzzle(random: Random, level: Level) -> Puzzle:
    return Puzzle(level, random.getrandbits(32))


def shape(puzzle: Puzzle, number: int) -> str:
    """The n-th shape, from 0; never the same twice running."""
    order = list(puzzle.level.shapes)
    Random(puzzle.seed).shuffle(order)
    return order[number % len(order)]


class Shapes(Play[Puzzle]):
    """The page is given corners to draw; what they are called is known here."""

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        self._number, self._wrong = 0, 0
        return self._shown()

    def _shown(self) -> Reply:
        random = Random(f"{self.puzzle.seed}:{self._number}")
        level = self.puzzle.level
        return {
            "outline": outline(shape(self.puzzle, self._number)),
            "colours": random.sample(_COLOURS, level.colours),
            "speed": level.speed * random.choice((-1, 1)),
            "turn": random.uniform(0, 6),
        }

    @message
    def name(self, text: str) -> Reply:
        """Is it called so?"""
        given = " ".join(text.casefold().split()).removeprefix("a ").removeprefix("an ")
        if given in NAMES[shape(self.puzzle, self._number)]:
            return self.win()
        self._wrong += 1
        if self._wrong < TRIES:
            return {"wrong": True}
        self._number, self._wrong = self._number + 1, 0
        return {"wrong": True, "next": self._shown()}


GAME = Game(
    family="webgl-text",
    icon="🔷",
    skills=("vision", "typing"),
    variants={
        "easy": Variant(
            "webgl-text-easy",
            "WebGL Text (Easy)",
            "Name the turning shape. It is one that every child knows.",
            "easy",
            Level(_SIMPLE, 0.05, 1),
        ),
        "base": Variant(
            "webgl-text", "WebGL Text", "Name the turning shape.", "easy", Level(_ALL, 0.1, 3)
        ),
        "hard": Variant(
            "webgl-text-hard",
            "WebGL Text (Hard)",
            "Name the shape, fast as it turns.",
            "medium",
            Level(_ALL[3:], 0.4, 4),
        ),
    },
    puzzle=puzzle,
    play=Shapes,
    effort=lambda puzzle: 4,
)
