"""Count the actions that the oracle needs at every game, for the figure `action economy`.

    python scripts/count_oracle_actions.py [--seeds 3]

Plays all tasks under the virtual clock and writes the medians into the package's `economy.csv`.
"""

import argparse
import asyncio
import csv
import os
import statistics
import sys

from webproctor.benchmarks.webgames import suite
from webproctor.benchmarks.webgames.benchmark import WebGames
from webproctor.episodes import run_episode
from webproctor.tasks import Task


async def count(seeds: int) -> dict[str, list[int]]:
    """Actions of every play, by task id. A play that is lost ends the program."""
    counts: dict[str, list[int]] = {}
    gate = asyncio.Semaphore(os.cpu_count() or 1)
    games = WebGames(list(suite.entries().values()), range(seeds), clock="virtual")

    async def play(task: Task) -> None:
        async with gate, games.session(task) as session:
            episode = await run_episode(task, session, games.oracle())
        score = games.score(task, episode)
        if not score.value:
            sys.exit(f"{task.id}: the oracle lost: {episode.error}")
        counts.setdefault(str(task.tags["game"]), []).append(score.details["actions"])

    async with games:
        await asyncio.gather(*map(play, games.tasks()))
    return counts


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seeds", type=int, default=3)
    counts = asyncio.run(count(parser.parse_args().seeds))
    path = suite.GAMES.with_name("economy.csv")
    with path.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["game", "actions"])
        for id in suite.entries():
            table.writerow([id, round(statistics.median(counts[id]))])
    print(f"{path}: {len(counts)} games")


if __name__ == "__main__":
    main()
