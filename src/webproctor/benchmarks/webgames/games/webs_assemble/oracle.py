"""Calls the module's functions as its page offers them, and reads its memory."""

from webproctor.actions import web
from webproctor.benchmarks.webgames.player import Player


async def solve(player: Player) -> None:
    # The module is fetched after the page.
    await player.until(lambda: player.see("#address"))

    async def call(name: str) -> str:
        await player.click(f"#{name}")
        return (await player.one(f"#{name}-result")).text.removeprefix("→ ")

    address, length, key = [await call(name) for name in ("address", "length", "key")]
    await player.type("#unseal-0", key)
    await player.click("#unseal")
    await player.type("#from", address, clear=True)
    await player.type("#many", length, clear=True)
    code = (await player.one("#text")).text
    x, y = await player.point("#code")
    await player.act(web.Type(x=x, y=y, text=code), web.Press(keys="Enter"))
