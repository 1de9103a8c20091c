"""Button Hold: keep a button pressed for some seconds."""

from random import Random

from webproctor.benchmarks.webgames.play import (
    Difficulty,
    Game,
    Play,
    Refused,
    Reply,
    Variant,
    message,
)


def puzzle(random: Random, seconds: float) -> float:
    """About as long as the level says, to a tenth of a second."""
    return round(seconds + random.randint(-2, 2) / 10, 1)


class Hold(Play[float]):
    """Judged by when the press was seen, and that nothing let go since."""

    def view(self, path: str) -> Reply | None:
        return None if path else {"seconds": self.puzzle}

    @message
    def held(self) -> Reply:
        """The button has been held long enough, says the page."""
        pressed: float | None = None
        for one in self.table.inputs:
            if one.kind in ("up", "keyup"):
                pressed = None
            elif (
                one.target == "hold"
                and pressed is None
                and (one.kind == "down" or (one.kind == "key" and one.detail in (" ", "Enter")))
            ):
                pressed = one.at
        if pressed is None:
            raise Refused("nothing is being held")
        held = self.table.now() - pressed
        return self.win() if held >= self.puzzle - self.SLACK else {"held": held}


def _variant(id: str, suffix: str, difficulty: Difficulty, seconds: float) -> Variant[float]:
    goal = "Press the round button and keep it pressed for as long as it says."
    return Variant(id, f"Button Hold{suffix}", goal, difficulty, seconds)


GAME = Game(
    family="button-hold",
    icon="👇",
    skills=("mouse", "timing"),
    variants={
        "easy": _variant("button-hold-easy", " (Easy)", "easy", 1),
        "base": _variant("button-hold", "", "easy", 3),
        "hard": _variant("button-hold-hard", " (Hard)", "hard", 5),
    },
    puzzle=puzzle,
    play=Hold,
    effort=lambda puzzle: 1,
    timed=True,
)
