"""The content of a small recipe site: 18 recipes."""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Ingredient:
    """An ingredient; the unit of the amount is g, kg, ml, l, or pieces."""

    name: str
    amount: float
    unit: str

    @property
    def grams(self) -> float | None:
        """The weight in grams, or None if the unit is not a weight."""
        return {"g": self.amount, "kg": 1000 * self.amount}.get(self.unit)


@dataclass(frozen=True)
class Recipe:
    """A recipe; the amounts are for `servings` people."""

    id: int
    name: str
    emoji: str
    cuisine: str
    category: str
    servings: int
    ingredients: tuple[Ingredient, ...]

    def card(self) -> dict[str, Any]:
        """Return the recipe's data for the list of recipes."""
        return {
            "id": self.id,
            "name": self.name,
            "emoji": self.emoji,
            "cuisine": self.cuisine,
            "category": self.category,
        }


@cache
def recipes() -> tuple[Recipe, ...]:
    """Return all recipes with their original amounts."""
    path = Path(__file__).with_name("recipes.json")
    return tuple(
        Recipe(id, *fields[:5], ingredients=tuple(Ingredient(*values) for values in fields[5]))
        for id, fields in enumerate(json.loads(path.read_text(encoding="utf-8")), 1)
    )
