"""Shopping Challenge: buy a shopping list as cheaply as possible, and enter the total."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random

from webproctor.benchmarks.webgames.materials import products as shop
from webproctor.benchmarks.webgames.materials.products import Product
from webproctor.benchmarks.webgames.play import Fact, Game, Play, Refused, Reply, Variant, message

MOST = 99


@dataclass(frozen=True)
class Level:
    """The number of lines of each kind in a list, and of products on a page of the shop."""

    food: int
    appliances: int = 0
    bananas: tuple[int, int] = (2, 4)
    eggs: bool = False
    per_page: int = 8
    hint: bool = False


@dataclass(frozen=True)
class Puzzle:
    """The products with prices, the lines of the list, and the cheapest matching cart."""

    products: Mapping[int, Product]
    lines: tuple[str, ...]
    cart: Mapping[int, int]
    per_page: int
    hint: bool

    @property
    def total(self) -> int:
        """The total price of the cart, in cents."""
        return sum(self.products[id].price * count for id, count in self.cart.items())


def bananas(count: int) -> Counter[int]:
    """Return the cheapest way to buy bananas; a bunch costs less than five single bananas."""
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
    """Keeps the cart on the server; both cart and total must be correct."""

    def view(self, path: str) -> Reply | None:
        if path:
            return None
        self._cart: dict[int, int] = {}
        return {
            "shelf": self.browse(),
            "list": self.puzzle.lines,
            "hint": self.puzzle.hint,
        }

    @message
    def browse(self, category: str = "", query: str = "", page: int = 0) -> Reply:
        """Return one page of the products that match."""
        products, per_page = self.puzzle.products.values(), self.puzzle.per_page
        return shop.shelf(products, per_page, category=category, query=query, page=page)

    @message
    def put(self, id: int, by: int) -> Reply:
        """Add a number of a product to the cart; a negative number removes some."""
        count = self._cart.get(id, 0) + by
        if id not in self.puzzle.products or not 0 <= count <= MOST:
            raise Refused("no such product, or invalid quantity")
        self._cart[id] = count
        return {"count": sum(self._cart.values())}

    @message
    def cart(self) -> Reply:
        """Return the cart's content; prices are in currency units, not cents."""
        held = [(self.puzzle.products[id], count) for id, count in self._cart.items() if count]
        lines = [
            {"id": one.id, "name": one.name, "count": count, "price": one.price * count / 100}
            for one, count in held
        ]
        return {"lines": lines, "total": sum(one.price * count for one, count in held) / 100}

    @message
    def check(self, total: float) -> Reply:
        """Check the cart against the list, and the total."""
        held = {id: count for id, count in self._cart.items() if count}
        right = held == self.puzzle.cart and abs(100 * total - self.puzzle.total) < 0.5
        if right:
            return self.win()
        self.miss()
        return {"wrong": True}


def hidden(puzzle: Puzzle) -> Iterator[Fact]:
    """Yield the total, and the content of the shop's pages after the first."""
    yield (puzzle.total / 100,)
    yield from shop.not_on_first_page(puzzle.products.values(), puzzle.per_page)


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
    minimum_actions=lambda puzzle: sum(puzzle.cart.values()) + 2,
    tries=5,
    hidden=hidden,
)
