"""Count the oracle's actions in every game, for the metric `action economy`.

    python scripts/count_oracle_actions.py [--seeds 3] [--family FAMILY ...]

Plays all tasks, or those of some families, with the virtual clock and writes the medians to the
package's `economy.csv`, also those of published challenges that differ; the rows of other tasks are
kept.
"""

import argparse
import asyncio
import csv
import os
import statistics
import sys
from collections.abc import Collection

from webproctor.benchmarks.webgames import suite
from webproctor.benchmarks.webgames.benchmark import WebGames
from webproctor.benchmarks.webgames.play import Challenges
from webproctor.core.loop import run_episode
from webproctor.core.tasks import Task


async def count(
    seeds: int, families: Collection[str] = (), challenges: Challenges = "default"
) -> dict[str, list[int]]:
    """Return the number of actions of every episode, by task id. Exit if an episode is lost.

    Args:
        families: Only these; all if empty.
        challenges: With `published`, only the variants that differ from the default ones.
    """
    counts: dict[str, list[int]] = {}
    gate = asyncio.Semaphore(os.cpu_count() or 1)
    entries = [
        one
        for one in suite.entries(challenges).values()
        if (not families or one.game.family in families)
        and (challenges == "default" or one.name in one.game.published)
    ]
    games = WebGames(entries, range(seeds), clock="virtual", challenges=challenges)

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
    parser.add_argument("--family", action="append", default=[], choices=sorted(suite.games()))
    options = parser.parse_args()
    path = suite.GAMES.with_name("economy.csv")
    with path.open(encoding="utf-8", newline="") as file:
        known = {row["game"]: row for row in csv.DictReader(file)}
    columns: dict[Challenges, str] = {"default": "actions", "published": "published"}
    for challenges, column in columns.items():
        counts = asyncio.run(count(options.seeds, options.family, challenges))
        for id, made in counts.items():
            row = known.setdefault(id, {"game": id, "published": ""})
            row[column] = str(round(statistics.median(made)))
        print(f"{path}: {len(counts)} games, {challenges} challenges")
    with path.open("w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, ["game", *columns.values()], lineterminator="\n")
        table.writeheader()
        table.writerows(known[id] for id in suite.entries() if id in known)


if __name__ == "__main__":
    main()
