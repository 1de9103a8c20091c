"""A run is shown with published results only under their condition."""

from pathlib import Path

import pytest

from webproctor.benchmarks import Benchmark, load_benchmark
from webproctor.benchmarks.grounding.benchmark import Grounding
from webproctor.benchmarks.mind2web.benchmark import Mind2Web
from webproctor.benchmarks.turkingbench.benchmark import TurkingBench
from webproctor.run.results import Run


def differing(benchmark: Benchmark, tasks: int, **condition: object) -> list[str]:
    """What differs in a run of so many tasks, by the names of the conditions."""
    run = Run(
        folder=Path(),
        benchmark=benchmark.name,
        agent="oracle",
        condition=benchmark.condition | condition,
        complete=True,
        tasks=tasks,
        results=[],
        summary=None,
        published_condition=dict(benchmark.published_condition),
    )
    return [one.partition(" ")[0] for one in run.unlike_published]


@pytest.mark.parametrize(
    ("split", "tasks", "expected"),
    [
        ("test_task", 252, []),
        ("test_website", 177, []),
        ("test_domain", 912, []),
        # Multimodal-Mind2Web has as many cross-task tasks as the paper's cross-website split.
        ("test_task", 177, ["tasks"]),
        ("train", 252, ["split"]),
    ],
)
def test_a_mind2web_split_is_published_with_a_number_of_tasks(
    split: str, tasks: int, expected: list[str]
) -> None:
    sample = load_benchmark("mind2web")
    assert isinstance(sample, Mind2Web)
    benchmark = Mind2Web(sample.dataset, sample.demonstrations, condition={"split": split})
    assert differing(benchmark, tasks) == expected


def test_restored_colons_differ_from_the_published_condition_of_mind2web() -> None:
    sample = load_benchmark("mind2web")
    assert isinstance(sample, Mind2Web)
    benchmark = Mind2Web(
        sample.dataset,
        sample.demonstrations,
        restore_colons=True,
        condition={"split": "test_task"},
    )
    assert differing(benchmark, 252) == ["colons"]


@pytest.mark.parametrize(
    ("instances", "tasks", "expected"),
    [(20, 390, []), (20, 400, []), (20, 370, ["tasks"]), (10, 390, ["instances"])],
)
def test_turkingbench_is_published_with_20_instances_per_task(
    instances: int, tasks: int, expected: list[str]
) -> None:
    benchmark = load_benchmark("turkingbench", instances=1)
    assert isinstance(benchmark, TurkingBench)
    assert differing(benchmark, tasks, instances=instances) == expected


def test_a_limited_number_of_targets_differs_from_the_published_condition() -> None:
    some, every = (load_benchmark("grounding", targets=count) for count in (4, None))
    assert differing(some, 4, limit=None) == ["targets"]
    assert differing(every, 80, limit=None) == []


@pytest.mark.parametrize(
    ("dataset", "targets"), [("screenspot-v2", 1272), ("screenspot-pro", 1581)]
)
def test_a_part_of_a_grounding_data_set_differs_from_the_published_condition(
    dataset: str, targets: int
) -> None:
    benchmark = Grounding(dataset, [])
    assert differing(benchmark, targets) == []
    assert differing(benchmark, targets - 1) == ["tasks"]
