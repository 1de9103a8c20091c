"""Recipe Calculator: find a recipe among advertisements and scale one ingredient.

The player enters the amount in grams for another number of people than the recipe serves.
"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from random import Random

from webproctor.benchmarks.webgames.materials.listing import paginate
from webproctor.benchmarks.webgames.materials.recipes import Ingredient, Recipe, recipes
from webproctor.benchmarks.webgames.play import Fact, Game, Play, Reply, Variant, message

PER_PAGE = 6
"""Recipes on a page of the list."""
# Emoji, title and text.
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
    """Whether the amount is in kilograms, and the scaling factors as (numerator, denominator)."""

    kilograms: bool
    factors: Sequence[tuple[int, int]]


@dataclass(frozen=True)
class Puzzle:
    """The recipes of the site, and the question: grams of an ingredient for `people` people.

    Attributes:
        ads: The advertisements on each page, as indices.
    """

    recipes: Sequence[Recipe]
    recipe: Recipe
    ingredient: Ingredient
    people: int
    ads: Sequence[int]

    @property
    def grams(self) -> float:
        """The correct answer, in grams."""
        assert self.ingredient.grams is not None
        return self.ingredient.grams * self.people / self.recipe.servings


def puzzle(random: Random, level: Level) -> Puzzle:
    """Generate a puzzle with slightly varied amounts; the answer is in whole grams."""
    varied_recipes = [_with_varied_amounts(recipe, random) for recipe in recipes()]
    random.shuffle(varied_recipes)
    questions = [
        (recipe, ingredient, recipe.servings * numerator // denominator)
        for recipe in varied_recipes
        for ingredient in recipe.ingredients
        if ingredient.unit == ("kg" if level.kilograms else "g") and ingredient.grams
        for numerator, denominator in level.factors
        if recipe.servings * numerator % denominator == 0
        and round(ingredient.grams * numerator) % denominator == 0
        and numerator != denominator
    ]
    recipe, ingredient, people = random.choice(questions)
    ads = [random.randrange(len(_ADS)) for _ in range(12)]
    return Puzzle(varied_recipes, recipe, ingredient, people, ads)


def _with_varied_amounts(recipe: Recipe, random: Random) -> Recipe:
    """Return the recipe with each amount, except pieces, increased by up to two steps."""

    def varied(ingredient: Ingredient) -> Ingredient:
        if ingredient.unit == "pieces":
            return ingredient
        step = {"kg": 0.3, "l": 0.1}.get(ingredient.unit, 30)
        amount = round(ingredient.amount + step * random.randint(0, 2), 1)
        return replace(ingredient, amount=amount)

    return replace(recipe, ingredients=tuple(map(varied, recipe.ingredients)))


class RecipeCalculator(Play[Puzzle]):
    """Serves a recipe site and checks the amount that the player calculates.

    A page of the list contains only the recipes that it shows; servings and amounts are on the
    recipe's own page, which can be opened only after the list has shown the recipe. An answer is
    accepted only if that page was opened, because amounts vary by only a few steps and could be
    guessed by a player who knows the recipes.
    """

    persistent = True

    def view(self, path: str) -> Reply | None:
        puzzle = self.puzzle
        if path == "":
            return {
                "recipe": puzzle.recipe.name,
                "ingredient": puzzle.ingredient.name,
                "people": puzzle.people,
            }
        if path == "advertisement":
            return {"ad": True}
        ads = [dict(zip(("emoji", "title", "text"), _ADS[n], strict=True)) for n in puzzle.ads]
        if path == "recipes":
            names = {
                "categories": list(dict.fromkeys(recipe.category for recipe in puzzle.recipes)),
                "cuisines": list(dict.fromkeys(recipe.cuisine for recipe in puzzle.recipes)),
            }
            return self.browse() | names | {"ads": ads}
        for recipe in puzzle.recipes:
            if path == f"recipes/{recipe.id}" and recipe.id in self._listed:
                self._opened.add(recipe.id)
                ingredients = [asdict(ingredient) for ingredient in recipe.ingredients]
                detail = {"servings": recipe.servings, "ingredients": ingredients}
                return {"detail": recipe.card() | detail, "ads": ads}
        return None

    @property
    def _opened(self) -> set[int]:
        """The ids of the recipes whose pages were opened in this episode."""
        return self.evidence.episode.setdefault("opened", set())

    @property
    def _listed(self) -> set[int]:
        """The ids of the recipes that a page of the list has shown in this episode."""
        return self.evidence.episode.setdefault("listed", set())

    @message
    def browse(
        self, query: str = "", category: str = "", cuisine: str = "", page: int = 0
    ) -> Reply:
        """Return one page of the recipes that match; "" matches any name, category or cuisine."""
        found = [
            recipe.card()
            for recipe in self.puzzle.recipes
            if query.strip().casefold() in recipe.name.casefold()
            and category in ("", recipe.category)
            and cuisine in ("", recipe.cuisine)
        ]
        shown = paginate(found, PER_PAGE, page)
        self._listed.update(card["id"] for card in shown["items"])
        return shown

    @message
    def check(self, grams: float) -> Reply:
        """Check the amount in grams."""
        if self.puzzle.recipe.id in self._opened and abs(grams - self.puzzle.grams) < 0.01:
            return self.win()
        self.miss()
        return {"wrong": True}


def hidden(puzzle: Puzzle) -> Iterator[Fact]:
    """Yield the amounts of the puzzle's recipe, and the recipes not on the list's first page."""
    yield tuple(ingredient.amount for ingredient in puzzle.recipe.ingredients)
    yield from {recipe.name for recipe in puzzle.recipes[PER_PAGE:]} - {puzzle.recipe.name}


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
    play=RecipeCalculator,
    # Type the amount, or paste it, and press Enter; the pages can be opened by their addresses.
    minimum_actions=lambda puzzle: min(4, len(f"{puzzle.grams:.0f}") + 1),
    tries=5,
    hidden=hidden,
)
