"""Webs, Assemble!: find the code hidden in a WebAssembly module by calling its exports."""

from dataclasses import dataclass
from random import Random

from webproctor.benchmarks.webgames.games.webs_assemble.module import module, sealing
from webproctor.benchmarks.webgames.play import File, Game, Play, Reply, Variant, message

_WORDS = ("AMBER", "CEDAR", "DELTA", "EMBER", "GLYPH", "HAZEL", "IVORY", "MAPLE", "ONYX", "QUARTZ")


@dataclass(frozen=True)
class Puzzle:
    """A code in a module's memory.

    Attributes:
        code: The code.
        address: Its address in the memory.
        factors: The factors of its key.
        shown: Whether the page unseals and shows it.
    """

    code: str
    address: int
    factors: tuple[int, int]
    shown: bool


def puzzle(random: Random, shown: bool) -> Puzzle:
    one, other = random.sample(_WORDS, 2)
    code = f"{one}_{other}_{random.randint(100, 999)}"
    while True:
        address = random.randint(1000, 60_000)
        factors = random.randint(11, 99), random.randint(11, 99)
        # Keys from 16 to 127 only, so that the hidden code never looks like the plain one.
        if 16 <= sealing(address, factors) < 128:
            return Puzzle(code, address, factors, shown)


class Assemble(Play[Puzzle]):
    """Sends the module for the player to analyze; the server checks the code."""

    def view(self, path: str) -> Reply | None:
        return None if path else {"shown": self.puzzle.shown}

    def file(self, name: str) -> File | None:
        mine = self.puzzle
        if name != "module.wasm":
            return None
        key = sealing(mine.address, mine.factors)
        body = module(mine.code.encode(), key, mine.address, mine.factors)
        return File(body, "application/wasm")

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
            "A WebAssembly module has been loaded. Call its functions, unseal the code in its "
            "memory, read it, and enter it.",
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
