"""Remember the correct choices so far and the wrong ones of the next step."""

from webproctor.benchmarks.webgames.player import Player, VisibleElement


async def solve(player: Player) -> None:
    known: list[str] = []
    wrong: set[str] = set()
    step = 0
    count, *buttons = await shown(player)
    while buttons:
        choices = {one.text: one for one in buttons}
        if step < len(known):
            choice = known[step]
        else:
            choice = next(text for text in choices if text not in wrong)
        await player.click(choices[choice])
        count, *buttons = await shown(player)
        found = int(count.text.split()[0])
        if found == step + 1:
            if step == len(known):
                known.append(choice)
                wrong = set()
            step += 1
        else:
            wrong.add(choice)
            step = 0


async def shown(player: Player) -> list[VisibleElement]:
    """Return how many are found, and the choices; none once all are."""
    return await player.see(".card > .soft, .choices button")
