"""Shopping Challenge: fill the cart as cheaply as the list allows, and tell the total."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from webproctor.benchmarks.webgames.materials import products as shop
from webproctor.benchmarks.webgames.materials.products import Product
from webproctor.benchmarks.webgames.play import Game, Play, Refused, Reply, Variant, message

MOST = 99


@dataclass(frozen=True)
class Level:
    """How many lines of each kind a list has, and how many products a page of the shop."""

    food: int
    appliances: int = 0
    bananas: tuple[int, int] = (2, 4)
    eggs: bool = False
    per_page: int = 8
    hint: bool = False


@dataclass(frozen=True)
class Puzzle:
    """The day's prices, the list as it is written, and the cheapest cart that fulfils it."""

    products: Mapping[int, Product]
    lines: tuple[str, ...]
    cart: Mapping[int, int]
    per_page: int
    hint: bool

    @property
    def total(self) -> int:
        """What the cart costs, in cents."""
        return sum(self.products[id].price * count for id, count in self.cart.items())


def bananas(count: int) -> Counter[int]:
    """The cheapest way to buy bananas, given that a stem costs less than five single ones."""
    stems, singles = divmod(count, shop.BUNCH_SIZE)
    return +Counter({shop.BUNCH: stems, shop.BANANA: singles})


def puzzle(random: Random, level: Level) -> Puzzle:
    products = shop.priced(random)
    food = [
        product.id
        for product in products.values()
        if product.category not in ("Electronics", "Kitchen appliances")
        and product.id not in (shop.BANANA, shop.BUNCH, shop.EGGS)
    ]
    tools = [one.id for one in products.values() if one.category == "Kitchen appliances"]
    wanted = [(id, random.randint(1, 5)) for id in random.sample(food, level.food)]
    wanted += [(id, 1) for id in random.sample(tools, level.appliances)]
    cart = Counter(dict(wanted))
    lines = [f"{count} x {products[id].name}" for id, count in wanted]
    fruit = random.choice([n for n in range(level.bananas[0], level.bananas[1] + 1) if n % 6 < 5])
    cart += bananas(fruit)
    lines.append(f"{fruit} bananas")
    if level.eggs:
        boxes = random.randint(2, 3)
        cart[shop.EGGS] = boxes
        lines.append(f"{boxes * shop.EGGS_SIZE} eggs")
    random.shuffle(lines)
    return Puzzle(products, tuple(lines), dict(cart), level.per_page, level.hint)


class Shopping(Play[Puzzle]):
    """The cart is the server's; both cart and total must be right."""

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        self._cart: dict[int, int] = {}
        return {
            "products": [product.shown() for product in self.puzzle.products.values()],
            "list": self.puzzle.lines,
            "perPage": self.puzzle.per_page,
            "hint": self.puzzle.hint,
        }

    @message
    def put(self, id: int, count: int) -> Reply:
        """Have so many of a product in the cart."""
        if id not in self.puzzle.products or not 0 <= count <= MOST:
            raise Refused("there is no such product, or not so many of it")
        self._cart[id] = count
        return {"cart": {str(one): number for one, number in self._cart.items() if number}}

    @message
    def check(self, total: float) -> Reply:
        """Is the list fulfilled, and is this what it costs?"""
        held = {id: count for id, count in self._cart.items() if count}
        right = held == self.puzzle.cart and abs(100 * total - self.puzzle.total) < 0.5
        return self.win() if right else {"wrong": True}


_GOAL = "Put what is on the list into the cart as cheaply as possible, then enter the cart's total."

GAME = Game(
    family="shopping-challenge",
    icon="🛒",
    skills=("reading", "sums", "shopping"),
    variants={
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
    },
    puzzle=puzzle,
    play=Shopping,
    effort=lambda puzzle: sum(puzzle.cart.values()) + 2,
)
