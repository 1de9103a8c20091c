"""Open the menus one after another with the mouse until an entry names a secret."""

import re

from webproctor.benchmarks.webgames.player import Player, VisibleElement
from webproctor.core.actions import web

_SECRET = re.compile(r"secret|password", re.IGNORECASE)


async def search(player: Player, menu: VisibleElement) -> bool:
    """Search a menu and its submenus for the secret entry, click it, and return whether found."""
    x, y = menu.centre
    await player.act(web.Hover(x=x, y=y))
    items = await player.see(".menu:last-child > .item")
    for item in items:
        if _SECRET.search(item.text):
            await player.click(item)
            return True
    # Entries that open a submenu have an arrow after their name.
    submenus = [item for item in items if item.text != item.id]
    for submenu in submenus:
        if await search(player, submenu):
            return True
    return False


async def solve(player: Player) -> None:
    for menu in await player.see(".bar > .item"):
        if await search(player, menu):
            return
