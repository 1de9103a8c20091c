"""Emoji remember: discover a sequence by trial and error, and remember it."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from webproctor.benchmarks.webgames.play import Game, Play, Refused, Reply, Variant, message

EMOJI = (
    "🍎🍐🍊🍋🍌🍉🍇🍓🍒🥦🥕🌽🍅🍞🧀🥚🍕🍩🍪🐶🐱🐭🐰🦊🐻"
    "🐼🐯🐸🐵🐔🐧🦉🐝🦋🐞🚗🚌🚲🚂🚀⏰💡🔑🎁🎈🎲🎸🎺⚽🏀"
)


@dataclass(frozen=True)
class Level:
    """Steps, choices per step, and whether all correct emoji so far stay visible."""

    length: int
    choices: int
    trace: bool = False


@dataclass(frozen=True)
class Puzzle:
    """The correct emoji and the choices of each step, the same in every attempt."""

    sequence: Sequence[str]
    choices: Sequence[Sequence[str]]
    trace: bool
    chance: int


def puzzle(random: Random, level: Level) -> Puzzle:
    sequence = random.sample(EMOJI, level.length)
    choices = []
    for right in sequence:
        others = [one for one in EMOJI if one != right]
        choices.append((right, *random.sample(others, level.choices - 1)))
    return Puzzle(tuple(sequence), tuple(choices), level.trace, random.randrange(2**32))


class Remember(Play[Puzzle]):
    """Sends the choices step by step; their order changes with every pick.

    Attributes:
        number: Number of picks since the page was loaded.
    """

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        self._step = 0
        self.number = 0
        return self._shown()

    @message
    def pick(self, number: int, emoji: str) -> Reply:
        """Check the n-th choice; a wrong one leads back to the beginning."""
        if number != self.number:
            return {}  # Sent twice: already judged.
        if self.won or emoji not in self.puzzle.choices[self._step]:
            raise Refused("not one of the choices")
        self.number += 1
        if emoji != self.puzzle.sequence[self._step]:
            self._step = 0
            return {"wrong": True} | self._shown()
        self._step += 1
        return self.win() if self._step == len(self.puzzle.sequence) else self._shown()

    def _shown(self) -> Reply:
        so_far = list(self.puzzle.sequence[: self._step])
        if not self.puzzle.trace:
            so_far = ["✱"] * (len(so_far) - 1) + so_far[-1:]
        choices = list(self.puzzle.choices[self._step])
        Random(f"{self.puzzle.chance}:{self.number}").shuffle(choices)
        return {
            "number": self.number,
            "step": self._step,
            "length": len(self.puzzle.sequence),
            "trace": so_far,
            "choices": choices,
        }


_GOAL = "Find the sequence by trying: a wrong emoji takes you back to the beginning."

GAME = Game(
    family="emoji-remember",
    icon="🧠",
    skills=("memory", "mouse"),
    variants={
        "easy": Variant(
            "emoji-remember-easy", "Emoji remember (Easy)", _GOAL, "easy", Level(5, 3, trace=True)
        ),
        "base": Variant("emoji-remember", "Emoji remember", _GOAL, "hard", Level(10, 5)),
        "hard": Variant(
            "emoji-remember-hard", "Emoji remember (Hard)", _GOAL, "hard", Level(15, 6)
        ),
    },
    puzzle=puzzle,
    play=Remember,
    minimum_actions=lambda puzzle: len(puzzle.sequence),
    hidden=lambda puzzle: [between.join(puzzle.sequence) for between in (" ", '","')],
)
