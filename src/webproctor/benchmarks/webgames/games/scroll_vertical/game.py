"""Scroll vertical: scroll down a long page to its last box.

The level is the number of boxes. Inputs that can scroll that far must be recorded.
"""

from webproctor.benchmarks.webgames.materials.scrolling import Scrolling, puzzle
from webproctor.benchmarks.webgames.play import Game, Variant

_GOAL = "Scroll down to the very last box."

GAME = Game(
    family="scroll-vertical",
    icon="⬇️",
    skills=("scrolling",),
    variants={
        "easy": Variant("scroll-vertical-easy", "Scroll vertical (Easy)", _GOAL, "easy", 20),
        "base": Variant("scroll-vertical", "Scroll vertical", _GOAL, "easy", 50),
        "hard": Variant("scroll-vertical-hard", "Scroll vertical (Hard)", _GOAL, "hard", 100),
    },
    puzzle=puzzle,
    play=Scrolling,
    minimum_actions=lambda puzzle: 1,
    layout="card",
)
