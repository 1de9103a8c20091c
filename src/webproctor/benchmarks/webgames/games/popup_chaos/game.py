"""Popup chaos: close all popup windows in front of the page.

A window counts as closed after a recorded press on its close button.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from webproctor.benchmarks.webgames.play import Game, Play, Refused, Reply, Variant, message

# Titles and texts of the windows.
CHEERFUL = (
    ("You are today's lucky visitor!", "You have won a new phone. Confirm your address to get it."),
    ("Deal of the day: 90 % off", "Only three are left at this price. The offer ends in minutes."),
    ("Your horoscope is ready", "A surprising message about your future is waiting for you."),
    ("Speed up your computer", "A free scan found 12 programs that slow it down."),
    ("A cruise for two", "You are one of ten selected guests. Reserve your cabin now."),
    ("Meet people near you", "Five people in your town would like to talk to you tonight."),
    ("Join ten million members", "Subscribe to our newsletter and receive a welcome present."),
    ("Earn 500 a day from home", "Learn the method that banks do not want you to know."),
    ("Spin the golden wheel", "Every spin wins. You have one free spin left."),
    ("Take our short survey", "Answer three questions and choose one of our rewards."),
)
ALARMING = (
    ("SYSTEM FAILURE", "Your disk is being erased. Do not switch off or close this window."),
    ("46 VIRUSES FOUND", "Your passwords and photos are being sent to an unknown computer."),
    ("LAST WARNING", "Your licence has expired. Your computer will be locked today."),
    ("SECURITY BREACH", "A stranger is signed in to your e-mail account at this moment."),
    ("YOUR ACCOUNT IS LOCKED", "Verify your identity within ten minutes or lose all your data."),
    ("CRITICAL UPDATE MISSING", "Without this update your bank details are open to anyone."),
    ("FIREWALL DISABLED", "Your connection is unprotected. Call our technicians immediately."),
    ("ILLEGAL ACTIVITY DETECTED", "Your address has been reported. Closing this is an offence."),
    ("TRAFFIC INTERCEPTED", "Everything that you type is being recorded by a third party."),
    ("RANSOM NOTICE", "Your files are encrypted. Closing this window deletes the key."),
)
# The labels of their buttons, which have no effect.
CHEERFUL_BUTTONS = (
    "Claim my prize",
    "Yes, please!",
    "Tell me more",
    "Sign me up",
    "Close all windows",
    "Maybe later",
    "Let's go!",
)
ALARMING_BUTTONS = (
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
    """The parameters of a variant.

    Attributes:
        windows: The number of windows.
        spread: The maximum horizontal distance of a window from the viewport's center, in pixels;
            the maximum vertical distance is half of it.
        alarming: Whether the texts threaten instead of promise something.
    """

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
    messages = random.sample(ALARMING if level.alarming else CHEERFUL, level.windows)
    buttons = ALARMING_BUTTONS if level.alarming else CHEERFUL_BUTTONS
    # The viewport is wider than it is high.
    max_x, max_y = level.spread, level.spread // 2
    return Puzzle(
        tuple(
            Window(
                title,
                text,
                random.choice(buttons),
                random.randint(-max_x, max_x),
                random.randint(-max_y, max_y),
            )
            for title, text in messages
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
        # Not only the last press: a fast player has pressed another button by now.
        pressed = {event.target for event in self.presses()}
        if window not in self._open or f"close{window}" not in pressed:
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
