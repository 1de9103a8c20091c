"""Open the menus one after another with the mouse until the wanted entry is visible."""

from webproctor.benchmarks.webgames.player import Player, Seen
from webproctor.core.actions import web


async def search(player: Player, menu: Seen, wanted: str) -> bool:
    """Search a menu and its submenus for the wanted entry, click it, and return whether found."""
    x, y = menu.middle
    await player.act(web.Hover(x=x, y=y))
    items = await player.see(".menu:last-child > .item")
    for item in items:
        if item.id == wanted:
            await player.click(item)
            return True
    # Entries that open a submenu have an arrow after their name.
    menus = [item for item in items if item.text != item.id]
    for one in menus:
        if await search(player, one, wanted):
            return True
    return False


async def solve(player: Player) -> None:
    wanted = (await player.one("#wanted")).text
    for menu in await player.see(".bar > .item"):
        if await search(player, menu, wanted):
            return
