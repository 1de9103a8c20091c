"""A small recipe site's contents: 18 recipes."""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Ingredient:
    """An amount is in its unit: g, kg, ml, l, or pieces."""

    name: str
    amount: float
    unit: str

    @property
    def grams(self) -> float | None:
        """Its weight, or None when it is not sold by weight."""
        return {"g": self.amount, "kg": 1000 * self.amount}.get(self.unit)


@dataclass(frozen=True)
class Recipe:
    """Amounts are for `servings` people."""

    id: int
    name: str
    emoji: str
    cuisine: str
    category: str
    servings: int
    ingredients: tuple[Ingredient, ...]

    def card(self) -> dict[str, Any]:
        """What the list of recipes says of it."""
        return {
            "id": self.id,
            "name": self.name,
            "emoji": self.emoji,
            "cuisine": self.cuisine,
            "category": self.category,
            "servings": self.servings,
        }


@cache
def recipes() -> tuple[Recipe, ...]:
    """Every recipe, as the cook wrote it."""
    path = Path(__file__).with_name("recipes.json")
    return tuple(
        Recipe(id, *told[:5], ingredients=tuple(Ingredient(*one) for one in told[5]))
        for id, told in enumerate(json.loads(path.read_text(encoding="utf-8")), 1)
    )
