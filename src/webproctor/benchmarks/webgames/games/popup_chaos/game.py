"""Popup chaos: close all popup windows in front of the page."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from webproctor.benchmarks.webgames.play import Game, Play, Refused, Reply, Variant, message

# (title, text) of the windows, and the labels of their buttons, which have no effect.
CHEERFUL = (
    ("You are our lucky visitor!", "A prize has been put aside for you. Guess which one it is!"),
    ("Wow, what a bargain!", "Ninety percent off everything that you never wanted."),
    ("Your horoscope is here", "Today is a good day to click on things. Many things."),
    ("Download more memory", "Your computer could be twice as fast by tonight."),
    ("A cruise for two", "You were picked out of one person. Bring sun cream."),
    ("Free kittens, delivered", "They are fluffy, they are free, they are not real."),
    ("Join ten million members", "Our newsletter comes only forty times a day."),
    ("Earn money asleep", "A neighbour of yours has found a trick that pillows hate."),
    ("Spin the golden wheel", "Every turn wins. What it wins is a surprise."),
    ("Take our tiny survey", "Only three hundred questions, and your favourite colour."),
)
ALARMING = (
    ("SYSTEM FAILURE", "Your disk is melting. Do not switch off. Do not breathe."),
    ("46 VIRUSES FOUND", "Your files are being eaten at this very moment."),
    ("LAST WARNING", "Your licence for this mouse pointer has run out."),
    ("SECURITY BREACH", "Somebody in your street knows what you had for breakfast."),
    ("YOUR ACCOUNT IS LOCKED", "Act within ten seconds, or it will be locked even more."),
    ("CRITICAL UPDATE MISSING", "Without it your screen may turn upside down."),
    ("FIREWALL ON FIRE", "Flames have reached port 443. Step back from the desk."),
    ("MEMORY LEAK", "Place a bucket below your computer and call our experts."),
    ("TRAFFIC INTERCEPTED", "Every word you type is being read out aloud."),
    ("BATTERY OVERLOAD", "Your battery holds too much. Share it with us now."),
)
PLEASANT_BUTTONS = (
    "Claim my prize",
    "Yes, please!",
    "Tell me more",
    "Sign me up",
    "Close all windows",
    "Maybe later",
    "Let's go!",
)
SCARY_BUTTONS = (
    "Repair now",
    "Remove all threats",
    "Call support",
    "Unlock",
    "Scan again",
    "Allow access",
    "Ignore at my own risk",
)


@dataclass(frozen=True)
class Level:
    """The number of windows, and their maximum distance from the viewport's center in pixels."""

    windows: int
    spread: int
    alarming: bool = False


@dataclass(frozen=True)
class Window:
    """A window; `x` and `y` are its center, in pixels from the center of the viewport."""

    title: str
    text: str
    button: str
    x: int
    y: int


@dataclass(frozen=True)
class Puzzle:
    """The windows, from the bottom to the top of the stack."""

    windows: Sequence[Window]
    alarming: bool


def puzzle(random: Random, level: Level) -> Puzzle:
    told = random.sample(ALARMING if level.alarming else CHEERFUL, level.windows)
    buttons = SCARY_BUTTONS if level.alarming else PLEASANT_BUTTONS
    # The viewport is wider than it is high.
    wide, high = level.spread, level.spread // 2
    return Puzzle(
        tuple(
            Window(
                title,
                text,
                random.choice(buttons),
                random.randint(-wide, wide),
                random.randint(-high, high),
            )
            for title, text in told
        ),
        level.alarming,
    )


class PopupChaos(Play[Puzzle]):
    """Closes a window only after a recorded press on its close button."""

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        self._open = set(range(len(self.puzzle.windows)))
        windows = [vars(window) for window in self.puzzle.windows]
        return {"windows": windows, "alarming": self.puzzle.alarming}

    @message
    def close(self, window: int) -> Reply:
        """Close a window."""
        press = next(
            (one for one in reversed(self.evidence.inputs) if one.kind in ("down", "key")), None
        )
        if window not in self._open or press is None or press.target != f"close{window}":
            raise Refused("no input on the close button of this window was recorded")
        self._open.remove(window)
        return {} if self._open else self.win()


_GOAL = "Close all the windows that have popped up."

GAME = Game(
    family="popup-chaos",
    icon="🪟",
    skills=("mouse", "windows"),
    variants={
        "easy": Variant(
            "popup-chaos-easy", "Popup chaos (Easy)", _GOAL, "easy", Level(windows=2, spread=100)
        ),
        "base": Variant("popup-chaos", "Popup chaos", _GOAL, "medium", Level(5, spread=300)),
        "hard": Variant(
            "popup-chaos-hard",
            "Popup chaos (Hard)",
            _GOAL,
            "hard",
            Level(8, spread=400, alarming=True),
        ),
    },
    puzzle=puzzle,
    play=PopupChaos,
    minimum_actions=lambda puzzle: len(puzzle.windows),
)
