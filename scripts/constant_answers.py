"""Print the scores of TurkingBench's instances that are answered without reading their pages.

    webproctor run turkingbench --data DATA --instances 20 --agent oracle --out RUN
    python scripts/constant_answers.py RUN

Each field gets its most common answer in the other instances of the job, as the oracle filled them
in; fields are visible or hidden as after the oracle's answers. The script prints a row for each
job: its instances, and their mean score.
"""

import sys
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any

from webproctor.benchmarks.turkingbench.benchmark import TurkingBench
from webproctor.benchmarks.turkingbench.scoring import score_instance
from webproctor.harness.logs import read_episodes
from webproctor.harness.reading import benchmark_of_run

Fields = Sequence[Mapping[str, Any]]
_CHOICES = ("radio", "checkbox")


def with_common_answers(fields: Fields, others: Sequence[Fields]) -> list[dict[str, Any]]:
    """Return the fields of an instance with the most common answers in other instances; a field
    that they do not have is blank."""
    answers: dict[str, Counter[tuple[str, ...]]] = defaultdict(Counter)
    for other in others:
        for field in other:
            answers[field["name"]][tuple(field["values"])] += 1
    return [
        {**field, "values": [*counts.most_common(1)[0][0]]}
        if (counts := answers.get(field["name"]))
        else {**field, "values": [] if field["type"] in _CHOICES else [""]}
        for field in fields
    ]


def main(folder: Path) -> None:
    benchmark = benchmark_of_run(folder)
    assert isinstance(benchmark, TurkingBench)
    tasks = {task.id: task for task in benchmark.tasks()}
    by_job: dict[str, list[tuple[int, Fields]]] = defaultdict(list)
    for (id, _), episode in read_episodes(folder).items():
        tags = tasks[id].tags
        by_job[str(tags["task"])].append((int(tags["row"]), episode.evidence.get("fields", [])))
    for job, instances in sorted(by_job.items()):
        scores = list[float]()
        for row, fields in instances:
            others = [other for other_row, other in instances if other_row != row]
            answered: Any = with_common_answers(fields, others)
            gold = benchmark.dataset.task(job).gold(row)
            scores.append(score_instance(answered, gold, benchmark.variant).value)
        print(f"| {job} | {len(instances)} | {fmean(scores):.3f} |")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
