"""Remember the correct choices so far and the wrong ones of the next step."""

from webproctor.benchmarks.webgames.player import Player


async def solve(player: Player) -> None:
    known: list[str] = []
    wrong: set[str] = set()
    step = 0
    while not await player.see("#password"):
        buttons = {one.text: one for one in await player.see(".choices button")}
        if step < len(known):
            choice = known[step]
        else:
            choice = next(text for text in buttons if text not in wrong)
        await player.click(buttons[choice])
        found = (
            int((await player.text()).split(" of ")[0].split()[-1])
            if await player.see(".choices button")
            else step + 1
        )
        if found == step + 1:
            if step == len(known):
                known.append(choice)
                wrong = set()
            step += 1
        else:
            wrong.add(choice)
            step = 0
