"""Right Click: open the context menu at the right place."""

from dataclasses import dataclass
from random import Random

from webproctor.benchmarks.webgames.play import Game, Play, Refused, Reply, Variant, message

CORNERS = ("top left", "top right", "bottom left", "bottom right")


@dataclass(frozen=True)
class Puzzle:
    """How many tiles there are, and where the spot is, if it is not a whole tile."""

    tiles: int
    tile: int
    corner: str
    small: bool


def puzzle(random: Random, level: str) -> Puzzle:
    if level != "hard":
        return Puzzle(1, 0, "", level == "base")
    return Puzzle(3, random.randrange(3), random.choice(CORNERS), True)


class Menu(Play[Puzzle]):
    """Judged by where the context menu was seen to be asked for."""

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        shown = self.puzzle
        return {
            "tiles": shown.tiles,
            "tile": shown.tile,
            "corner": shown.corner,
            "small": shown.small,
        }

    @message
    def menu(self) -> Reply:
        """The context menu was asked for."""
        asked = [one for one in self.table.inputs if one.kind == "menu"]
        if not asked:
            raise Refused("no context menu was asked for")
        return self.win() if asked[-1].target == "spot" else {"missed": True}


GAME = Game(
    family="right-click",
    icon="🖱",
    skills=("mouse",),
    variants={
        "easy": Variant(
            "right-click-easy",
            "Right Click (Easy)",
            "Right-click the big green area.",
            "easy",
            "easy",
        ),
        "base": Variant("right-click", "Right Click", "Right-click the card.", "easy", "base"),
        "hard": Variant(
            "right-click-hard",
            "Right Click (Hard)",
            "Find the small blue spot on one of the tiles and right-click it.",
            "hard",
            "hard",
        ),
    },
    puzzle=puzzle,
    play=Menu,
    effort=lambda puzzle: 1,
)
