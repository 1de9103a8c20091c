"""Stock Market Insight: enter the ticker of the share that a report recommends.

Each report names many shares and praises one that it does not recommend. Several reports must be
answered correctly in a row; the server checks the tickers.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Literal

from webproctor.benchmarks.webgames.materials import rounds
from webproctor.benchmarks.webgames.play import (
    SEED_BITS,
    Game,
    Play,
    Reply,
    Variant,
    VariantName,
    message,
)

# fmt: off
_NAMES = (
    "Nimbus", "Quarrow", "Veltrix", "Ombria", "Tellure", "Zephyra", "Korvane", "Luminar",
    "Halcyra", "Drumlin", "Pavonis", "Sylvaro", "Mirador", "Ostrava", "Brindle", "Cavatina",
    "Astoria", "Belmora", "Corvina", "Delphus", "Elvaron", "Fenwick", "Gravisa", "Hestiar",
    "Ivorane", "Juniper", "Kestrel", "Larkton", "Meridia", "Norwell", "Orlanda", "Pelican",
)
# fmt: on

_INDUSTRIES = ("Systems", "Robotics", "Optics", "Energy", "Biotech", "Networks", "Foundry", "Labs")
_FILLER = (
    "Demand was steady in most regions, and inventories of parts returned to their usual level.",
    "Analysts differ on how long the present cycle of investment will last.",
    "Freight became cheaper, which helped companies that ship heavy goods.",
    "Wages rose a little faster than prices, as in the year before.",
    "A change of tax rules in spring had less effect than feared.",
    "New orders came mainly from hospitals, schools and the railways.",
    "Interest on loans fell in two small steps and then stayed the same.",
    "The weather had no effect this time, unlike in earlier reports.",
)
_ADVERTISEMENTS = (
    "Open an account today",
    "Trade without fees",
    "Learn to invest",
    "Gold for everyone",
)
_NEWS = (
    "grew as expected.",
    "sold its older plants and paid a small dividend.",
    "is looking for a new head of research.",
    "was praised for its service, less so for its prices.",
    "is a share to hold, not to buy.",
)
_SECTIONS = ("The year in brief", "Industry", "Finance", "Outlook")


@dataclass(frozen=True)
class Company:
    name: str
    ticker: str


# Shares named in a report, and reports to answer correctly in a row; the chance of guessing the
# ticker of a single one is 1 in 25.
SHARES, ROUNDS = 25, 2
# One paragraph; a few, with a gap before the recommendation; or many, in sections.
Layout = Literal["paragraph", "short", "long"]


@dataclass(frozen=True)
class Level:
    """The layout of the report, and the reports that must be answered correctly in a row."""

    layout: Layout
    rounds: int = ROUNDS


@dataclass(frozen=True)
class Puzzle:
    """The level, and the seed of all reports."""

    level: Level
    seed: int


@dataclass(frozen=True)
class Text:
    """A report.

    Attributes:
        blocks: Its parts as (kind, text); the kinds are `text`, `title`, `ad` and `gap`.
        best: The recommended share.
        decoy: A share that is praised but not recommended.
    """

    blocks: Sequence[tuple[str, str]]
    best: Company
    decoy: Company


def _companies(random: Random, count: int) -> list[Company]:
    """Return companies with different tickers."""
    companies: dict[str, Company] = {}
    for name in random.sample(_NAMES, count):
        ticker = name[0] + "".join(random.sample(name[1:].upper(), 3))
        companies[ticker] = Company(f"{name} {random.choice(_INDUSTRIES)}", ticker)
    return list(companies.values()) if len(companies) == count else _companies(random, count)


def puzzle(random: Random, level: Level) -> Puzzle:
    return Puzzle(level, random.getrandbits(SEED_BITS))


def report(puzzle: Puzzle, number: int) -> Text:
    """Return the n-th report, from 0."""
    random, layout = Random(f"{puzzle.seed}:{number}"), puzzle.level.layout
    best, decoy, *others = companies = _companies(random, SHARES)
    names = ", ".join(sorted(f"{company.name} ({company.ticker})" for company in companies))
    introduction = f"This report covers {names}."
    praise = (
        f"{decoy.name} ({decoy.ticker}) has had a splendid year: sales doubled, margins grew, and "
        "the new factories are ahead of schedule. Many would put everything on this share."
    )
    recommendation = (
        "However, considering debt, patents and management, our advice for the coming year is "
        f"different: buy {best.name}, traded as {best.ticker}."
    )
    if layout == "paragraph":
        return Text((("text", f"{introduction} {praise} {recommendation}"),), best, decoy)
    if layout == "short":
        advertisements = [("ad", text) for text in random.sample(_ADVERTISEMENTS, 2)]
        texts = (("text", introduction), ("text", praise), ("gap", ""), ("text", recommendation))
        return Text((*advertisements, *texts), best, decoy)
    body = _long_body(random, decoy, others)
    middle = len(body) // 2 + random.randint(-6, 6)
    paragraph = f"{random.choice(_FILLER)} {recommendation} {random.choice(_FILLER)}"
    body.insert(middle, ("text", paragraph))
    section_length = len(body) // len(_SECTIONS)
    for section, title in reversed(list(enumerate(_SECTIONS))):
        body.insert(section * section_length, ("title", title))
    return Text((("text", introduction), *body), best, decoy)


def _long_body(random: Random, decoy: Company, others: Sequence[Company]) -> list[tuple[str, str]]:
    """Return the shuffled paragraphs and advertisements of a long report."""
    filler = [("text", " ".join(random.sample(_FILLER, 3))) for _ in range(36)]
    decoy_news = "had a splendid year, and is often named as the share to buy."
    news = [(decoy, decoy_news), *((company, random.choice(_NEWS)) for company in others[:13])]
    mentions = [("text", f"{company.name} ({company.ticker}) {text}") for company, text in news]
    body = [*filler, *mentions, *(("ad", text) for text in _ADVERTISEMENTS)]
    random.shuffle(body)
    return body


class Report(Play[Puzzle]):
    """Sends the report's text; which share is correct is known only to the server."""

    def view(self, path: str) -> Reply | None:
        return None if path else {"layout": self.puzzle.level.layout} | self._round()

    @message
    def check(self, number: int, ticker: str) -> Reply:
        """Check the ticker of the share that the n-th report recommends."""
        if number != rounds.current_round(self):
            return {}  # Sent twice: already judged.
        current = report(self.puzzle, number)
        entered = ticker.strip().upper()
        if entered == current.best.ticker:
            won = rounds.count_correct(self, self.puzzle.level.rounds)
            return self.win() if won else self._round()
        rounds.count_wrong(self)
        return {"wrong": "decoy" if entered == current.decoy.ticker else "other"} | self._round()

    def _round(self) -> Reply:
        blocks = report(self.puzzle, rounds.current_round(self)).blocks
        return {"blocks": blocks} | rounds.round_data(self, self.puzzle.level.rounds)


_GOAL = "Read the report to its end and enter the ticker of the share that it recommends."

_VARIANTS: Mapping[VariantName, Variant[Level]] = {
    "easy": Variant(
        "stock-market-easy", "Stock Market Insight (Easy)", _GOAL, "easy", Level("paragraph")
    ),
    "base": Variant("stock-market", "Stock Market Insight", _GOAL, "medium", Level("short")),
    "hard": Variant(
        "stock-market-hard", "Stock Market Insight (Hard)", _GOAL, "hard", Level("long")
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
