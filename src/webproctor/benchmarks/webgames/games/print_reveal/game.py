"""Print to Reveal: print the page and enter the code that only the printed page shows.

The code is sent while the page is printed, and counts only after a recorded print.
"""

from random import Random

from webproctor.benchmarks.webgames.play import Game, Play, Reply, Variant, message

# Without letters and digits that look alike.
_CHARACTERS = "ACDEFHJKLMNPRTUVWXY3479"


def puzzle(random: Random, level: None) -> str:
    return "-".join("".join(random.choices(_CHARACTERS, k=4)) for _ in range(2))


class PrintReveal(Play[str]):
    """Sends the code when the page is about to be printed; checks it only after a print."""

    def view(self, path: str) -> Reply | None:
        return None if path else {}

    @message
    def printing(self) -> Reply:
        """Return the code for the page that is about to be printed."""
        return {"code": self.puzzle}

    @message
    def check(self, code: str) -> Reply:
        """Check the entered code."""
        if not self.count_inputs("print"):
            return {"wrong": "Nothing has been printed yet."}
        return self.win() if code.strip() == self.puzzle else {"wrong": "That code is incorrect."}


GAME = Game(
    family="print-reveal",
    icon="🖨️",
    skills=("browser", "reading"),
    variants={
        "base": Variant(
            "print-reveal",
            "Print to Reveal",
            "Print this page. The code appears only on the printed page; enter it here.",
            "medium",
            None,
        ),
    },
    puzzle=puzzle,
    play=PrintReveal,
    minimum_actions=lambda puzzle: 3,
    hidden=lambda puzzle: (puzzle,),
)
