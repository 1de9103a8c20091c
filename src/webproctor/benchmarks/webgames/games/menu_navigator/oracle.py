"""Goes through the menus one after another with the mouse, until the wanted entry is in sight."""

from webproctor.actions import web
from webproctor.benchmarks.webgames.player import Player, Seen


async def search(player: Player, menu: Seen, wanted: str) -> bool:
    """Look for the wanted entry in a menu and the menus below it, and click it."""
    x, y = menu.middle
    await player.act(web.Hover(x=x, y=y))
    items = await player.see(".menu:last-child > .item")
    for item in items:
        if item.id == wanted:
            await player.click(item)
            return True
    # What opens a menu carries an arrow behind its name.
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
