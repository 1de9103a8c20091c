"""Button Hold: hold a button down for several seconds."""

from random import Random

from webproctor.benchmarks.webgames.play import Difficulty, Game, Play, Reply, Variant, message


def puzzle(random: Random, seconds: float) -> float:
    """Return about the level's number of seconds, rounded to a tenth."""
    return round(seconds + random.randint(-2, 2) / 10, 1)


class Hold(Play[float]):
    """Judges by the times of the recorded press and release."""

    def view(self, path: str) -> Reply | None:
        return None if path else {"seconds": self.puzzle}

    @message
    def held(self) -> Reply:
        """The page reports that the button was held long enough; it may be released by now."""
        now = self.evidence.now()
        pressed: float | None = None
        held = [0.0]
        for one in self.evidence.inputs:
            down = one.kind == "down" or (one.kind == "key" and one.detail in (" ", "Enter"))
            if down and one.target == "hold" and pressed is None:
                pressed = one.at
            elif one.kind in ("up", "keyup") and pressed is not None:
                held.append(one.at - pressed)
                pressed = None
        if pressed is not None:
            held.append(now - pressed)
        return self.win() if max(held) >= self.puzzle - self.SLACK else {"held": max(held)}


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
    minimum_actions=lambda puzzle: 1,
    timed=True,
)
