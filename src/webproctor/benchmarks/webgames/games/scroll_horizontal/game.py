"""Scroll horizontal: scroll a row of boxes to its last one.

The level is the number of boxes. Inputs that can scroll that far must be recorded.
"""

from webproctor.benchmarks.webgames.materials.scrolling import Scrolling, puzzle
from webproctor.benchmarks.webgames.play import Game, Variant

_GOAL = "Scroll to the right, to the very last box."

GAME = Game(
    family="scroll-horizontal",
    icon="➡️",
    skills=("scrolling",),
    variants={
        "easy": Variant("scroll-horizontal-easy", "Scroll horizontal (Easy)", _GOAL, "easy", 10),
        "base": Variant("scroll-horizontal", "Scroll horizontal", _GOAL, "easy", 50),
        "hard": Variant("scroll-horizontal-hard", "Scroll horizontal (Hard)", _GOAL, "hard", 100),
    },
    puzzle=puzzle,
    play=Scrolling,
    minimum_actions=lambda puzzle: 1,
    layout="card",
)
