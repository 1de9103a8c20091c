"""Check all unchecked boxes, type the phrase, and submit the declaration."""

from webproctor.benchmarks.webgames.player import Player


async def solve(player: Player) -> None:
    for box in await player.see("input[type=checkbox]"):
        if not box.checked:
            await player.click(box)
    if await player.see("#phrase"):
        await player.type("#phrase", (await player.first("#required-phrase")).text)
    await player.click("button.primary")
