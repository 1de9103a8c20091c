"""Try the choices of each step in turn, remembering correct and incorrect ones."""

from webproctor.benchmarks.webgames.player import Player, VisibleElement


async def solve(player: Player) -> None:
    correct: list[str] = []
    incorrect: set[str] = set()
    step = 0
    count, *buttons = await read(player)
    while buttons:
        choices = {button.text: button for button in buttons}
        if step < len(correct):
            choice = correct[step]
        else:
            choice = next(text for text in choices if text not in incorrect)
        await player.click(choices[choice])
        count, *buttons = await read(player)
        found = int(count.text.split()[0])
        if found == step + 1:
            if step == len(correct):
                correct.append(choice)
                incorrect = set()
            step += 1
        else:
            incorrect.add(choice)
            step = 0


async def read(player: Player) -> list[VisibleElement]:
    """Return the text that counts the emoji found, and the buttons; none when all are found."""
    return await player.see(".card > .muted, .choices button")
