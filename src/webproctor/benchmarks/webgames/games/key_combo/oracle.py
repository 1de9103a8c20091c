"""Read the keys from the page and press them."""

from webproctor.benchmarks.webgames.player import Player


async def solve(player: Player) -> None:
    keys = [key.text for key in await player.see("kbd")]
    await player.press("+".join([*keys[:-1], keys[-1].lower()]))
