"""Emoji remember: find a sequence of emoji by trial and error, and remember it.

In every step the player selects one of several emoji. The player wins by selecting all correct ones
in a row; an incorrect one restarts the sequence.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from webproctor.benchmarks.webgames.play import (
    SEED_BITS,
    Game,
    Play,
    Refused,
    Reply,
    Variant,
    message,
)

EMOJI = (
    "🍎🍐🍊🍋🍌🍉🍇🍓🍒🥦🥕🌽🍅🍞🧀🥚🍕🍩🍪🐶🐱🐭🐰🦊🐻"
    "🐼🐯🐸🐵🐔🐧🦉🐝🦋🐞🚗🚌🚲🚂🚀⏰💡🔑🎁🎈🎲🎸🎺⚽🏀"
)


@dataclass(frozen=True)
class Level:
    """The parameters of a variant.

    Attributes:
        length: The number of steps.
        choices: The number of emoji to choose from in each step.
        keep_visible: Whether all emoji found so far stay visible, instead of only the last one.
    """

    length: int
    choices: int
    keep_visible: bool = False


@dataclass(frozen=True)
class Puzzle:
    """The correct emoji and the choices of each step, the same after every restart.

    Attributes:
        shuffle_seed: Seed of the order in which the choices are shown.
    """

    sequence: Sequence[str]
    choices: Sequence[Sequence[str]]
    keep_visible: bool
    shuffle_seed: int


def puzzle(random: Random, level: Level) -> Puzzle:
    sequence = random.sample(EMOJI, level.length)
    choices = []
    for correct in sequence:
        others = [emoji for emoji in EMOJI if emoji != correct]
        choices.append((correct, *random.sample(others, level.choices - 1)))
    return Puzzle(
        tuple(sequence), tuple(choices), level.keep_visible, random.getrandbits(SEED_BITS)
    )


class Remember(Play[Puzzle]):
    """Sends the choices of one step at a time; their order changes with every pick.

    Attributes:
        picks: The number of picks since the page was loaded.
    """

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        self._step = 0
        self.picks = 0
        return self._state()

    @message
    def pick(self, picks: int, emoji: str) -> Reply:
        """Check an emoji; an incorrect one restarts the sequence.

        Args:
            picks: The number of picks before this one.
        """
        if picks != self.picks:
            return {}  # A repeated message, which was handled before.
        if self.won or emoji not in self.puzzle.choices[self._step]:
            raise Refused("not one of the choices")
        self.picks += 1
        if emoji != self.puzzle.sequence[self._step]:
            self._step = 0
            return {"wrong": True} | self._state()
        self._step += 1
        return self.win() if self._step == len(self.puzzle.sequence) else self._state()

    def _state(self) -> Reply:
        """Return what the page shows before the next pick."""
        found = list(self.puzzle.sequence[: self._step])
        if not self.puzzle.keep_visible:
            found = ["✱"] * (len(found) - 1) + found[-1:]
        choices = list(self.puzzle.choices[self._step])
        Random(f"{self.puzzle.shuffle_seed}:{self.picks}").shuffle(choices)
        return {
            "picks": self.picks,
            "step": self._step,
            "length": len(self.puzzle.sequence),
            "found": found,
            "choices": choices,
        }


_GOAL = "Find the sequence by trial and error: an incorrect emoji takes you back to the beginning."

GAME = Game(
    family="emoji-remember",
    icon="🧠",
    skills=("memory", "mouse"),
    variants={
        "easy": Variant(
            "emoji-remember-easy",
            "Emoji remember (Easy)",
            _GOAL,
            "easy",
            Level(5, 3, keep_visible=True),
        ),
        "base": Variant("emoji-remember", "Emoji remember", _GOAL, "hard", Level(10, 5)),
        "hard": Variant(
            "emoji-remember-hard", "Emoji remember (Hard)", _GOAL, "hard", Level(15, 6)
        ),
    },
    puzzle=puzzle,
    play=Remember,
    minimum_actions=lambda puzzle: len(puzzle.sequence),
    hidden=lambda puzzle: [separator.join(puzzle.sequence) for separator in (" ", '","')],
)
