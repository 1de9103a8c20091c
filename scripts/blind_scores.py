"""Print the tasks of runs that an agent without ability solves, in groups of related tasks.

    webproctor run miniwob --seeds 20 --agent scripts/blind_agents.py:ClickEach --out RUN
    webproctor run webgames --clock virtual --agent random --max-steps 30 --out RUN
    python scripts/blind_scores.py RUN...

A row for each environment or game that any of the runs has solved: how many of its episodes. A game
of WebGames is solved when it is won, even if the agent does not answer with the password: the agent
`random` answers a random word.
"""

import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path

from webproctor.harness.reading import read_run
from webproctor.run.results import Result


def is_solved(result: Result) -> bool:
    return bool(result.score.details.get("won", result.score.value))


def solved_by_group(results: Iterable[Result]) -> Mapping[str, list[bool]]:
    """Return which episodes are solved, by the part of their task's id before the seed."""
    groups: dict[str, list[bool]] = defaultdict(list)
    for result in results:
        groups[result.task.partition("@")[0]].append(is_solved(result))
    return groups


def main(folders: Iterable[Path]) -> None:
    groups = solved_by_group(result for folder in folders for result in read_run(folder).results)
    for group, solved in sorted(groups.items()):
        if any(solved):
            print(f"| {group} | {sum(solved)} of {len(solved)} |")
    every = [one for solved in groups.values() for one in solved]
    print(f"| all | {sum(every)} of {len(every)} |")


if __name__ == "__main__":
    main([Path(folder) for folder in sys.argv[1:]])
