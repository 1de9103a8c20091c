"""The appearance of the games' pages: colours, spacing, placement, and what is around the game.

An appearance changes neither rules nor puzzles. What it shows is data in `kit/appearance.json`; how
it looks is in `kit/appearance.css`. All choices depend on the task and its seed alone, so a task
looks the same on every machine and after every reload.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Literal

from webproctor.benchmarks.webgames.play import Entry

Appearance = Literal["plain", "published", "varied"]
_DATA = Path(__file__).with_name("kit") / "appearance.json"


@dataclass(frozen=True)
class Rail:
    """A column beside the game.

    Attributes:
        side: `left` or `right`.
        menu: Whether it begins with the name of the site and a menu.
        advertisements: Brand and text of each advertisement.
    """

    side: str
    menu: bool
    advertisements: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Look:
    """The appearance of one page.

    Attributes:
        classes: Classes of the page's body.
        style: CSS of the page's body: custom properties.
        words: The texts around the game in the page's language: `label` (of an advertisement),
            `menu`, `site`, `links`.
        language: The language of the texts around the game, as an HTML language code.
        rails: Columns beside the game; none on games that use the whole viewport.
    """

    classes: str
    style: str
    words: Mapping[str, Any]
    language: str
    rails: tuple[Rail, ...]


@cache
def _data() -> Mapping[str, Any]:
    return json.loads(_DATA.read_text(encoding="utf-8"))


def look(appearance: Appearance, entry: Entry, seed: int) -> Look | None:
    """Return the look of a task's pages; None for `plain`.

    Args:
        entry: The variant.
        seed: The seed of the instance. `published` depends only on the family.
    """
    if appearance == "plain":
        return None
    return _published_look(entry) if appearance == "published" else _varied_look(entry, seed)


def _published_look(entry: Entry) -> Look:
    """Return a look like that of the published suite: a card in the middle of a gradient.

    The published pages of recipes and stocks have banner advertisements.
    """
    data, family = _data()["published"], entry.game.family
    random = Random(f"published:{family}")
    advertised = family in data["advertisements"] and entry.game.layout == "card"
    words = _data()["languages"]["en"]
    rails = tuple(
        Rail(side, menu=False, advertisements=tuple(random.sample(_offers(words), 2)))
        for side in ("left", "right")
        if advertised
    )
    backdrop = _backdrop(135, random.choice(data["gradients"]))
    style = _style(data["style"] | {"backdrop": backdrop})
    return Look("look published place-centre", style, words, "en", rails)


def _varied_look(entry: Entry, seed: int) -> Look:
    data, random = _data(), Random(f"appearance:{entry.variant.id}:{seed}")
    theme = data["themes"][random.choice(sorted(data["themes"]))]
    tone = random.choice(sorted(data["gradients"]))
    backdrop = _backdrop(random.choice(data["angles"]), random.choice(data["gradients"][tone]))
    density, placement = random.choice(data["densities"]), random.choice(data["placements"])
    heading = random.choice(data["headings"])
    language = random.choice(sorted(data["languages"]))
    words = data["languages"][language]
    offers = random.sample(_offers(words), 4)
    sides = {"left": ["right"], "right": ["left"], "centre": ["left", "right"]}[placement]
    random.shuffle(sides)
    # The first column has the menu; each has up to three advertisements, and the page at least one.
    counts = [
        random.randint(int(index == 0), 3 if len(sides) == 1 else 2) for index in range(len(sides))
    ]
    rails = [
        Rail(
            side, menu=index == 0, advertisements=tuple(offers.pop() for _ in range(counts[index]))
        )
        for index, side in enumerate(sides)
    ]
    return Look(
        classes=f"look varied {tone} {density} place-{placement} heading-{heading}",
        style=_style(theme | {"backdrop": backdrop}),
        words=words,
        language=language,
        rails=tuple(rails) if entry.game.layout == "card" else (),
    )


def _offers(words: Mapping[str, Any]) -> list[tuple[str, str]]:
    return [(brand, text) for brand, text in words["advertisements"]]


def _backdrop(angle: int, colours: list[str]) -> str:
    return f"linear-gradient({angle}deg, {', '.join(colours)})"


def _style(properties: Mapping[str, str]) -> str:
    return "; ".join(f"--{name}: {value}" for name, value in properties.items())
