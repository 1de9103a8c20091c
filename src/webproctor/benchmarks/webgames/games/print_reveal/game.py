"""Print to Reveal: a code that appears only on the printed page."""

from random import Random

from webproctor.benchmarks.webgames.play import Game, Play, Reply, Variant, message

_SIGNS = "ACDEFHJKLMNPRTUVWXY3479"


def puzzle(random: Random, level: None) -> str:
    return "-".join("".join(random.choices(_SIGNS, k=4)) for _ in range(2))


class Print(Play[str]):
    """Sends the code when the page is printed; it counts only if a print was recorded."""

    def view(self, path: str) -> Reply | None:
        return None if path else {}

    @message
    def printing(self) -> Reply:
        """The page is about to be printed."""
        return {"code": self.puzzle}

    @message
    def check(self, code: str) -> Reply:
        """Check the code of the printed page."""
        if not self.count_inputs("print"):
            return {"wrong": "Nothing has been printed yet."}
        return self.win() if code.strip() == self.puzzle else {"wrong": "That is not the code."}


GAME = Game(
    family="print-reveal",
    icon="🖨️",
    skills=("browser", "reading"),
    variants={
        "base": Variant(
            "print-reveal",
            "Print to Reveal",
            "Print this page. The code appears on the print alone; enter it here.",
            "medium",
            None,
        ),
    },
    puzzle=puzzle,
    play=Print,
    minimum_actions=lambda puzzle: 3,
    hidden=lambda puzzle: (puzzle,),
)
