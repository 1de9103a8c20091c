"""Human Verification: tick a box in a frame, and pick the pictures that are asked for."""

from dataclasses import dataclass
from random import Random

from webproctor.benchmarks.webgames.games.robo_check.tiles import SIDE, THINGS, sheet
from webproctor.benchmarks.webgames.play import File, Game, Play, Refused, Reply, Variant, message

# Seconds in which one round of pictures must be done, where there is a limit.
LIMIT = 60.0


@dataclass(frozen=True)
class Level:
    """Pictures in a row (0: none), rounds, seconds of waiting at the end, whether time is short."""

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
    """What is wanted, and what the pictures show."""

    wanted: str
    things: tuple[str, ...]

    @property
    def right(self) -> set[int]:
        return {n for n, thing in enumerate(self.things) if thing == self.wanted}


def puzzle(random: Random, level: Level) -> Puzzle:
    return Puzzle(level, random.getrandbits(32))


def pictures(puzzle: Puzzle, number: int) -> Round:
    """The n-th round of pictures, from 0: after a mistake there is another one."""
    random = Random(f"{puzzle.seed}:{number}")
    many = puzzle.level.across**2
    wanted = random.choice(list(THINGS))
    others = [thing for thing in THINGS if thing != wanted]
    right = random.randint(many // 4, many // 2)
    things = [wanted] * right + random.choices(others, k=many - right)
    random.shuffle(things)
    return Round(wanted, tuple(things))


class Captcha(Play[Puzzle]):
    """What was picked is seen by the witness; the names of the pictures stay here."""

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

    def held_by(self, path: str) -> str | None:
        return "" if path == "widget" else None

    def file(self, name: str) -> File | None:
        if name != f"round-{self._number}.png" or self._number < 0:
            return None
        shown = pictures(self.puzzle, self._number)
        chance = Random(f"{self.puzzle.seed}:{self._number}:paint")
        return File(sheet(shown.things, self.puzzle.level.across, chance), "image/png")

    @message
    def tick(self) -> Reply:
        """The box was ticked."""
        if not any(
            one.target == "human" and one.kind in ("down", "key") for one in self.table.inputs
        ):
            raise Refused("no press on the box was seen")
        return self._next() if self.puzzle.level.rounds else self._pass()

    @message
    def verify(self) -> Reply:
        """The player has picked the pictures."""
        level = self.puzzle.level
        if self._number < 0:
            raise Refused("there are no pictures yet")
        late = level.limited and self.table.now() > self._since + LIMIT + self.SLACK
        if late:
            self.timeouts += 1
            return {"late": True} | self._next()
        if self._picked() != pictures(self.puzzle, self._number).right:
            self._done = 0
            return {"wrong": True} | self._next()
        self._done += 1
        return self._pass() if self._done == level.rounds else self._next()

    @message
    def finish(self) -> Reply:
        """The check has been running for as long as it takes."""
        delay = self.puzzle.level.delay
        if self._passed is None or self.table.now() < self._passed + delay - self.SLACK:
            raise Refused("the check is not done")
        return self.win()

    def _next(self) -> Reply:
        self._number += 1
        self._since = self.table.now()
        self._first = len(self.table.inputs)
        shown = pictures(self.puzzle, self._number)
        level = self.puzzle.level
        return {
            "round": self._number,
            "across": level.across,
            "wanted": shown.wanted,
            "limit": LIMIT if level.limited else None,
        }

    def _pass(self) -> Reply:
        self._passed = self.table.now()
        return {"wait": self.puzzle.level.delay * 1000}

    def _picked(self) -> set[int]:
        picked: set[int] = set()
        for one in self.table.inputs[self._first :]:
            pressed = one.kind == "down" and one.detail == "left"
            pressed = pressed or (one.kind == "key" and one.detail in (" ", "Enter"))
            if pressed and one.target.startswith("tile-"):
                picked ^= {int(one.target.removeprefix("tile-"))}
        return picked


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
            Level(3, 1),
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
    effort=lambda puzzle: 1 if not puzzle.level.rounds else puzzle.level.rounds + 2,
)
