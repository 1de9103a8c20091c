"""Puzzles of two hundred seeds each: reproducible, solvable, with one correct answer."""

import re
import string
from collections import Counter
from collections.abc import Callable
from itertools import combinations, pairwise
from math import dist, hypot
from typing import Any

import pytest
from per_change import only

from webproctor.benchmarks.webgames import suite
from webproctor.benchmarks.webgames.games.chart_read.game import prices
from webproctor.benchmarks.webgames.games.click_cubed.game import places
from webproctor.benchmarks.webgames.games.color_harmony.game import target
from webproctor.benchmarks.webgames.games.frog_crossing.game import way
from webproctor.benchmarks.webgames.games.herding.game import PEN, inside
from webproctor.benchmarks.webgames.games.ladybird.game import distances
from webproctor.benchmarks.webgames.games.otp_entry.game import totp
from webproctor.benchmarks.webgames.games.pixel_copy.game import pattern
from webproctor.benchmarks.webgames.games.robo_check.game import pictures
from webproctor.benchmarks.webgames.games.shopping_challenge.game import bananas
from webproctor.benchmarks.webgames.games.slider_symphony.game import targets
from webproctor.benchmarks.webgames.games.stock_market.game import report
from webproctor.benchmarks.webgames.games.verify_challenge.game import ALPHABET, code
from webproctor.benchmarks.webgames.games.webgl_text.game import shape
from webproctor.benchmarks.webgames.games.wolf_goat_cabbage.oracle import plan
from webproctor.benchmarks.webgames.materials import products as shop
from webproctor.benchmarks.webgames.play import Entry

SEEDS = range(200)
# The published challenges that differ from the default ones.
PUBLISHED = [one for one in suite.entries("published").values() if one.name in one.game.published]
# Games whose random parts cannot make a puzzle unsolvable.
FIXED = {
    *("button-hold", "context-breaker", "file-upload", "patience"),
    *("scroll-diagonal", "scroll-horizontal", "scroll-vertical"),
}


# The easiest variant of each family.
FIRST = [next(iter(game.variants.values())).id for game in suite.games().values()]


@pytest.mark.parametrize("id", only(FIRST, suite.entries()))
def test_every_seed_gives_a_solvable_puzzle(id: str) -> None:
    entry = suite.entry(id)
    sound = SOUND.get(entry.game.family)
    assert (sound is None) == (entry.game.family in FIXED)
    for seed in SEEDS:
        made = entry.puzzle(seed)
        assert made == entry.puzzle(seed), f"seed {seed} makes two puzzles"
        assert entry.game.minimum_actions(made) >= 0
        assert sound is None or sound(made), f"seed {seed} makes {made}"


@pytest.mark.parametrize("entry", PUBLISHED, ids=lambda entry: entry.variant.id)
def test_every_seed_gives_a_solvable_published_challenge(entry: Entry) -> None:
    sound = SOUND[entry.game.family]
    for seed in SEEDS[::10]:
        made = entry.puzzle(seed)
        assert entry.game.minimum_actions(made) >= 1
        assert sound(made), f"seed {seed} makes {made}"


@pytest.mark.parametrize("id", list(suite.entries()))
def test_another_seed_gives_another_puzzle(id: str) -> None:
    entry = suite.entry(id)
    made = {repr(_plain(entry.puzzle(seed))) for seed in range(50)}
    assert len(made) > 1 or id in _ALWAYS_ALIKE


# These ask for one input, and nothing about it varies.
_ALWAYS_ALIKE = {
    *("date", "dateeasy", "prompt-defender-easy", "file-upload", "file-upload-hard"),
    *("right-click", "right-click-easy", "button-hold-easy", "patience", "patience-easy"),
}


def _plain(made: Any) -> Any:
    return sorted(made, key=repr) if isinstance(made, frozenset) else made


def _apart(places: list[tuple[float, float]], least: float) -> bool:
    return all(dist(one, other) >= least for one, other in combinations(places, 2))


def _blocks(made: Any) -> bool:
    level = made.level
    height = (520 - level.line) / level.side
    colours = all(max(abs(a - b) for a, b in zip(one, other, strict=True)) > 6
                  for one, other in combinations(made.colours, 2))  # fmt: skip
    # The tower needs more blocks than the highest column has at first.
    enough = len(made.blocks) > height + 1 > level.rows
    return colours and enough and _apart(list(made.blocks), level.side)


def _buttons(made: Any) -> bool:
    look = next(item for item in made.items if item.id == made.target)
    return (
        len({item.id for item in made.items}) == len(made.items)
        and sum((one.kind, one.text) == (look.kind, look.text) for one in made.items) == 1
    )


def _calendar(made: Any) -> bool:
    events = sorted((one.day, one.start, one.end) for one in made.week.events)
    clash = any(a[0] == b[0] and a[2] > b[1] for a, b in pairwise(events))
    return not clash and all(question.key for question in made.questions)


def _catch(made: Any) -> bool:
    (x, y), (left, top), side = made.disc, made.box, made.level.side
    return not (left < x < left + side and top < y < top + side)


def _highest(made: Any) -> bool:
    first, second = sorted(prices(made, 0), reverse=True)[:2]
    # A wrong peak cannot be mistaken for the correct one: its position is asked for, too.
    return first > second


def _herding(flock: Any) -> bool:
    left, top, side = PEN
    return all(
        inside(x, y) and not (left < x < left + side and top < y < top + side) for x, y in flock
    )


def _panner(made: Any) -> bool:
    level = made.level
    far = dist(made.start, made.treasure)
    return level.radius < level.nearest <= far and all(0 < at < level.side for at in made.treasure)


def _mirror(made: Any) -> bool:
    lines = made.text.split("\n")
    return (
        set(made.text) <= set(string.printable) - set("\t\r")
        and all(line == line.rstrip() for line in lines)
        and made.text.endswith("\n") == made.level.newline
    )


def _shopping(made: Any) -> bool:
    asked = Counter(made.cart)
    fruit = asked[shop.BANANA] + shop.BUNCH_SIZE * asked[shop.BUNCH]
    dearer = made.products[shop.BUNCH].price + made.products[shop.BANANA].price
    return (
        +Counter({id: asked[id] for id in (shop.BANANA, shop.BUNCH)}) == bananas(fruit)
        # Six bananas by a stem and one, or by another way: there must be no tie.
        and dearer < made.products[shop.BANANA].price * (shop.BUNCH_SIZE + 1)
        and f"{fruit} bananas" in made.lines
    )


def _stocks(made: Any) -> bool:
    first = report(made, 0)
    text = "\n".join(text for _, text in first.blocks)
    return first.best.ticker != first.decoy.ticker and text.count(f"{first.best.ticker}.") == 1


def _robot(made: Any) -> bool:
    rounds = [pictures(made, n) for n in range(made.level.rounds)]
    return all(0 < len(one.right) < len(one.things) for one in rounds)


def _resume(made: Any) -> bool:
    return all(fact.strip() for fact in made.facts.values()) and len(made.facts) == 11


SOUND: dict[str, Callable[[Any], bool]] = {
    "block-stack": _blocks,
    "brick-buster": lambda made: (
        made.launch[1] < 0 and round(hypot(*made.launch), 6) == round(made.level.speed, 6)
    ),
    "bullseye": lambda made: 0 <= made.phase <= 2,
    "buttons": _buttons,
    "calendar-comprehension": _calendar,
    "calendar2": _calendar,
    "canvas-catch": _catch,
    "chart-read": _highest,
    "chart-transcribe": lambda made: all(20 <= value <= 99 for bar in made.bars for value in bar),
    "click-cubed": lambda made: len(set(places(made, 0))) == 3,
    "click-pixel": lambda made: 0 < made.x < 1280 - 15 and 60 <= made.y < 720 - 15,
    "color-harmony": lambda made: all(0 <= value <= 255 for value in target(made, 0)),
    "combination-lock": lambda made: all(0 <= one.answer <= 99 for one in made.riddles),
    "date": lambda made: 0 <= made.back < 365,
    "emoji-remember": lambda made: all(
        right in shown and len(set(shown)) == len(shown)
        for right, shown in zip(made.sequence, made.choices, strict=True)
    ),
    "file-credentials": lambda made: bool(
        re.fullmatch(r"[a-z0-9-]+", made.user) and re.fullmatch(r"[a-z0-9-]+", made.secret)
    ),
    "frog-crossing": lambda made: (
        way(made, 0, (made.level.side - 1, made.level.side // 2)) is not None
    ),
    "herding": _herding,
    "i-accept": lambda made: all(made.boxes) and bool(made.notice) == bool(made.phrase),
    "iframe-nest": lambda made: made[0] in (3, 6, 9),
    "illegal-material": lambda made: (
        len(set(made.threats)) == len(made.threats) and bool(made.phrase) == (made.level == "hard")
    ),
    "key-combo": lambda keys: len(set(keys)) == len(keys) >= 2 and keys[-1].islower(),
    "ladybird": lambda made: all(
        one.flower in distances(one.size, one.walls, one.start) for one in made
    ),
    "map-panner": _panner,
    "maze": lambda made: all(0 <= door < 3 for door in made.way),
    "menu-navigator": lambda made: list(made.entries).count(made.wanted) == 1,
    "otp-entry": lambda made: (
        len(totp(made.secret, made.clock) if made.secret else made.code) == made.digits
    ),
    "pixel-copy": lambda made: (
        all(0 <= at < made.level.size for cell in pattern(made, 0) for at in cell)
        and len(pattern(made, 0)) == made.level.cells
    ),
    "popup-chaos": lambda made: all(
        abs(one.x) <= 440 and abs(one.y) <= 240 for one in made.windows
    ),
    "print-reveal": lambda code: len(code) >= 6,
    "prompt-defender": lambda made: len({key for _, _, key in made.decoys}) == len(made.decoys),
    "recipe-calculator": lambda made: (
        made.people != made.recipe.servings and abs(made.grams - round(made.grams)) < 1e-9
    ),
    "resume-challenge": _resume,
    "right-click": lambda made: (made.spot is not None) == (made.level == "hard"),
    "robo-check": _robot,
    "shop-admin": lambda made: 0 < made.price != made.products[made.target].price,
    "shopping-challenge": _shopping,
    "slider-symphony": lambda made: all(
        abs(target - 50) > 2 * made.level.tolerance and 0 <= target <= 100
        for target in targets(made, 0)
    ),
    "stock-market": _stocks,
    "tab-sync": lambda colours: len(colours) == 4,
    "text-mirror": _mirror,
    "towers-of-hanoi": lambda made: made.start != made.goal,
    "verify-challenge": lambda made: (
        set(code(made, 0)) <= set(ALPHABET) and len(code(made, 0)) == made.level.length
    ),
    "webgl-text": lambda made: shape(made, 0) in made.level.shapes,
    "webs-assemble": lambda made: 0 < made.address < 60_001 and made.code.isascii(),
    "wolf-goat-cabbage": lambda made: bool(plan(len(made.items), list(made.conflicts), made.room)),
}


def test_every_published_variant_exists() -> None:
    assert len(suite.entries()) == 150
    assert len(suite.games()) == 53


def test_variants_of_a_family_differ_in_their_level() -> None:
    for game in suite.games().values():
        levels = [repr(variant.level) for variant in game.variants.values()]
        assert len(set(levels)) == len(levels), game.family


def test_slugs_are_unique_and_valid_in_addresses() -> None:
    entries: list[Entry] = list(suite.entries().values())
    assert all(re.fullmatch(r"[a-z0-9-]+", entry.slug) for entry in entries)
    assert len({entry.slug for entry in entries}) == 150
