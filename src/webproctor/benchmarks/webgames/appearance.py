"""The appearance of the games' pages: colours, spacing, placement, and what is around the game.

An appearance changes neither rules nor puzzles. Its data is in `kit/appearance.json`, its style
sheet is `kit/appearance.css`. All choices depend only on the task and its seed, so a task looks the
same on every machine and after every reload.
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
    """A column next to the game.

    Attributes:
        side: `left` or `right`.
        menu: Whether it begins with the name of the site and a menu.
        advertisements: Brand and text of each advertisement.
    """

    side: str
    menu: bool
    advertisements: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class PageAppearance:
    """The appearance of one page.

    Attributes:
        classes: Classes of the page's body.
        style: CSS of the page's body: custom properties.
        texts: The texts around the game: `label` (of an advertisement), `menu`, `site`, `links`.
        language: The language of the texts around the game, as an HTML language code.
        rails: Columns next to the game; none on games that use the whole viewport.
    """

    classes: str
    style: str
    texts: Mapping[str, Any]
    language: str
    rails: tuple[Rail, ...]


@cache
def _data() -> Mapping[str, Any]:
    return json.loads(_DATA.read_text(encoding="utf-8"))


def page_appearance(appearance: Appearance, entry: Entry, seed: int) -> PageAppearance | None:
    """Return the appearance of a task's pages; None for `plain`.

    Args:
        entry: The variant.
        seed: The seed of the instance. `published` depends only on the family.
    """
    if appearance == "plain":
        return None
    return _published(entry) if appearance == "published" else _varied(entry, seed)


def _published(entry: Entry) -> PageAppearance:
    """Return an appearance like that of the published suite: a card in the middle of a gradient.

    The published pages of recipes and stocks have advertisements.
    """
    data, family = _data()["published"], entry.game.family
    random = Random(f"published:{family}")
    has_advertisements = family in data["advertisements"] and entry.game.layout == "card"
    texts = _data()["languages"]["en"]
    rails = tuple(
        Rail(side, menu=False, advertisements=tuple(random.sample(_advertisements(texts), 2)))
        for side in ("left", "right")
        if has_advertisements
    )
    backdrop = _backdrop(135, random.choice(data["gradients"]))
    style = _style(data["style"] | {"backdrop": backdrop})
    return PageAppearance("themed published place-centre", style, texts, "en", rails)


def _varied(entry: Entry, seed: int) -> PageAppearance:
    """Return a random appearance."""
    data, random = _data(), Random(f"appearance:{entry.variant.id}:{seed}")
    theme = data["themes"][random.choice(sorted(data["themes"]))]
    tone = random.choice(sorted(data["gradients"]))
    backdrop = _backdrop(random.choice(data["angles"]), random.choice(data["gradients"][tone]))
    density, placement = random.choice(data["densities"]), random.choice(data["placements"])
    heading = random.choice(data["headings"])
    language = random.choice(sorted(data["languages"]))
    texts = data["languages"][language]
    advertisements = random.sample(_advertisements(texts), 4)
    sides = {"left": ["right"], "right": ["left"], "centre": ["left", "right"]}[placement]
    random.shuffle(sides)
    # The first column has the menu and at least one advertisement; a single column has up to three,
    # each of two up to two.
    counts = [
        random.randint(int(index == 0), 3 if len(sides) == 1 else 2) for index in range(len(sides))
    ]
    rails = [
        Rail(
            side, menu=index == 0, advertisements=tuple(advertisements.pop() for _ in range(count))
        )
        for index, (side, count) in enumerate(zip(sides, counts, strict=True))
    ]
    return PageAppearance(
        classes=f"themed varied {tone} {density} place-{placement} heading-{heading}",
        style=_style(theme | {"backdrop": backdrop}),
        texts=texts,
        language=language,
        rails=tuple(rails) if entry.game.layout == "card" else (),
    )


def _advertisements(texts: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return brand and text of each advertisement in a language."""
    return [(brand, text) for brand, text in texts["advertisements"]]


def _backdrop(angle: int, colours: list[str]) -> str:
    return f"linear-gradient({angle}deg, {', '.join(colours)})"


def _style(properties: Mapping[str, str]) -> str:
    return "; ".join(f"--{name}: {value}" for name, value in properties.items())
