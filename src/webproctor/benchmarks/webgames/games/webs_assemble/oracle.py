"""Call the module's functions through its page, and read its memory, unless the code is shown."""

from webproctor.benchmarks.webgames.player import Player


async def solve(player: Player) -> None:
    shown = await player.see("#shown")
    code = shown[0].text if shown else await _decrypt(player)
    await player.enter("#code", code)


async def _decrypt(player: Player) -> str:
    """Decrypt the code in the module's memory and return it."""

    async def call(name: str) -> str:
        await player.click(f"#{name}")
        return (await player.first(f"#{name}-result")).text.removeprefix("→ ")

    address, length, key = [await call(name) for name in ("address", "length", "key")]
    await player.type("#decrypt-0", key)
    await player.click("#decrypt")
    await player.type("#start", address, clear=True)
    await player.type("#count", length, clear=True)
    return (await player.first("#text")).text
