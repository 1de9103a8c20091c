"""Webs, Assemble!: find the code hidden in a WebAssembly module by calling its functions.

The code is in the module's memory, encrypted. The server checks the code that the player enters.
"""

from dataclasses import dataclass
from random import Random

from webproctor.benchmarks.webgames.games.webs_assemble.module import compute_key, module
from webproctor.benchmarks.webgames.play import File, Game, Play, Reply, Variant, message

_WORDS = ("AMBER", "CEDAR", "DELTA", "EMBER", "GLYPH", "HAZEL", "IVORY", "MAPLE", "ONYX", "QUARTZ")


@dataclass(frozen=True)
class Puzzle:
    """A code in a module's memory.

    Attributes:
        code: The code.
        address: Its address in the memory.
        factors: The factors from which its key is computed.
        shown: Whether the page decrypts and shows it.
    """

    code: str
    address: int
    factors: tuple[int, int]
    shown: bool


def puzzle(random: Random, shown: bool) -> Puzzle:
    first, second = random.sample(_WORDS, 2)
    code = f"{first}_{second}_{random.randint(100, 999)}"
    while True:
        address = random.randint(1000, 60_000)
        factors = random.randint(11, 99), random.randint(11, 99)
        # With a key from 16 to 127, the encrypted code does not resemble the code.
        if 16 <= compute_key(address, factors) < 128:
            return Puzzle(code, address, factors, shown)


class Assemble(Play[Puzzle]):
    """Sends the module for the player to analyze; the server checks the code."""

    def view(self, path: str) -> Reply | None:
        return None if path else {"shown": self.puzzle.shown}

    def file(self, name: str) -> File | None:
        if name != "module.wasm":
            return None
        code, address, factors = self.puzzle.code, self.puzzle.address, self.puzzle.factors
        return File(module(code.encode(), address, factors), "application/wasm")

    @message
    def check(self, code: str) -> Reply:
        """Check the code."""
        if code.strip() == self.puzzle.code:
            return self.win()
        self.miss()
        return {"wrong": True}


GAME = Game(
    family="webs-assemble",
    icon="🧩",
    skills=("reasoning", "typing"),
    variants={
        "base": Variant(
            "webs-assemble",
            "Webs, Assemble!",
            "A WebAssembly module has been loaded. Call its functions to decrypt the code in its "
            "memory, read the code, and enter it.",
            "easy",
            False,
        ),
    },
    published={
        "base": Variant(
            "webs-assemble",
            "Webs, Assemble!",
            "Find the code in the WebAssembly module, and enter it.",
            "easy",
            True,
        ),
    },
    puzzle=puzzle,
    play=Assemble,
    minimum_actions=lambda puzzle: 2,
    # There are 81,000 possible codes.
    tries=10,
    hidden=lambda puzzle: () if puzzle.shown else (puzzle.code,),
)
