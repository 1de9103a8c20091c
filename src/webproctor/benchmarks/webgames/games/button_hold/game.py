"""Button Hold: hold a button down for several seconds.

The time is that between the recorded press and release.
"""

from random import Random

from webproctor.benchmarks.webgames.play import Difficulty, Game, Play, Reply, Variant, message
from webproctor.environments.browser.witness import Input


def puzzle(random: Random, seconds: float) -> float:
    """Return the seconds for which to hold the button: about the level's, in tenths."""
    return round(seconds + random.randint(-2, 2) / 10, 1)


class ButtonHold(Play[float]):
    """Judges by the times of the recorded press and release."""

    def view(self, path: str) -> Reply | None:
        return None if path else {"seconds": self.puzzle}

    @message
    def held(self) -> Reply:
        """Check whether the button was held long enough; it may be released by now."""
        now = self.evidence.now()
        pressed_at: float | None = None
        key = ""  # The key that holds the button; "" for the mouse.
        durations = [0.0]
        for event in self.evidence.inputs:
            is_key = event.kind == "key" and event.detail in (" ", "Enter")
            is_press = event.kind == "down" or is_key
            if is_press and event.target == "hold" and pressed_at is None:
                pressed_at, key = event.at, event.detail if is_key else ""
            elif _is_release(event, key) and pressed_at is not None:
                durations.append(event.at - pressed_at)
                pressed_at = None
        if pressed_at is not None:
            durations.append(now - pressed_at)
        longest = max(durations)
        return self.win() if longest >= self.puzzle - self.SLACK else {"held": longest}


def _is_release(event: Input, key: str) -> bool:
    """Return whether an input ends a press by this key, or by the mouse if it is ""."""
    return event.kind == "keyup" and event.detail == key if key else event.kind == "up"


def _variant(id: str, suffix: str, difficulty: Difficulty, seconds: float) -> Variant[float]:
    goal = "Press the round button and hold it down for as long as it says."
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
    play=ButtonHold,
    minimum_actions=lambda puzzle: 1,
    timed=True,
)
