"""Stock Market Insight: find the share that a report finally recommends."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from webproctor.benchmarks.webgames.materials import rounds
from webproctor.benchmarks.webgames.play import Game, Play, Reply, Variant, VariantName, message

# fmt: off
_FIRST = (
    "Nimbus", "Quarrow", "Veltrix", "Ombria", "Tellure", "Zephyra", "Korvane", "Luminar",
    "Halcyra", "Drumlin", "Pavonis", "Sylvaro", "Mirador", "Ostrava", "Brindle", "Cavatina",
    "Astoria", "Belmora", "Corvina", "Delphus", "Elvaron", "Fenwick", "Gravisa", "Hestiar",
    "Ivorane", "Juniper", "Kestrel", "Larkton", "Meridia", "Norwell", "Orlanda", "Pelican",
)
# fmt: on

_SECOND = ("Systems", "Robotics", "Optics", "Energy", "Biotech", "Networks", "Foundry", "Labs")
_FILLER = (
    "Demand was steady in most regions, and stocks of parts returned to their usual level.",
    "Analysts differ on how long the present cycle of investment will last.",
    "Freight became cheaper, which helped those who ship heavy goods.",
    "Wages rose a little faster than prices, as in the year before.",
    "A change of tax rules in spring had less effect than feared.",
    "New orders came mainly from hospitals, schools and the railways.",
    "Interest on loans fell in two small steps and then stayed where it was.",
    "The weather played no part this time, unlike in earlier reports.",
)
_ADS = ("Open an account today", "Trade without fees", "Learn to invest", "Gold for everyone")


@dataclass(frozen=True)
class Company:
    name: str
    ticker: str


# Shares named in a report, and reports to answer correctly in a row; the chance of guessing the
# ticker of a single one is 1 in 25.
SHARES, ROUNDS = 25, 2


@dataclass(frozen=True)
class Level:
    """The layout of the report, and the reports that must be answered correctly in a row."""

    layout: str
    rounds: int = ROUNDS


@dataclass(frozen=True)
class Puzzle:
    level: Level
    seed: int


@dataclass(frozen=True)
class Text:
    """The blocks of a report as (kind, text), the recommended share, and the decoy."""

    blocks: Sequence[tuple[str, str]]
    best: Company
    decoy: Company


def _companies(random: Random, count: int) -> list[Company]:
    made: dict[str, Company] = {}
    for first in random.sample(_FIRST, count):
        ticker = first[0] + "".join(random.sample(first[1:].upper(), 3))
        made[ticker] = Company(f"{first} {random.choice(_SECOND)}", ticker)
    return list(made.values()) if len(made) == count else _companies(random, count)


def puzzle(random: Random, level: Level) -> Puzzle:
    return Puzzle(level, random.getrandbits(32))


def report(puzzle: Puzzle, number: int) -> Text:
    """Return the n-th report, from 0."""
    random, level = Random(f"{puzzle.seed}:{number}"), puzzle.level.layout
    best, decoy, *others = companies = _companies(random, SHARES)
    listed = ", ".join(sorted(f"{one.name} ({one.ticker})" for one in companies))
    covered = f"This report covers {listed}."
    praise = (
        f"{decoy.name} ({decoy.ticker}) has had a splendid year: sales doubled, margins grew, and "
        "the new works are ahead of time. Many would put everything on this share."
    )
    turn = (
        "And yet, having weighed debt, patents and the people in charge, our advice for the coming "
        f"year is another: buy {best.name}, traded as {best.ticker}."
    )
    if level == "easy":
        return Text((("text", f"{covered} {praise} {turn}"),), best, decoy)
    if level == "base":
        ads = [("ad", text) for text in random.sample(_ADS, 2)]
        parts = (("text", covered), ("text", praise), ("gap", ""), ("text", turn))
        return Text((*ads, *parts), best, decoy)
    filler = [("text", " ".join(random.sample(_FILLER, 3))) for _ in range(36)]
    asides = [
        ("text", f"{one.name} ({one.ticker}) {end}")
        for one, end in zip(
            [decoy, *others[:13]],
            ["had a splendid year, and is often named as the share to buy.", *_endings(random)],
            strict=False,
        )
    ]
    body = [*filler, *asides, *(("ad", text) for text in _ADS)]
    random.shuffle(body)
    middle = len(body) // 2 + random.randint(-6, 6)
    body.insert(middle, ("text", f"{random.choice(_FILLER)} {turn} {random.choice(_FILLER)}"))
    titles = ("The year in brief", "Industry", "Finance", "Outlook")
    quarter = len(body) // len(titles)
    for number, title in reversed(list(enumerate(titles))):
        body.insert(number * quarter, ("title", title))
    return Text((("text", covered), *body), best, decoy)


def _endings(random: Random) -> list[str]:
    ends = [
        "kept its place without surprises.",
        "sold its older plants and paid a small dividend.",
        "looks for a new chief of research.",
        "was praised for its service, less so for its prices.",
        "is a share to hold, not to buy.",
    ]
    return [random.choice(ends) for _ in range(13)]


class Report(Play[Puzzle]):
    """Sends the report's text; which share is correct is known only to the server."""

    def view(self, path: str) -> Reply | None:
        return None if path else {"level": self.puzzle.level.layout} | self._round()

    @message
    def check(self, number: int, ticker: str) -> Reply:
        """Check the share that the n-th report recommends."""
        if number != rounds.current_round(self):
            return {}  # Sent twice: already judged.
        given, asked = ticker.strip().upper(), report(self.puzzle, number)
        if given == asked.best.ticker:
            wanted = self.puzzle.level.rounds
            return self.win() if rounds.count_correct(self, wanted) else self._round()
        rounds.count_wrong(self)
        return {"wrong": "decoy" if given == asked.decoy.ticker else "other"} | self._round()

    def _round(self) -> Reply:
        blocks = report(self.puzzle, rounds.current_round(self)).blocks
        return {"blocks": blocks} | rounds.round_data(self, self.puzzle.level.rounds)


_GOAL = "Read the report to its end and enter the ticker of the share that it recommends."

_VARIANTS: Mapping[VariantName, Variant[Level]] = {
    "easy": Variant(
        "stock-market-easy", "Stock Market Insight (Easy)", _GOAL, "easy", Level("easy")
    ),
    "base": Variant("stock-market", "Stock Market Insight", _GOAL, "medium", Level("base")),
    "hard": Variant(
        "stock-market-hard", "Stock Market Insight (Hard)", _GOAL, "hard", Level("hard")
    ),
}

GAME = Game(
    family="stock-market",
    icon="📈",
    skills=("reading", "scrolling"),
    variants=_VARIANTS,
    published=rounds.with_one_round(_VARIANTS),
    puzzle=puzzle,
    play=Report,
    minimum_actions=lambda puzzle: 2 * puzzle.level.rounds,
    tries=5,
)
