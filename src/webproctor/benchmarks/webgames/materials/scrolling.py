"""The play of all games in which the player must scroll to the end."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf
from random import Random

from webproctor.benchmarks.webgames.play import Play, Reply, message
from webproctor.environments.browser.witness import SCROLL_BAR, Input

Distance = tuple[float, float]
"""Pixels to the right and down."""
# The most that a key scrolls: a line, a viewport, or everything.
_KEYS: Mapping[str, Distance] = {
    "ArrowDown": (0, 60),
    "ArrowRight": (60, 0),
    "PageDown": (0, 1200),
    " ": (0, 1200),
    "End": (0, inf),
}
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
    def arrived(self, right: float, down: float) -> Reply:
        """The end is in view, after scrolling that many pixels to the right and down.

        Not all of it need be the player's: some actions scroll to an element by themselves.
        """
        reaches = [_reach(one) for one in self.evidence.inputs]
        to_right, to_bottom = (sum(reach[axis] for reach in reaches) for axis in (0, 1))
        enough = to_right >= _PART * right and to_bottom >= _PART * down
        return self.win() if enough and to_right + to_bottom else {"unseen": True}


def _reach(one: Input) -> Distance:
    """Return how far an input can scroll at most."""
    if one.kind == "wheel":
        right, down = (abs(float(way)) for way in one.detail.split(","))
        return right, down
    if one.kind == "key":
        return _KEYS.get(one.detail, (0, 0))
    return (inf, inf) if one.kind == "down" and one.target == SCROLL_BAR else (0, 0)
