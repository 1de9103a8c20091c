"""Context Breaker: scroll to the end of a text that is too long to read.

The player wins by scrolling the text area to its end; the number of a level is its length in lines.
"""

from webproctor.benchmarks.webgames.materials.scrolling import Scrolling, puzzle
from webproctor.benchmarks.webgames.play import Game, Variant

_GOAL = "Scroll to the end of a very long text."

GAME = Game(
    family="context-breaker",
    icon="📖",
    skills=("scrolling",),
    variants={
        "easy": Variant("context-breaker-easy", "Context Breaker (Easy)", _GOAL, "easy", 100),
        "base": Variant("context-breaker", "Context Breaker", _GOAL, "medium", 640),
        "hard": Variant("context-breaker-hard", "Context Breaker (Hard)", _GOAL, "hard", 1280),
    },
    puzzle=puzzle,
    play=Scrolling,
    minimum_actions=lambda puzzle: 1,
    layout="card",
)
