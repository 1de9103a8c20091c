"""Recipe Calculator: look a recipe up among advertisements and scale one ingredient."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from webproctor.benchmarks.webgames.materials.recipes import Ingredient, Recipe, recipes
from webproctor.benchmarks.webgames.play import Game, Play, Reply, Variant, message

PER_PAGE = 6
_ADS = (
    ("🍳", "Pans that never stick", "Half price until Sunday"),
    ("🔪", "Knives like a chef's", "Order today"),
    ("🥗", "A salad box every week", "First one free"),
    ("📈", "Grow your savings", "Ask our advisers"),
    ("🧂", "Salt from the sea", "Taste the difference"),
    ("🚲", "Ride to the market", "Bicycles on hire"),
)


@dataclass(frozen=True)
class Level:
    """Whether the amount is given in kilograms, and to how many times the servings it is scaled."""

    kilograms: bool
    factors: Sequence[tuple[int, int]]


@dataclass(frozen=True)
class Puzzle:
    """The recipes of this site, and what is asked: grams of an ingredient for so many people."""

    recipes: Sequence[Recipe]
    recipe: Recipe
    ingredient: Ingredient
    people: int
    order: Sequence[int]

    @property
    def grams(self) -> float:
        """The right answer."""
        assert self.ingredient.grams is not None
        return self.ingredient.grams * self.people / self.recipe.servings


def puzzle(random: Random, level: Level) -> Puzzle:
    """Amounts and servings vary a little with the seed; what is asked for is in whole grams."""
    book = [_varied(recipe, random) for recipe in recipes()]
    random.shuffle(book)
    asked = [
        (recipe, ingredient, recipe.servings * times // parts)
        for recipe in book
        for ingredient in recipe.ingredients
        if ingredient.unit == ("kg" if level.kilograms else "g") and ingredient.grams
        for times, parts in level.factors
        if recipe.servings * times % parts == 0
        and round(ingredient.grams * times) % parts == 0
        and times != parts
    ]
    recipe, ingredient, people = random.choice(asked)
    ads = [random.randrange(len(_ADS)) for _ in range(12)]
    return Puzzle(book, recipe, ingredient, people, ads)


def _varied(recipe: Recipe, random: Random) -> Recipe:
    def amount(one: Ingredient) -> Ingredient:
        if one.unit == "pieces":
            return one
        step = {"kg": 0.3, "l": 0.1}.get(one.unit, 30)
        return replace(one, amount=round(one.amount + step * random.randint(0, 2), 1))

    return replace(recipe, ingredients=tuple(map(amount, recipe.ingredients)))


class Kitchen(Play[Puzzle]):
    """The recipe site is part of the game; what is asked for is worked out by the player."""

    lasting = True

    def view(self, path: str) -> Reply | None:
        ads = [
            dict(zip(("emoji", "title", "text"), _ADS[n], strict=True)) for n in self.puzzle.order
        ]
        if path == "":
            asked = self.puzzle
            return {
                "recipe": asked.recipe.name,
                "ingredient": asked.ingredient.name,
                "people": asked.people,
            }
        if path == "recipes":
            cards = [recipe.card() for recipe in self.puzzle.recipes]
            return {"recipes": cards, "perPage": PER_PAGE, "ads": ads}
        if path == "advertisement":
            return {"ad": True}
        kind, _, id = path.partition("/")
        found = [one for one in self.puzzle.recipes if kind == "recipes" and str(one.id) == id]
        if not found:
            return None
        amounts = [
            {"name": i.name, "amount": i.amount, "unit": i.unit} for i in found[0].ingredients
        ]
        return {"detail": found[0].card() | {"ingredients": amounts}, "ads": ads}

    @message
    def check(self, grams: float) -> Reply:
        """Is this how much is needed?"""
        return self.win() if abs(grams - self.puzzle.grams) < 0.01 else {"wrong": True}


_GOAL = "Find the recipe on the recipe site and work out how much of one ingredient is needed."

GAME = Game(
    family="recipe-calculator",
    icon="🍲",
    skills=("navigation", "reading", "sums"),
    variants={
        "easy": Variant(
            "recipe-calculator-easy",
            "Recipe Calculator (Easy)",
            _GOAL,
            "easy",
            Level(False, ((1, 2),)),
        ),
        "base": Variant(
            "recipe-calculator",
            "Recipe Calculator",
            _GOAL,
            "medium",
            Level(False, ((2, 1), (3, 1), (3, 2))),
        ),
        "hard": Variant(
            "recipe-calculator-hard",
            "Recipe Calculator (Hard)",
            _GOAL,
            "hard",
            Level(True, ((5, 3), (4, 3), (7, 3), (7, 6), (11, 6))),
        ),
    },
    puzzle=puzzle,
    play=Kitchen,
    effort=lambda puzzle: 4,
)
