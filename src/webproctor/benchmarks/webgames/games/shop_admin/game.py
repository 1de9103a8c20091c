"""Shop Admin: change the price of one product in a shop's back office."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from random import Random

from webproctor.benchmarks.webgames.materials import products as shop
from webproctor.benchmarks.webgames.materials.products import Product
from webproctor.benchmarks.webgames.play import Fact, Game, Play, Refused, Reply, Variant, message

PER_PAGE = 10


@dataclass(frozen=True)
class Level:
    """The parameters of a variant.

    Attributes:
        products: Number of products; 0 for all.
        details: Whether the form also changes name and description, and products can be deleted.
        discount: Whether the request is a discount.
        told: Whether a request for a discount gives the new price, too.
    """

    products: int = 0
    details: bool = False
    discount: bool = False
    told: bool = False


@dataclass(frozen=True)
class Puzzle:
    """The products, the id of the one to change, and its correct price in cents.

    `calculated`: whether the player must calculate the price.
    """

    products: Mapping[int, Product]
    target: int
    price: int
    request: str
    details: bool
    calculated: bool


def puzzle(random: Random, level: Level) -> Puzzle:
    products = shop.priced(random)
    if level.products:
        products = {id: products[id] for id in sorted(random.sample(range(7, 13), level.products))}
    target = products[random.choice(sorted(products))]
    if level.discount:
        percent = random.choice([per for per in range(5, 41) if exact(target.price, per)])
        new = round(target.price * (100 - percent) / 100)
        request = (
            f"Take {percent} % off the price of the product “{target.name}” and round to the cent."
        )
        if level.told:
            request += f" It costs {target.price / 100:.2f} and should cost {new / 100:.2f}."
    else:
        new = target.price
        while new == target.price:
            new = round(target.price * random.uniform(0.6, 1.3))
        request = f"Set the price of the product “{target.name}” to {new / 100:.2f}."
    calculated = level.discount and not level.told
    return Puzzle(products, target.id, new, request, level.details, calculated)


def exact(price: int, percent: int) -> bool:
    """Return whether a discounted price changes and does not end in half a cent."""
    return price * percent % 100 != 50 and price * percent >= 100


class Office(Play[Puzzle]):
    """Keeps edits across page loads; only the correct change, without any other, wins."""

    lasting = True

    def view(self, path: str) -> Reply | None:
        if not hasattr(self, "_now"):
            self._now = dict(self.puzzle.products)
        told = {"request": self.puzzle.request, "details": self.puzzle.details}
        if path == "":
            return told | self._list()
        kind, _, id = path.partition("/")
        if kind != "edit" or not id.isdecimal() or int(id) not in self._now:
            return None
        return told | {"product": self._now[int(id)].shown()}

    @message
    def save(self, id: int, price: float, name: str = "", about: str = "") -> Reply:
        """Change a product."""
        if id not in self._now or not 0 <= price < 100_000:
            raise Refused("no such product, or invalid price")
        old = self._now[id]
        change = (
            {"name": name or old.name, "about": about or old.about} if self.puzzle.details else {}
        )
        self._now[id] = replace(old, price=round(price * 100), **change)
        if self._right():
            return self.win()
        if self._now != self.puzzle.products:
            self.miss()
        return {"saved": True}

    @message
    def delete(self, id: int) -> Reply:
        """Delete a product."""
        if not self.puzzle.details or id not in self._now:
            raise Refused("no such product, or deleting is not available")
        del self._now[id]
        self.miss()
        return self._list()

    @message
    def restore(self) -> Reply:
        """Undo all changes."""
        self._now = dict(self.puzzle.products)
        return self._list()

    def _right(self) -> bool:
        target = self.puzzle.products[self.puzzle.target]
        changed = replace(target, price=self.puzzle.price)
        return self._now == {**self.puzzle.products, target.id: changed}

    @message
    def browse(self, category: str = "", query: str = "", page: int = 0) -> Reply:
        """Return one page of the products that match."""
        products = self._now.values()
        return shop.shelf(products, PER_PAGE, category=category, query=query, page=page)

    def _list(self) -> Reply:
        return {"shelf": self.browse(), "changed": self._now != self.puzzle.products}


def hidden(puzzle: Puzzle) -> Iterator[Fact]:
    """Yield the content of the pages after the first, and the new price if it is calculated."""
    products = list(puzzle.products.values())
    yield from shop.not_on_first_page(products, PER_PAGE)
    by_chance = puzzle.price in [one.price for one in products[:PER_PAGE]]
    if puzzle.calculated and not by_chance:
        yield (puzzle.price / 100,)


_GOAL = "Change one product's price as the note from the manager asks, and nothing else."

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
            "shop-admin-hard", "Shop Admin (Hard)", _GOAL, "hard", Level(discount=True, told=True)
        ),
    },
    puzzle=puzzle,
    play=Office,
    minimum_actions=lambda puzzle: 3,
    tries=10,
    hidden=hidden,
)
