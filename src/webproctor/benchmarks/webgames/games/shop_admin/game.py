"""Shop Admin: change the price of one product in a shop's back office.

The player wins when the requested price is saved and no other product differs.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from random import Random

from webproctor.benchmarks.webgames.materials import products as shop
from webproctor.benchmarks.webgames.materials.products import Product
from webproctor.benchmarks.webgames.play import (
    Evidence,
    Fact,
    Game,
    Play,
    Refused,
    Reply,
    Variant,
    message,
)

PER_PAGE = 10
"""Products on a page of the list."""


@dataclass(frozen=True)
class Level:
    """The parameters of a variant.

    Attributes:
        products: Number of products; 0 for all.
        details: Whether the form also changes name and description, and products can be deleted.
        discount: Whether the request is a discount.
        price_stated: Whether a request for a discount also gives the new price.
    """

    products: int = 0
    details: bool = False
    discount: bool = False
    price_stated: bool = False


@dataclass(frozen=True)
class Puzzle:
    """The products, and the change to make.

    Attributes:
        products: By id.
        target: The id of the product to change.
        price: Its correct price, in cents.
        request: The manager's note.
        details: Whether the form also changes name and description, and products can be deleted.
        calculated: Whether the player must calculate the price.
    """

    products: Mapping[int, Product]
    target: int
    price: int
    request: str
    details: bool
    calculated: bool


def puzzle(random: Random, level: Level) -> Puzzle:
    products = shop.with_random_prices(random)
    if level.products:
        products = {id: products[id] for id in sorted(random.sample(range(7, 13), level.products))}
    target = products[random.choice(sorted(products))]
    if level.discount:
        discounts = [percent for percent in range(5, 41) if has_exact_price(target.price, percent)]
        percent = random.choice(discounts)
        new_price = round(target.price * (100 - percent) / 100)
        request = (
            f"Take {percent} % off the price of the product “{target.name}” and round to the cent."
        )
        if level.price_stated:
            request += f" It costs {target.price / 100:.2f} and should cost {new_price / 100:.2f}."
    else:
        new_price = target.price
        while new_price == target.price:
            new_price = round(target.price * random.uniform(0.6, 1.3))
        request = f"Set the price of the product “{target.name}” to {new_price / 100:.2f}."
    calculated = level.discount and not level.price_stated
    return Puzzle(products, target.id, new_price, request, level.details, calculated)


def has_exact_price(price: int, percent: int) -> bool:
    """Return whether a discount changes the price, and the result does not end in half a cent."""
    return price * percent % 100 != 50 and price * percent >= 100


class ShopAdmin(Play[Puzzle]):
    """Keeps edits across page loads; only the correct change, without any other, wins.

    The form of a product can be opened only after the list has shown the product.
    """

    persistent = True

    def __init__(self, puzzle: Puzzle, evidence: Evidence) -> None:
        super().__init__(puzzle, evidence)
        self._products = dict(puzzle.products)
        self._listed: set[int] = set()

    def view(self, path: str) -> Reply | None:
        shared = {"request": self.puzzle.request, "details": self.puzzle.details}
        if path == "":
            return shared | self._list()
        for product in self._products.values():
            if path == f"edit/{product.id}" and product.id in self._listed:
                return shared | {"product": product.view()}
        return None

    @message
    def save(self, id: int, price: float, name: str = "", about: str = "") -> Reply:
        """Change a product."""
        if id not in self._products or not 0 <= price < 100_000:
            raise Refused("no such product, or invalid price")
        product = replace(self._products[id], price=round(price * 100))
        if self.puzzle.details:
            product = replace(product, name=name or product.name, about=about or product.about)
        self._products[id] = product
        if self._is_correct():
            return self.win()
        if self._products != self.puzzle.products:
            self.miss()
        return {"saved": True}

    @message
    def delete(self, id: int) -> Reply:
        """Delete a product."""
        if not self.puzzle.details or id not in self._products:
            raise Refused("no such product, or deleting is not available")
        del self._products[id]
        self.miss()
        return self._list()

    @message
    def restore(self) -> Reply:
        """Undo all changes."""
        self._products = dict(self.puzzle.products)
        return self._list()

    def _is_correct(self) -> bool:
        """Return whether the requested change was made, and no other."""
        target = self.puzzle.products[self.puzzle.target]
        changed = replace(target, price=self.puzzle.price)
        return self._products == {**self.puzzle.products, target.id: changed}

    @message
    def browse(self, category: str = "", query: str = "", page: int = 0) -> Reply:
        """Return one page of the products that match."""
        products = self._products.values()
        listing = shop.product_listing(
            products, PER_PAGE, category=category, query=query, page=page
        )
        self._listed |= {product["id"] for product in listing["items"]}
        return listing

    def _list(self) -> Reply:
        return {"listing": self.browse(), "changed": self._products != self.puzzle.products}


def hidden(puzzle: Puzzle) -> Iterator[Fact]:
    """Yield the content of the pages after the first, and the new price if it is calculated."""
    products = list(puzzle.products.values())
    yield from shop.not_on_first_page(products, PER_PAGE)
    visible_prices = [product.price for product in products[:PER_PAGE]]
    if puzzle.calculated and puzzle.price not in visible_prices:
        yield (puzzle.price / 100,)


_GOAL = "Change the price of one product as the note from the manager asks, and nothing else."

GAME = Game(
    family="shop-admin",
    icon="🏷",
    skills=("forms", "navigation", "sums"),
    variants={
        "easy": Variant("shop-admin-easy", "Shop Admin (Easy)", _GOAL, "easy", Level(products=3)),
        "base": Variant("shop-admin", "Shop Admin", _GOAL, "medium", Level(details=True)),
        "hard": Variant(
            "shop-admin-hard", "Shop Admin (Hard)", _GOAL, "hard", Level(discount=True)
        ),
    },
    published={
        "hard": Variant(
            "shop-admin-hard",
            "Shop Admin (Hard)",
            _GOAL,
            "hard",
            Level(discount=True, price_stated=True),
        ),
    },
    puzzle=puzzle,
    play=ShopAdmin,
    # Open the product, type the price, press Enter.
    minimum_actions=lambda puzzle: 3,
    tries=10,
    hidden=hidden,
)
