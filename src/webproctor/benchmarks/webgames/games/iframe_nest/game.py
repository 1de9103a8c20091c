"""Nested Frames: press the button in the innermost of several nested frames."""

from random import Random

from webproctor.benchmarks.webgames.play import Game, Play, Refused, Reply, Variant, message


def puzzle(random: Random, depth: int) -> tuple[int, int]:
    """Return the number of frames, and the number on the button."""
    return depth, random.randint(100, 999)


class Nest(Play[tuple[int, int]]):
    """Serves the content of every frame as a page that only the enclosing page can load."""

    persistent = True

    def view(self, path: str) -> Reply | None:
        depth, number = self.puzzle
        if path not in self._paths:
            return None
        layer = self._paths.index(path)
        return {"layer": layer} | ({"button": number} if layer == depth else {})

    def frame_parent(self, path: str) -> str | None:
        return self._paths[self._paths.index(path) - 1] if path else None

    @property
    def _paths(self) -> list[str]:
        """The paths of the first page and of the frames, from the outermost."""
        return ["", *map(str, range(1, self.puzzle[0] + 1))]

    @message
    def press(self) -> Reply:
        """The player pressed the button."""
        target = f"button-{self.puzzle[1]}"
        if not any(event.target == target for event in self.presses()):
            raise Refused("no press on the button was recorded")
        return self.win()


def _goal(frames: int) -> str:
    return f"Press the button in the innermost of {frames} nested frames."


GAME = Game(
    family="iframe-nest",
    icon="🖼️",
    skills=("frames", "mouse"),
    variants={
        "easy": Variant("iframe-nest-easy", "Nested Frames (Easy)", _goal(3), "easy", 3),
        "base": Variant("iframe-nest", "Nested Frames", _goal(6), "medium", 6),
        "hard": Variant("iframe-nest-hard", "Nested Frames (Hard)", _goal(9), "hard", 9),
    },
    puzzle=puzzle,
    play=Nest,
    minimum_actions=lambda puzzle: 1,
)
