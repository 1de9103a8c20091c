"""Webs, Assemble!: find the code that a WebAssembly module hides, by calling what it exports."""

from dataclasses import dataclass
from random import Random

from webproctor.benchmarks.webgames.games.webs_assemble.module import module, sealing
from webproctor.benchmarks.webgames.play import File, Game, Play, Reply, Variant, message

_WORDS = ("AMBER", "CEDAR", "DELTA", "EMBER", "GLYPH", "HAZEL", "IVORY", "MAPLE", "ONYX", "QUARTZ")


@dataclass(frozen=True)
class Puzzle:
    """The code, and where and how the module hides it."""

    code: str
    address: int
    factors: tuple[int, int]


def puzzle(random: Random, level: None) -> Puzzle:
    one, other = random.sample(_WORDS, 2)
    code = f"{one}_{other}_{random.randint(100, 999)}"
    while True:
        address = random.randint(1000, 60_000)
        factors = random.randint(11, 99), random.randint(11, 99)
        # A key without its highest bit and not small: what is sealed never looks plain.
        if 16 <= sealing(address, factors) < 128:
            return Puzzle(code, address, factors)


class Assemble(Play[Puzzle]):
    """The module is the player's to take apart; whether a code is right the server says."""

    def view(self, path: str) -> Reply | None:
        return None if path else {}

    def file(self, name: str) -> File | None:
        mine = self.puzzle
        if name != "module.wasm":
            return None
        key = sealing(mine.address, mine.factors)
        body = module(mine.code.encode(), key, mine.address, mine.factors)
        return File(body, "application/wasm")

    @message
    def check(self, code: str) -> Reply:
        """Is this the code?"""
        return self.win() if code.strip() == self.puzzle.code else {"wrong": True}


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
            None,
        ),
    },
    puzzle=puzzle,
    play=Assemble,
    effort=lambda puzzle: 2,
)
