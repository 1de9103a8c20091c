"""The play of all games in which the player must scroll to the end."""

from dataclasses import dataclass
from math import inf
from random import Random

from webproctor.benchmarks.webgames.play import Play, Reply, message
from webproctor.environments.browser.witness import Input

# The most pixels that a key scrolls: a line, a viewport, or everything.
_KEYS = {"ArrowDown": 60, "ArrowRight": 60, "PageDown": 1200, " ": 1200, "End": inf}
# The share of the distance that the inputs must account for: browsers do not scroll exactly.
_PART = 0.5


@dataclass(frozen=True)
class Puzzle:
    """The distance to scroll, in pixels, and a hue, 0 to 359, for the page's appearance."""

    length: int
    hue: int


def puzzle(random: Random, length: int) -> Puzzle:
    """Return a distance of the level's length or up to a tenth longer."""
    return Puzzle(length + random.randint(0, length // 10), random.randrange(360))


class Scrolling(Play[Puzzle]):
    """The page reports that its end is in view; recorded inputs must account for the distance."""

    def view(self, path: str) -> Reply | None:
        return None if path else {"length": self.puzzle.length, "hue": self.puzzle.hue}

    @message
    def arrived(self, far: float) -> Reply:
        """The end is in view.

        Args:
            far: Pixels scrolled, horizontally and vertically together.
        """
        reach = sum(map(_pixels, self.evidence.inputs))
        return self.win() if reach > _PART * far else {"unseen": True}


def _pixels(one: Input) -> float:
    """Return the most pixels that an input can scroll."""
    if one.kind == "wheel":
        return sum(abs(float(way)) for way in one.detail.split(","))
    if one.kind == "key":
        return _KEYS.get(one.detail, 0)
    # A press outside all elements may be on a scroll bar.
    return inf if one.kind == "down" and not one.target else 0
