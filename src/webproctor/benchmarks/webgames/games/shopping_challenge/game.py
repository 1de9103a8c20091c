"""Shopping Challenge: buy a shopping list as cheaply as possible, and enter the total.

Bananas are sold singly and in cheaper bunches. The server keeps the cart; the cart and the total
must be correct.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from random import Random

from webproctor.benchmarks.webgames.materials import products as shop
from webproctor.benchmarks.webgames.materials.products import Product
from webproctor.benchmarks.webgames.play import (
    Fact,
    Game,
    Play,
    Refused,
    Reply,
    Variant,
    VariantName,
    message,
)

MAX_QUANTITY = 99
"""The maximum quantity of a product in the cart."""


@dataclass(frozen=True)
class Level:
    """The parameters of a variant.

    Attributes:
        food, appliances: The number of lines of these kinds in the list.
        bananas: The minimum and the maximum number of bananas.
        eggs: Whether the list has eggs.
        per_page: Products on a page of the shop.
        hint: Whether the page says that some items are sold in more than one way.
        only_total: Whether the total is enough, whatever is in the cart.
        tolerance: The entered total must differ by less than this, in cents.
    """

    food: int
    appliances: int = 0
    bananas: tuple[int, int] = (2, 4)
    eggs: bool = False
    per_page: int = 8
    hint: bool = False
    only_total: bool = False
    tolerance: float = 0.5


@dataclass(frozen=True)
class Puzzle:
    """The products with prices, the lines of the list, and the cheapest matching cart.

    Attributes:
        products: By id.
        cart: The quantity of each product, by its id.
    """

    products: Mapping[int, Product]
    lines: tuple[str, ...]
    cart: Mapping[int, int]
    level: Level

    @property
    def total(self) -> int:
        """The total price of the cart, in cents."""
        return sum(self.products[id].price * count for id, count in self.cart.items())


def cheapest_bananas(count: int) -> Counter[int]:
    """Return the cheapest way to buy bananas; a bunch costs less than five single bananas."""
    bunches, singles = divmod(count, shop.BUNCH_SIZE)
    return +Counter({shop.BUNCH: bunches, shop.BANANA: singles})


def puzzle(random: Random, level: Level) -> Puzzle:
    products = shop.with_random_prices(random)
    food = [
        product.id
        for product in products.values()
        if product.category not in ("Electronics", "Kitchen appliances")
        and product.id not in (shop.BANANA, shop.BUNCH, shop.EGGS)
    ]
    appliances = [
        product.id for product in products.values() if product.category == "Kitchen appliances"
    ]
    items = [(id, random.randint(1, 5)) for id in random.sample(food, level.food)]
    items += [(id, 1) for id in random.sample(appliances, level.appliances)]
    cart = Counter(dict(items))
    lines = [f"{count} x {products[id].name}" for id, count in items]
    # With five single bananas left over, another bunch would be cheaper.
    fewest, most = level.bananas
    bananas = random.choice([n for n in range(fewest, most + 1) if n % shop.BUNCH_SIZE < 5])
    cart += cheapest_bananas(bananas)
    lines.append(f"{bananas} bananas")
    if level.eggs:
        egg_boxes = random.randint(2, 3)
        cart[shop.EGGS] = egg_boxes
        lines.append(f"{egg_boxes * shop.EGGS_SIZE} eggs")
    random.shuffle(lines)
    return Puzzle(products, tuple(lines), dict(cart), level)


class ShoppingChallenge(Play[Puzzle]):
    """Keeps the cart on the server; cart and total must be correct, or only the total."""

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        self._cart: dict[int, int] = {}
        return {
            "listing": self.browse(),
            "list": self.puzzle.lines,
            "hint": self.puzzle.level.hint,
            "only_total": self.puzzle.level.only_total,
        }

    @message
    def browse(self, category: str = "", query: str = "", page: int = 0) -> Reply:
        """Return one page of the products that match."""
        products, per_page = self.puzzle.products.values(), self.puzzle.level.per_page
        return shop.product_listing(products, per_page, category=category, query=query, page=page)

    @message
    def add(self, id: int, quantity: int) -> Reply:
        """Add a quantity of a product to the cart; a negative quantity removes some."""
        if id not in self.puzzle.products:
            raise Refused("no such product")
        self._cart[id] = min(max(self._cart.get(id, 0) + quantity, 0), MAX_QUANTITY)
        return {"count": sum(self._cart.values())}

    @message
    def cart(self) -> Reply:
        """Return the cart's content; prices are in currency units, not cents."""
        items = [(self.puzzle.products[id], count) for id, count in self._cart.items() if count]
        lines = [
            {
                "id": product.id,
                "name": product.name,
                "count": count,
                "price": product.price * count / 100,
            }
            for product, count in items
        ]
        return {"lines": lines, "total": sum(item.price * count for item, count in items) / 100}

    @message
    def check(self, total: float) -> Reply:
        """Check the cart against the list, and the total."""
        cart = {id: count for id, count in self._cart.items() if count}
        level = self.puzzle.level
        cart_accepted = level.only_total or cart == self.puzzle.cart
        if cart_accepted and abs(100 * total - self.puzzle.total) < level.tolerance:
            return self.win()
        self.miss()
        return {"wrong": True}


def hidden(puzzle: Puzzle) -> Iterator[Fact]:
    """Yield the total, and the content of the shop's pages after the first."""
    yield (puzzle.total / 100,)
    yield from shop.not_on_first_page(puzzle.products.values(), puzzle.level.per_page)


_GOAL = "Add what is on the list to the cart as cheaply as possible, then enter the cart's total."
_VARIANTS: Mapping[VariantName, Variant[Level]] = {
    "easy": Variant(
        "shopping-challenge-easy", "Shopping Challenge (Easy)", _GOAL, "easy", Level(food=2)
    ),
    "base": Variant(
        "shopping-challenge",
        "Shopping Challenge",
        _GOAL,
        "medium",
        Level(food=7, bananas=(7, 10), eggs=True),
    ),
    "hard": Variant(
        "shopping-challenge-hard",
        "Shopping Challenge (Hard)",
        _GOAL,
        "hard",
        Level(food=7, appliances=2, bananas=(13, 16), eggs=True, per_page=6, hint=True),
    ),
}
# The published suite checks only the total; in the hard variant with a tolerance of 0.05.
_TOLERANCES: Mapping[VariantName, float] = {"easy": 0.5, "base": 0.5, "hard": 4.5}

GAME = Game(
    family="shopping-challenge",
    icon="🛒",
    skills=("reading", "sums", "shopping"),
    variants=_VARIANTS,
    published={
        name: replace(
            variant,
            level=replace(variant.level, only_total=True, tolerance=_TOLERANCES[name]),
        )
        for name, variant in _VARIANTS.items()
    },
    puzzle=puzzle,
    play=ShoppingChallenge,
    minimum_actions=lambda puzzle: (
        2 + (0 if puzzle.level.only_total else sum(puzzle.cart.values()))
    ),
    tries=5,
    hidden=hidden,
)
