"""Call the module's functions through its page, and read its memory, unless the code is shown."""

from webproctor.benchmarks.webgames.player import Player
from webproctor.core.actions import web


async def solve(player: Player) -> None:
    shown = await player.see("#shown")
    code = shown[0].text if shown else await _unsealed(player)
    x, y = await player.point("#code")
    await player.act(web.Type(x=x, y=y, text=code), web.Press(keys="Enter"))


async def _unsealed(player: Player) -> str:
    async def call(name: str) -> str:
        await player.click(f"#{name}")
        return (await player.one(f"#{name}-result")).text.removeprefix("→ ")

    address, length, key = [await call(name) for name in ("address", "length", "key")]
    await player.type("#unseal-0", key)
    await player.click("#unseal")
    await player.type("#from", address, clear=True)
    await player.type("#many", length, clear=True)
    return (await player.one("#text")).text
