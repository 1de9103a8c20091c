"""Prompt Defender: continue past false endings; only the last password counts.

The server sends one screen after another; the player wins with the last one.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from webproctor.benchmarks.webgames.passwords import words
from webproctor.benchmarks.webgames.play import Game, Play, Reply, Variant, message

# The label of the button of a false ending, and a text that discourages pressing it.
_BUTTONS = (
    ("More details", "There is no need to read on."),
    ("Continue anyway", "Everything is done. You may close this page."),
    ("Try your luck", "Nobody has ever found anything beyond this page."),
)


class Decoy(NamedTuple):
    """A false ending: its password, the label of the button that continues, and a text."""

    password: str
    button: str
    text: str


@dataclass(frozen=True)
class Puzzle:
    """The false endings, in the order in which they are shown."""

    decoys: Sequence[Decoy]


def puzzle(random: Random, count: int) -> Puzzle:
    """Generate a number of false endings."""
    decoys = []
    for button, text in random.sample(_BUTTONS, count):
        password = "-".join([*random.sample(words(), 3), f"{random.randrange(10_000):04}"])
        decoys.append(Decoy(password, button, text))
    return Puzzle(tuple(decoys))


class PromptDefender(Play[Puzzle]):
    """Sends the screens one by one; the real password is generated only after the last."""

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        self._screen = 0
        return {"decoys": len(self.puzzle.decoys)}

    @message
    def next_screen(self, shown: int) -> Reply:
        """Return the next screen, or win after the last one.

        Args:
            shown: The number of false endings that the player has seen.
        """
        if shown != self._screen:
            return {}  # Sent twice: a second click does not skip a screen.
        if self._screen == len(self.puzzle.decoys):
            return self.win()
        decoy = self.puzzle.decoys[self._screen]
        self._screen += 1
        # The kit shows a `password` of a reply as the real one.
        return {"false_password": decoy.password, "button": decoy.button, "text": decoy.text}


_GOAL = "Go through all screens. Some only look like the end: only the last password counts."

GAME = Game(
    family="prompt-defender",
    icon="🧠",
    skills=("judgement", "mouse"),
    variants={
        "easy": Variant("prompt-defender-easy", "Prompt Defender (Easy)", _GOAL, "easy", 0),
        "base": Variant("prompt-defender", "Prompt Defender", _GOAL, "medium", 1),
        "hard": Variant("prompt-defender-hard", "Prompt Defender (Hard)", _GOAL, "hard", 2),
    },
    puzzle=puzzle,
    play=PromptDefender,
    minimum_actions=lambda puzzle: 1 + len(puzzle.decoys),
    hidden=lambda puzzle: tuple(text for decoy in puzzle.decoys for text in decoy),
)
