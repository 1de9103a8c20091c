"""Search for the recipe, read servings and amount, and scale the amount."""

import re

from webproctor.benchmarks.webgames.player import Player
from webproctor.core.actions import web


async def solve(player: Player) -> None:
    recipe, ingredient, people = [
        (await player.first(selector)).text for selector in ("#recipe", "#ingredient", "#people")
    ]
    await player.click("#site")
    x, y = await player.point("#search")
    await player.act(web.Type(x=x, y=y, text=recipe), web.Press(keys="Enter"))
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
    x, y = await player.point("#grams")
    await player.act(web.Type(x=x, y=y, text=f"{grams:.2f}"), web.Press(keys="Enter"))
