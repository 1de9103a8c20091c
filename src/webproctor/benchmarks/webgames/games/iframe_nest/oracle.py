"""Search all frames for the button."""

from webproctor.benchmarks.webgames.player import Player


async def solve(player: Player) -> None:
    buttons = await player.until(lambda: player.see("[data-id^=button]"))
    await player.click(buttons[0])
