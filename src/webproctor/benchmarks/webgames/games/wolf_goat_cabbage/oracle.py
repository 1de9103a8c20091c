"""Read the conflicting pairs from the page, and search for the shortest solution."""

import re
from collections import deque

from webproctor.benchmarks.webgames.player import Player

State = tuple[tuple[int, ...], int]


def plan(items: int, conflicts: list[tuple[int, int]], room: int) -> list[str]:
    """Return the shortest sequence of presses, by name: `load0`, `cross`, `unload0`, ..."""
    start: State = ((0,) * items, 0)
    came: dict[State, tuple[State, str] | None] = {start: None}
    queue: deque[State] = deque([start])
    while queue:
        where, side = state = queue.popleft()
        if all(place == 1 for place in where):
            steps: list[str] = []
            while (last := came[state]) is not None:
                state, step = last
                steps.append(step)
            return steps[::-1]
        moves: list[tuple[str, State]] = [("cross", (where, 1 - side))]
        for n, place in enumerate(where):
            if place == side and where.count(2) < room:
                moves.append((f"load{n}", ((*where[:n], 2, *where[n + 1 :]), side)))
            if place == 2:
                moves.append((f"unload{n}", ((*where[:n], side, *where[n + 1 :]), side)))
        for step, (then, at) in moves:
            safe = not any(then[a] == then[b] == 1 - at for a, b in conflicts)
            if safe and (then, at) not in came:
                came[then, at] = state, step
                queue.append((then, at))
    raise ValueError("the puzzle has no solution")


async def solve(player: Player) -> None:
    buttons = await player.see(".bank button")
    names = [button.text.removeprefix("Load ") for button in buttons]
    rules = re.findall(r"The (\w+) and the (\w+) must", await player.text())
    conflicts = [(names.index(a), names.index(b)) for a, b in rules]
    for step in plan(len(names), conflicts, 2 if len(names) == 4 else 1):
        await player.click("#cross" if step == "cross" else f"[data-id={step}]")
