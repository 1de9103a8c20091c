"""The products of a small shop: 66 in 8 categories."""

import csv
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from webproctor.benchmarks.webgames.materials.listing import paginate

# Ids of a banana, a bunch of bananas and a box of eggs, and the numbers of pieces.
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

    def view(self) -> dict[str, Any]:
        """Return the product's data for a shop page; the price is in currency units, not cents."""
        return asdict(self) | {"price": self.price / 100}


@cache
def catalogue() -> tuple[Product, ...]:
    """Return all products at their regular prices, in the order of the shop."""
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


def product_listing(
    products: Iterable[Product],
    per_page: int,
    *,
    category: str = "",
    query: str = "",
    page: int = 0,
) -> dict[str, Any]:
    """Return one page of the products that match, in the form of `paginate`, with `categories`.

    Args:
        products: All products of the shop.
        per_page: The maximum number of products on a page.
        category: "" for all.
        query: A substring of the name or the description, in any case; "" for all.
        page: The index of the page, from 0.
    """
    products = list(products)
    matching = [
        product.view()
        for product in products
        if category in ("", product.category)
        and query.strip().casefold() in f"{product.name} {product.about}".casefold()
    ]
    names = list(dict.fromkeys(product.category for product in products))
    return paginate(matching, per_page, page) | {"categories": names}


def not_on_first_page(products: Iterable[Product], per_page: int) -> set[str]:
    """Return the product descriptions that do not appear on the first page of all products."""
    products = list(products)
    first_page = {product.about for product in products[:per_page]}
    return {product.about for product in products[per_page:]} - first_page


def with_random_prices(random: Random) -> Mapping[int, Product]:
    """Return the products by id at random prices; all but one price end in 9 cents.

    A bunch of six bananas always costs more than four single bananas and less than five.
    """
    products = {}
    for product in catalogue():
        price = round(product.price * random.uniform(0.8, 1.25) / 10) * 10 - 1
        products[product.id] = replace(product, price=max(price, 29))
    single = products[BANANA].price
    products[BUNCH] = replace(products[BUNCH], price=4 * single + single // 2)
    return products
