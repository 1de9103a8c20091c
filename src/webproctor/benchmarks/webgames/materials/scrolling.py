"""The play of all games in which the player must scroll to the end.

The page reports that its end is in view; the recorded inputs must account for the distance.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf
from random import Random

from webproctor.benchmarks.webgames.play import Play, Reply, message
from webproctor.environments.browser.witness import SCROLL_BAR, Input

Distance = tuple[float, float]
"""Pixels to the right and down."""
# The maximum distance that a key scrolls: a line, a viewport, or everything.
_KEYS: Mapping[str, Distance] = {
    "ArrowDown": (0, 60),
    "ArrowRight": (60, 0),
    "PageDown": (0, 1200),
    " ": (0, 1200),
    "End": (0, inf),
}
# Inputs must account for this share of the distance: browsers do not scroll exactly.
_MINIMUM_SHARE = 0.5


@dataclass(frozen=True)
class Puzzle:
    """What differs between seeds.

    Attributes:
        length: The distance to scroll, in pixels.
        hue: A hue for the colours of the page, 0 to 359.
    """

    length: int
    hue: int


def puzzle(random: Random, length: int) -> Puzzle:
    """Return a puzzle whose length is that of the level, or up to a tenth more."""
    return Puzzle(length + random.randint(0, length // 10), random.randrange(360))


class Scrolling(Play[Puzzle]):
    """Wins when the end is in view and the inputs can have scrolled there."""

    def view(self, path: str) -> Reply | None:
        return None if path else {"length": self.puzzle.length, "hue": self.puzzle.hue}

    @message
    def arrived(self, right: float, down: float) -> Reply:
        """Check that the inputs can have scrolled to the end, which is in view.

        Args:
            right, down: The distance scrolled, in pixels. Inputs need not account for all of it,
                because some actions scroll to an element by themselves.
        """
        distances = [_max_distance(event) for event in self.evidence.inputs]
        max_right, max_down = (sum(distance[axis] for distance in distances) for axis in (0, 1))
        enough = max_right >= _MINIMUM_SHARE * right and max_down >= _MINIMUM_SHARE * down
        return self.win() if enough and max_right + max_down else {"not_scrolled": True}


def _max_distance(event: Input) -> Distance:
    """Return the maximum distance that an input can scroll to the right and down."""
    if event.kind == "wheel":
        right, down = (max(0, float(pixels)) for pixels in event.detail.split(","))
        return right, down
    if event.kind == "key":
        return _KEYS.get(event.detail, (0, 0))
    return (inf, inf) if event.kind == "down" and event.target == SCROLL_BAR else (0, 0)
