"""Inject faults into rollout services, and count false zeros and leaked resources.

    python bench/faults.py [--faults N] [--first N] [--seed N] [--json]

See README.md in this folder for the method.
"""

import argparse
import asyncio
import signal
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from random import Random

from faults_players import REQUESTS, Next, Player, Tally, Work, accept, fill_in
from faults_service import FAULTS, TOKEN, Fault, Service, least
from printing import show
from results import Measured, Row

from webproctor.rollouts.client import connected

# The clients of a service, and the parallel episodes of each client.
CLIENTS, EPISODES = 2, 2
# After this many faults, all clients disconnect, and the leaked resources are counted.
_CHECK_AFTER = 20
# The maximum number of faults in a row, without waiting for the service to work again.
_MOST_IN_A_ROW = 8
# What must not happen.
WRONG = (
    "false zeros",
    "orphaned processes",
    "leaked sessions",
    "leaked pages",
    "leaked folders",
    "unexpected answers",
    "tracebacks",
    "no recovery",
)


@dataclass(frozen=True)
class Served:
    """A benchmark with the task that is solved."""

    arguments: tuple[str, ...]
    task: str
    action: Next


SERVED = (
    Served(("webgames", "--task", "i-accept", "--clock", "virtual"), "i-accept@0", accept),
    Served(("turkingbench",), "Shop review sentiment/0", fill_in),
)


async def attack(served: Served, numbers: Sequence[int], seed: int, tally: Tally) -> None:
    """Inject faults into a service of a benchmark, and count what happens."""
    with tempfile.TemporaryFile("w+") as log:
        service = Service(served.arguments, 2 * CLIENTS * EPISODES, log)
        await _attack(service, served, numbers, seed, tally)


async def _attack(
    service: Service, served: Served, numbers: Sequence[int], seed: int, tally: Tally
) -> None:
    await asyncio.to_thread(service.start)
    try:
        for begin in range(0, len(numbers), _CHECK_AFTER):
            await _part(served, service, numbers[begin : begin + _CHECK_AFTER], seed, tally)
            last = f"after fault {numbers[: begin + _CHECK_AFTER][-1]}"
            tally.fail("leaked sessions", last, await service.emptied())
            tally.fail("leaked pages", last, await service.spare_pages())
            tally.fail("orphaned processes", last, await service.orphans())
    finally:
        service.seen.update(service.processes())
        await asyncio.to_thread(service.end, signal.SIGTERM)
    tally.fail("orphaned processes", "at the end", await service.orphans())
    tally.fail("leaked folders", "at the end", service.folders())
    tally.fail("tracebacks", "see above", service.tracebacks())


async def _part(
    served: Served, service: Service, numbers: Sequence[int], seed: int, tally: Tally
) -> None:
    """Inject some faults while clients play, which leave in the middle of their episodes."""
    work, random = Work(), Random(f"{seed}/{numbers[0]}")
    async with AsyncExitStack() as stack:
        clients = [
            await stack.enter_async_context(connected(service.url, TOKEN)) for _ in range(CLIENTS)
        ]
        players = [
            Player(one, served.task, served.action, work, tally, Random(random.random()))
            for one in clients
            for _ in range(EPISODES)
        ]
        async with asyncio.TaskGroup() as group:
            playing = [group.create_task(player.play()) for player in players]
            left = list(numbers)
            while left:
                row = random.randint(1, _MOST_IN_A_ROW)
                for number in left[:row]:
                    await _fault(number, service, players, work, seed, tally)
                await _recovered(work, tally, left[:row])
                left = left[row:]
            await work.moment(random.choice(REQUESTS), random)
            for one in playing:
                one.cancel()


async def _fault(
    number: int, service: Service, players: Sequence[Player], work: Work, seed: int, tally: Tally
) -> None:
    """Inject a fault; its number and the seed determine its kind, its time and its target."""
    block, place = divmod(number, len(FAULTS))
    fault: Fault = Random(f"{seed} {block}").sample(FAULTS, len(FAULTS))[place]
    random = Random(f"{seed}-{number}")
    hit, going = 0, []
    while not hit:  # There may be no browser yet.
        await work.moment(random.choice(REQUESTS), random)
        going = [name for name in REQUESTS if work.going[name]]
        hit = await service.inject(fault, random.choice(players).client, random)
    tally.faults[fault] += 1
    tally.moments.update(going or ["no request"])


async def _recovered(work: Work, tally: Tally, after: Sequence[int]) -> None:
    """Wait until an episode has been solved that began after the last fault."""
    began = time.monotonic()
    if await least(lambda: work.solved < began):
        tally.fail("no recovery", f"after faults {after}")


async def measure(faults: int, first: int, seed: int) -> list[Row]:
    tally, numbers = Tally(), range(first, first + faults)
    async with asyncio.TaskGroup() as group:
        for place, served in enumerate(SERVED):
            own = numbers[place :: len(SERVED)]
            group.create_task(attack(served, own, seed, tally))
    by_unit = {
        "faults": {
            "faults": tally.faults.total(),
            **{name: tally.faults[name] for name in FAULTS},
            **{f"during {name}": tally.moments[name] for name in (*REQUESTS, "no request")},
        },
        "episodes": dict(sorted(tally.outcomes.items())),
        "number": {name: tally.wrong[name] for name in WRONG},
    }
    return [
        Row(name=name, unit=unit, ours=Measured.single(value))
        for unit, counted in by_unit.items()
        for name, value in counted.items()
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--faults", type=int, default=1000, help="number of faults (1000)")
    parser.add_argument("--first", type=int, default=0, help="number of the first one (0)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the faults (0)")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args(arguments)
    rows = asyncio.run(measure(given.faults, given.first, given.seed))
    show("Faults", rows, as_json=given.json)
    return any(row.ours.rounds[0] for row in rows if row.name in WRONG)


if __name__ == "__main__":
    sys.exit(main())
