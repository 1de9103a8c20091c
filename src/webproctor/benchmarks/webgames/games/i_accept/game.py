"""I Accept: confirm the statements of a form, as a role in a theatre play."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from webproctor.benchmarks.webgames.play import Game, Play, Reply, Variant, message

_ROLES = ("a night watchman", "the lighthouse keeper", "a circus director", "the ship's cook")


@dataclass(frozen=True)
class Level:
    """The number of checkboxes, whether they start checked, and whether a phrase is required."""

    boxes: int
    ticked: bool = False
    phrase: bool = False


@dataclass(frozen=True)
class Puzzle:
    role: str
    boxes: Sequence[str]
    ticked: bool
    phrase: str


def puzzle(random: Random, level: Level) -> Puzzle:
    role = random.choice(_ROLES)
    number = random.randint(100, 999)
    boxes = (
        f"In this play I am {role}, a human being of flesh and blood.",
        f"I have read article {number} of the theatre's rules, in my role.",
    )
    phrase = f"As {role} I am human" if level.phrase else ""
    return Puzzle(role, boxes[: level.boxes], level.ticked, phrase)


class Accept(Play[Puzzle]):
    """Accepts the declaration only if it is complete."""

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        shown = self.puzzle
        return {
            "role": shown.role,
            "boxes": shown.boxes,
            "ticked": shown.ticked,
            "phrase": shown.phrase,
        }

    @message
    def submit(self, ticked: list[bool], phrase: str = "") -> Reply:
        """Submit the declaration."""
        complete = len(ticked) == len(self.puzzle.boxes) and all(ticked)
        if complete and phrase == self.puzzle.phrase:
            return self.win()
        return {"missing": "phrase" if complete else "boxes"}


_GOAL = "The theatre's door opens to whoever hands in the declaration of its play. Hand it in."

GAME = Game(
    family="i-accept",
    icon="✅",
    skills=("forms", "judgement"),
    variants={
        "easy": Variant("i-accept-easy", "I Accept (Easy)", _GOAL, "easy", Level(1, ticked=True)),
        "base": Variant("i-accept", "I Accept", _GOAL, "easy", Level(1)),
        "hard": Variant("i-accept-hard", "I Accept (Hard)", _GOAL, "hard", Level(2, phrase=True)),
    },
    puzzle=puzzle,
    play=Accept,
    minimum_actions=lambda puzzle: (
        1 + (0 if puzzle.ticked else len(puzzle.boxes)) + bool(puzzle.phrase)
    ),
)
