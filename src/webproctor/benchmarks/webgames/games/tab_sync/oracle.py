"""Read the sequence of colours in the receiver and send it from the sender."""

from webproctor.benchmarks.webgames.player import Player
from webproctor.core.actions import web


async def solve(player: Player) -> None:
    await player.click("#sender")
    await player.act(web.SwitchTab(tab=0))
    await player.click("#receiver")
    colours = (await player.first("#sequence")).text.split(", ")
    await player.act(web.SwitchTab(tab=1))
    for colour in colours:
        await player.click(f"[data-id=send-{colour}]")
    await player.act(web.SwitchTab(tab=2))
