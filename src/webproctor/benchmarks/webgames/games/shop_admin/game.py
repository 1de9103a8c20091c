"""Shop Admin: change the price of one product in a shop's back office."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random

from webproctor.benchmarks.webgames.materials import products as shop
from webproctor.benchmarks.webgames.materials.products import Product
from webproctor.benchmarks.webgames.play import Game, Play, Refused, Reply, Variant, message


@dataclass(frozen=True)
class Level:
    """How many products there are (0: all), and whether the new price is to be worked out."""

    products: int = 0
    details: bool = False
    discount: bool = False


@dataclass(frozen=True)
class Puzzle:
    """The products, which of them must change, and its right price in cents."""

    products: Mapping[int, Product]
    target: int
    price: int
    request: str
    details: bool


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
    else:
        new = target.price
        while new == target.price:
            new = round(target.price * random.uniform(0.6, 1.3))
        request = f"Set the price of the product “{target.name}” to {new / 100:.2f}."
    return Puzzle(products, target.id, new, request, level.details)


def exact(price: int, percent: int) -> bool:
    """Whether rounding a discounted price leaves no doubt: it changes, and lies on no half cent."""
    return price * percent % 100 != 50 and price * percent >= 100


class Office(Play[Puzzle]):
    """Edits last, so that the list shows them; the right one alone wins."""

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
            raise Refused("there is no such product, or no such price")
        old = self._now[id]
        change = (
            {"name": name or old.name, "about": about or old.about} if self.puzzle.details else {}
        )
        self._now[id] = replace(old, price=round(price * 100), **change)
        return {"saved": True} | (self.win() if self._right() else {})

    @message
    def delete(self, id: int) -> Reply:
        """Take a product off the list."""
        if not self.puzzle.details or id not in self._now:
            raise Refused("there is nothing to delete")
        del self._now[id]
        return self._list()

    @message
    def restore(self) -> Reply:
        """Undo everything."""
        self._now = dict(self.puzzle.products)
        return self._list()

    def _right(self) -> bool:
        target = self.puzzle.products[self.puzzle.target]
        changed = replace(target, price=self.puzzle.price)
        return self._now == {**self.puzzle.products, target.id: changed}

    def _list(self) -> Reply:
        changed = self._now != self.puzzle.products
        return {"products": [one.shown() for one in self._now.values()], "changed": changed}


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
    puzzle=puzzle,
    play=Office,
    effort=lambda puzzle: 3,
)
