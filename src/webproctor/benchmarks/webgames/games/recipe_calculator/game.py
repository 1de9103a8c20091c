"""Recipe Calculator: find a recipe among advertisements and scale one ingredient."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from webproctor.benchmarks.webgames.materials.listing import paged
from webproctor.benchmarks.webgames.materials.recipes import Ingredient, Recipe, recipes
from webproctor.benchmarks.webgames.play import Fact, Game, Play, Reply, Variant, message

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
    """Whether the amount is in kilograms, and the scaling factors as (numerator, denominator)."""

    kilograms: bool
    factors: Sequence[tuple[int, int]]


@dataclass(frozen=True)
class Puzzle:
    """The recipes of the site, and the question: grams of an ingredient for `people` people."""

    recipes: Sequence[Recipe]
    recipe: Recipe
    ingredient: Ingredient
    people: int
    order: Sequence[int]

    @property
    def grams(self) -> float:
        """The correct answer, in grams."""
        assert self.ingredient.grams is not None
        return self.ingredient.grams * self.people / self.recipe.servings


def puzzle(random: Random, level: Level) -> Puzzle:
    """Generate a puzzle with slightly varied amounts; the answer is in whole grams."""
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
    """Serves a recipe site and checks the amount that the player calculates.

    A page of the list contains only the recipes that it shows; servings and amounts are on the
    recipe's own page. An answer is accepted only if that page was opened, because amounts vary by
    only a few steps and could be guessed by a player who knows the recipes.
    """

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
            book = self.puzzle.recipes
            names = {
                "categories": list(dict.fromkeys(recipe.category for recipe in book)),
                "cuisines": list(dict.fromkeys(recipe.cuisine for recipe in book)),
            }
            return self.browse() | names | {"ads": ads}
        if path == "advertisement":
            return {"ad": True}
        kind, _, id = path.partition("/")
        found = [one for one in self.puzzle.recipes if kind == "recipes" and str(one.id) == id]
        if not found:
            return None
        self._opened.add(found[0].id)
        amounts = [
            {"name": i.name, "amount": i.amount, "unit": i.unit} for i in found[0].ingredients
        ]
        detail = found[0].card() | {"servings": found[0].servings, "ingredients": amounts}
        return {"detail": detail, "ads": ads}

    @property
    def _opened(self) -> set[int]:
        """The ids of the recipes whose pages were opened in this episode."""
        return self.evidence.episode.setdefault("opened", set())

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
        return paged(found, PER_PAGE, page)

    @message
    def check(self, grams: float) -> Reply:
        """Check the amount in grams."""
        if self.puzzle.recipe.id in self._opened and abs(grams - self.puzzle.grams) < 0.01:
            return self.win()
        self.miss()
        return {"wrong": True}


def hidden(puzzle: Puzzle) -> Iterator[Fact]:
    """Yield the amounts of the puzzle's recipe, and the recipes not on the list's first page."""
    yield tuple(one.amount for one in puzzle.recipe.ingredients)
    yield from {one.name for one in puzzle.recipes[PER_PAGE:]} - {puzzle.recipe.name}


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
    minimum_actions=lambda puzzle: 4,
    tries=5,
    hidden=hidden,
)
