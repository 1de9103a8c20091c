"""Key Combo: press a combination of keys, and no other key at the same time."""

from random import Random

from webproctor.benchmarks.webgames.play import Difficulty, Game, Play, Reply, Variant, message

# Letters that browsers do not use in shortcuts with Control and Shift.
LETTERS = "fghluvxz"


def puzzle(random: Random, modifiers: tuple[str, ...]) -> tuple[str, ...]:
    """Return the modifiers and a letter."""
    return (*modifiers, random.choice(LETTERS))


class Combo(Play[tuple[str, ...]]):
    """Checks which recorded keys are down at the same time.

    The page says which keys are down, because the release of a key in another window is not
    recorded.
    """

    def view(self, path: str) -> Reply | None:
        return None if path else {"keys": [*self.puzzle[:-1], self.puzzle[-1].upper()]}

    @message
    def pressed(self, keys: list[str]) -> Reply:
        """The player pressed a key; `keys` are all keys that are down now."""
        required, down = {key.lower() for key in self.puzzle}, set[str]()
        if {key.lower() for key in keys} != required:
            return {}
        for event in self.evidence.inputs:
            if event.kind == "key":
                down.add(event.detail.lower())
                if required <= down:
                    return self.win()
            elif event.kind == "keyup":
                down.discard(event.detail.lower())
        return {}


def _variant(id: str, suffix: str, difficulty: Difficulty, *keys: str) -> Variant[tuple[str, ...]]:
    goal = "Press the keys shown, all at once and no others."
    return Variant(id, f"Key Combo{suffix}", goal, difficulty, keys)


GAME = Game(
    family="key-combo",
    icon="💻",
    skills=("keyboard",),
    variants={
        "easy": _variant("key-combo-easy", " (Easy)", "easy", "Shift"),
        "base": _variant("key-combo", "", "easy", "Control", "Shift"),
        "hard": _variant("key-combo-hard", " (Hard)", "hard", "Control", "Alt", "Shift"),
    },
    puzzle=puzzle,
    play=Combo,
    minimum_actions=len,
)
