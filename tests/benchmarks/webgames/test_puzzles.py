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
from webproctor.benchmarks.webgames.games.click_cubed.game import positions
from webproctor.benchmarks.webgames.games.color_harmony.game import target
from webproctor.benchmarks.webgames.games.frog_crossing.game import find_path, start_cell
from webproctor.benchmarks.webgames.games.herding.game import PEN, inside
from webproctor.benchmarks.webgames.games.ladybird.game import distances
from webproctor.benchmarks.webgames.games.otp_entry.game import totp
from webproctor.benchmarks.webgames.games.pixel_copy.game import pattern
from webproctor.benchmarks.webgames.games.robo_check.game import image_round
from webproctor.benchmarks.webgames.games.shopping_challenge.game import cheapest_bananas
from webproctor.benchmarks.webgames.games.slider_symphony.game import targets
from webproctor.benchmarks.webgames.games.stock_market.game import report
from webproctor.benchmarks.webgames.games.verify_challenge.game import ALPHABET, code
from webproctor.benchmarks.webgames.games.webgl_text.game import shape
from webproctor.benchmarks.webgames.games.wolf_goat_cabbage.oracle import plan
from webproctor.benchmarks.webgames.materials import products as shop
from webproctor.benchmarks.webgames.play import Entry

SEEDS = range(200)
# The published challenges that differ from the default ones.
PUBLISHED = [
    entry for entry in suite.entries("published").values() if entry.name in entry.game.published
]
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
    check = CHECKS.get(entry.game.family)
    assert (check is None) == (entry.game.family in FIXED)
    for seed in SEEDS:
        puzzle = entry.puzzle(seed)
        assert puzzle == entry.puzzle(seed), f"seed {seed} gives two puzzles"
        assert entry.game.minimum_actions(puzzle) >= 0
        assert check is None or check(puzzle), f"seed {seed} gives {puzzle}"


@pytest.mark.parametrize("id", only(FIRST, suite.entries()))
def test_a_seed_in_a_puzzle_is_too_long_to_be_found_by_trial(id: str) -> None:
    entry = suite.entry(id)
    puzzles = [entry.puzzle(seed) for seed in SEEDS]
    named = [vars(puzzle) for puzzle in puzzles if hasattr(puzzle, "__dict__")]
    seeds = [values[name] for values in named for name in values if name.endswith("seed")]
    assert not seeds or max(seeds) >= 2**120


@pytest.mark.parametrize("entry", PUBLISHED, ids=lambda entry: entry.variant.id)
def test_every_seed_gives_a_solvable_published_challenge(entry: Entry) -> None:
    check = CHECKS[entry.game.family]
    for seed in SEEDS[::10]:
        puzzle = entry.puzzle(seed)
        assert entry.game.minimum_actions(puzzle) >= 1
        assert check(puzzle), f"seed {seed} gives {puzzle}"


@pytest.mark.parametrize("id", list(suite.entries()))
def test_another_seed_gives_another_puzzle(id: str) -> None:
    entry = suite.entry(id)
    puzzles = {repr(_in_order(entry.puzzle(seed))) for seed in range(50)}
    assert len(puzzles) > 1 or id in _ALWAYS_THE_SAME


# Variants whose puzzle does not depend on the seed.
_ALWAYS_THE_SAME = {
    *("date", "dateeasy", "prompt-defender-easy", "file-upload", "file-upload-hard"),
    *("right-click", "right-click-easy", "button-hold-easy", "patience", "patience-easy"),
}


def _in_order(puzzle: Any) -> Any:
    """Return a puzzle with the same `repr` in every process."""
    return sorted(puzzle, key=repr) if isinstance(puzzle, frozenset) else puzzle


def _are_apart(points: list[tuple[float, float]], min_distance: float) -> bool:
    return all(dist(a, b) >= min_distance for a, b in combinations(points, 2))


def _block_stack(puzzle: Any) -> bool:
    level = puzzle.level
    height = (520 - level.line) / level.side
    colours_differ = all(
        max(abs(a - b) for a, b in zip(first, second, strict=True)) > 6
        for first, second in combinations(puzzle.colours, 2)
    )
    # The tower needs more blocks than the highest column has at first.
    has_enough_blocks = len(puzzle.blocks) > height + 1 > level.rows
    return colours_differ and has_enough_blocks and _are_apart(list(puzzle.blocks), level.side)


def _buttons(puzzle: Any) -> bool:
    target = next(item for item in puzzle.items if item.id == puzzle.target)
    same_look = [
        item for item in puzzle.items if (item.kind, item.text) == (target.kind, target.text)
    ]
    return len({item.id for item in puzzle.items}) == len(puzzle.items) and same_look == [target]


def _calendar(puzzle: Any) -> bool:
    events = sorted((event.day, event.start, event.end) for event in puzzle.week.events)
    overlap = any(a[0] == b[0] and a[2] > b[1] for a, b in pairwise(events))
    return not overlap and all(question.key for question in puzzle.questions)


def _canvas_catch(puzzle: Any) -> bool:
    (x, y), (left, top), side = puzzle.disc, puzzle.box, puzzle.level.side
    return not (left < x < left + side and top < y < top + side)


def _chart_read(puzzle: Any) -> bool:
    first, second = sorted(prices(puzzle, 0), reverse=True)[:2]
    return first > second  # There is only one highest value.


def _herding(flock: Any) -> bool:
    left, top, side = PEN
    return all(
        inside(x, y) and not (left < x < left + side and top < y < top + side) for x, y in flock
    )


def _map_panner(puzzle: Any) -> bool:
    level = puzzle.level
    distance = dist(puzzle.start, puzzle.treasure)
    return level.radius < level.nearest <= distance and all(
        0 < coordinate < level.side for coordinate in puzzle.treasure
    )


def _text_mirror(puzzle: Any) -> bool:
    lines = puzzle.text.split("\n")
    return (
        set(puzzle.text) <= set(string.printable) - set("\t\r")
        and all(line == line.rstrip() for line in lines)
        and puzzle.text.endswith("\n") == puzzle.level.newline
    )


def _shopping(puzzle: Any) -> bool:
    counts = Counter(puzzle.cart)
    bananas = counts[shop.BANANA] + shop.BUNCH_SIZE * counts[shop.BUNCH]
    banana, bunch = puzzle.products[shop.BANANA].price, puzzle.products[shop.BUNCH].price
    return (
        +Counter({id: counts[id] for id in (shop.BANANA, shop.BUNCH)}) == cheapest_bananas(bananas)
        # One way to buy the bananas is cheaper than all others.
        and bunch + banana < banana * (shop.BUNCH_SIZE + 1)
        and f"{bananas} bananas" in puzzle.lines
    )


def _stock_market(puzzle: Any) -> bool:
    first = report(puzzle, 0)
    text = "\n".join(text for _, text in first.blocks)
    return first.best.ticker != first.decoy.ticker and text.count(f"{first.best.ticker}.") == 1


def _robo_check(puzzle: Any) -> bool:
    rounds = [image_round(puzzle, n) for n in range(puzzle.level.rounds)]
    return all(0 < len(images.correct) < len(images.things) for images in rounds)


def _resume(puzzle: Any) -> bool:
    return all(fact.strip() for fact in puzzle.facts.values()) and len(puzzle.facts) == 11


# Whether a puzzle can be solved, with one correct answer, by family.
CHECKS: dict[str, Callable[[Any], bool]] = {
    "block-stack": _block_stack,
    "brick-buster": lambda puzzle: (
        puzzle.launch[1] < 0 and round(hypot(*puzzle.launch), 6) == round(puzzle.level.speed, 6)
    ),
    "bullseye": lambda puzzle: 0 <= puzzle.phase <= 2,
    "buttons": _buttons,
    "calendar-comprehension": _calendar,
    "calendar2": _calendar,
    "canvas-catch": _canvas_catch,
    "chart-read": _chart_read,
    "chart-transcribe": lambda puzzle: all(
        20 <= value <= 99 for bar in puzzle.bars for value in bar
    ),
    "click-cubed": lambda puzzle: len(set(positions(puzzle, 0))) == 3,
    "click-pixel": lambda puzzle: 0 < puzzle.x < 1280 - 15 and 60 <= puzzle.y < 720 - 15,
    "color-harmony": lambda puzzle: all(0 <= value <= 255 for value in target(puzzle, 0)),
    "combination-lock": lambda puzzle: all(0 <= riddle.answer <= 99 for riddle in puzzle.riddles),
    "date": lambda puzzle: 0 <= puzzle.days_ago < 365,
    "emoji-remember": lambda puzzle: all(
        correct in shown and len(set(shown)) == len(shown)
        for correct, shown in zip(puzzle.sequence, puzzle.choices, strict=True)
    ),
    "file-credentials": lambda puzzle: bool(
        re.fullmatch(r"[a-z0-9-]+", puzzle.user) and re.fullmatch(r"[a-z0-9-]+", puzzle.secret)
    ),
    "frog-crossing": lambda puzzle: find_path(puzzle, 0, start_cell(puzzle.level)) is not None,
    "herding": _herding,
    "i-accept": lambda puzzle: all(puzzle.boxes) and bool(puzzle.notice) == bool(puzzle.phrase),
    "iframe-nest": lambda puzzle: puzzle[0] in (3, 6, 9),
    "illegal-material": lambda puzzle: (
        len(set(puzzle.threats)) == len(puzzle.threats)
        and bool(puzzle.phrase) == (puzzle.level == "hard")
    ),
    "key-combo": lambda keys: len(set(keys)) == len(keys) >= 2 and keys[-1].islower(),
    "ladybird": lambda puzzle: all(
        round_map.flower in distances(round_map.size, round_map.walls, round_map.start)
        for round_map in puzzle
    ),
    "map-panner": _map_panner,
    "maze": lambda puzzle: all(0 <= door < 3 for door in puzzle.route),
    "menu-navigator": lambda puzzle: list(puzzle.entries).count(puzzle.secret) == 1,
    "otp-entry": lambda puzzle: (
        len(totp(puzzle.secret, puzzle.clock) if puzzle.secret else puzzle.code) == puzzle.digits
    ),
    "pixel-copy": lambda puzzle: (
        all(0 <= index < puzzle.level.size for cell in pattern(puzzle, 0) for index in cell)
        and len(pattern(puzzle, 0)) == puzzle.level.cells
    ),
    "popup-chaos": lambda puzzle: all(
        abs(window.x) <= 440 and abs(window.y) <= 240 for window in puzzle.windows
    ),
    "print-reveal": lambda code: len(code) >= 6,
    "prompt-defender": lambda puzzle: (
        len({decoy.text for decoy in puzzle.decoys}) == len(puzzle.decoys)
    ),
    "recipe-calculator": lambda puzzle: (
        puzzle.people != puzzle.recipe.servings and abs(puzzle.grams - round(puzzle.grams)) < 1e-9
    ),
    "resume-challenge": _resume,
    "right-click": lambda puzzle: (puzzle.spot is not None) == (puzzle.level == "hard"),
    "robo-check": _robo_check,
    "shop-admin": lambda puzzle: 0 < puzzle.price != puzzle.products[puzzle.target].price,
    "shopping-challenge": _shopping,
    "slider-symphony": lambda puzzle: all(
        abs(target - 50) > 2 * puzzle.level.tolerance and 0 <= target <= 100
        for target in targets(puzzle, 0)
    ),
    "stock-market": _stock_market,
    "tab-sync": lambda colours: len(colours) == 4,
    "text-mirror": _text_mirror,
    "towers-of-hanoi": lambda puzzle: puzzle.start != puzzle.goal,
    "verify-challenge": lambda puzzle: (
        set(code(puzzle, 0)) <= set(ALPHABET) and len(code(puzzle, 0)) == puzzle.level.length
    ),
    "webgl-text": lambda puzzle: shape(puzzle, 0) in puzzle.level.shapes,
    "webs-assemble": lambda puzzle: 0 < puzzle.address < 60_001 and puzzle.code.isascii(),
    "wolf-goat-cabbage": lambda puzzle: bool(
        plan(len(puzzle.items), list(puzzle.conflicts), puzzle.capacity)
    ),
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
