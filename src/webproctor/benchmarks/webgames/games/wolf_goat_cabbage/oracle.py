"""Read the conflicting pairs from the page, and search for the shortest solution."""

import re
from collections import deque
from collections.abc import Iterator

from webproctor.benchmarks.webgames.games.wolf_goat_cabbage.game import BOAT, LEFT, RIGHT
from webproctor.benchmarks.webgames.player import Player

State = tuple[tuple[int, ...], int]
"""The location of each item (`LEFT`, `RIGHT` or `BOAT`), and the bank at which the boat is."""


def plan(items: int, conflicts: list[tuple[int, int]], capacity: int) -> list[str]:
    """Return the shortest sequence of presses, by name: `load0`, `cross`, `unload0`, ...

    Raises:
        ValueError: If the puzzle has no solution.
    """
    start: State = ((LEFT,) * items, LEFT)
    # For each state found, the state and the press before it.
    previous: dict[State, tuple[State, str] | None] = {start: None}
    queue: deque[State] = deque([start])
    while queue:
        state = queue.popleft()
        if all(location == RIGHT for location in state[0]):
            return _presses_to(state, previous)
        for press, next_state in _moves(state, capacity):
            if next_state not in previous and _is_safe(next_state, conflicts):
                previous[next_state] = state, press
                queue.append(next_state)
    raise ValueError("the puzzle has no solution")


def _presses_to(state: State, previous: dict[State, tuple[State, str] | None]) -> list[str]:
    presses: list[str] = []
    while (last := previous[state]) is not None:
        state, press = last
        presses.append(press)
    return presses[::-1]


def _moves(state: State, capacity: int) -> Iterator[tuple[str, State]]:
    """Yield the possible presses, and the state after each."""
    locations, bank = state
    yield "cross", (locations, RIGHT if bank == LEFT else LEFT)
    for item, location in enumerate(locations):
        if location == bank and locations.count(BOAT) < capacity:
            yield f"load{item}", ((*locations[:item], BOAT, *locations[item + 1 :]), bank)
        if location == BOAT:
            yield f"unload{item}", ((*locations[:item], bank, *locations[item + 1 :]), bank)


def _is_safe(state: State, conflicts: list[tuple[int, int]]) -> bool:
    """Return whether no conflicting pair is on the bank without the boat."""
    locations, bank = state
    unattended = RIGHT if bank == LEFT else LEFT
    return not any(locations[a] == locations[b] == unattended for a, b in conflicts)


async def solve(player: Player) -> None:
    buttons = await player.see(".bank button")
    names = [button.text.removeprefix("Load ") for button in buttons]
    rules = re.findall(r"The (\w+) and the (\w+) must", await player.text())
    conflicts = [(names.index(a), names.index(b)) for a, b in rules]
    for press in plan(len(names), conflicts, 2 if len(names) == 4 else 1):
        await player.click("#cross" if press == "cross" else f"[data-id={press}]")
