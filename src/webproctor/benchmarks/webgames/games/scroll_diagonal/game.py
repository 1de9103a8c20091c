"""Diagonal Scroll: scroll a page in both directions to the box in its bottom right corner.

The level is the number of boxes on each side. Inputs that can scroll that far must be recorded.
"""

from webproctor.benchmarks.webgames.materials.scrolling import Scrolling, puzzle
from webproctor.benchmarks.webgames.play import Game, Variant

_GOAL = "Scroll to the box in the bottom right corner."

GAME = Game(
    family="scroll-diagonal",
    icon="🧭",
    skills=("scrolling",),
    variants={
        "easy": Variant("scroll-diagonal-easy", "Diagonal Scroll (Easy)", _GOAL, "easy", 5),
        "base": Variant("scroll-diagonal", "Diagonal Scroll", _GOAL, "medium", 20),
        "hard": Variant("scroll-diagonal-hard", "Diagonal Scroll (Hard)", _GOAL, "hard", 50),
    },
    puzzle=puzzle,
    play=Scrolling,
    minimum_actions=lambda puzzle: 1,
    layout="full",
)
