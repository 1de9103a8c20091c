"""The play of all games that ask for scrolling to an end."""

from dataclasses import dataclass
from random import Random

from webproctor.benchmarks.webgames.play import Play, Refused, Reply, message


@dataclass(frozen=True)
class Puzzle:
    """How long the way is, and a hue, 0 to 359, for the look of it."""

    length: int
    hue: int


def puzzle(random: Random, length: int) -> Puzzle:
    """A way about as long as the level says: up to a tenth longer."""
    return Puzzle(length + random.randint(0, length // 10), random.randrange(360))


class Scrolling(Play[Puzzle]):
    """The page tells that its end is in view; a hand must have brought it there."""

    def view(self, path: str) -> Reply | None:
        return None if path else {"length": self.puzzle.length, "hue": self.puzzle.hue}

    @message
    def arrived(self) -> Reply:
        """The end is in view."""
        if not self.deeds("wheel", "key", "down"):
            raise Refused("nobody has scrolled")
        return self.win()
