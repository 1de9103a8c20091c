"""Search for the recipe, read servings and amount, and scale the amount."""

import re

from webproctor.benchmarks.webgames.player import Player


async def solve(player: Player) -> None:
    recipe, ingredient, people = [
        (await player.first(selector)).text for selector in ("#recipe", "#ingredient", "#people")
    ]
    await player.click("#site")
    await player.enter("#search", recipe)
    [card] = [card for card in await player.see(".recipe") if recipe in card.text]
    await player.click(card)
    servings = int((await player.first("#servings")).text)
    lines = (item.text for item in await player.see(".ingredients li"))
    [(amount, unit)] = [
        (match[1], match[2])
        for line in lines
        if (match := re.fullmatch(rf"([\d.]+) (\w+) {re.escape(ingredient)}", line))
    ]
    grams = float(amount) * (1000 if unit == "kg" else 1) * int(people) / servings
    await player.click("#back")
    await player.enter("#grams", f"{grams:.2f}")
