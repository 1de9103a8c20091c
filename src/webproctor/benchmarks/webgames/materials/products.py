"""The products of a small shop: 66 in 8 categories."""

import csv
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

BANANA, BUNCH, EGGS = 5, 6, 25
BUNCH_SIZE, EGGS_SIZE = 6, 12


@dataclass(frozen=True)
class Product:
    """One product; the price is in cents."""

    id: int
    name: str
    emoji: str
    category: str
    price: int
    about: str

    def shown(self) -> dict[str, Any]:
        """What a shop's page says of it; the price in whole units of money."""
        return asdict(self) | {"price": self.price / 100}


@cache
def catalogue() -> tuple[Product, ...]:
    """Every product at its ordinary price, in the order of the shop."""
    path = Path(__file__).with_name("products.csv")
    with path.open(encoding="utf-8", newline="") as file:
        return tuple(
            Product(
                id=int(row["id"]),
                name=row["name"],
                emoji=row["emoji"],
                category=row["category"],
                price=round(100 * float(row["price"])),
                about=row["about"],
            )
            for row in csv.DictReader(file)
        )


def priced(random: Random) -> Mapping[int, Product]:
    """The products by id at the prices of one day: all but one end in 9 cents.

    Six bananas on a stem always cost more than four single ones and less than five.
    """
    products = {}
    for product in catalogue():
        price = round(product.price * random.uniform(0.8, 1.25) / 10) * 10 - 1
        products[product.id] = replace(product, price=max(price, 29))
    single = products[BANANA].price
    products[BUNCH] = replace(products[BUNCH], price=4 * single + single // 2)
    return products
