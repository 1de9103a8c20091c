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
        if path and not (path.isdecimal() and 1 <= int(path) <= depth):
            return None
        layer = int(path or 0)
        return {"layer": layer} | ({"button": number} if layer == depth else {})

    def frame_parent(self, path: str) -> str | None:
        return str(int(path) - 1).removeprefix("0") if path.isdecimal() else None

    @message
    def press(self) -> Reply:
        """The player pressed the button."""
        target = f"button-{self.puzzle[1]}"
        inputs = [event for event in self.evidence.inputs if event.target == target]
        if not any(event.kind in ("down", "key") for event in inputs):
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
