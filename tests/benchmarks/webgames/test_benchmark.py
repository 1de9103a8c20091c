"""Settings of the benchmark."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webproctor.benchmarks.webgames import suite
from webproctor.benchmarks.webgames.benchmark import WebGames, webgames
from webproctor.benchmarks.webgames.seeds import MAX_SEEDS, seeds_of
from webproctor.core.errors import UserError
from webproctor.core.presets import described, find_preset


def test_seeds_have_an_upper_bound() -> None:
    """Settings also come from a run's files, which may have been edited."""
    with pytest.raises(UserError, match=r"at most 10,000 instances of each task"):
        webgames(seeds=MAX_SEEDS + 1)


def test_published_challenges_have_the_ids_and_difficulties_of_the_default_ones() -> None:
    default, published = suite.entries(), suite.entries("published")
    assert list(default) == list(published)
    for id, entry in published.items():
        assert entry.variant.difficulty == default[id].variant.difficulty
        assert (entry.variant == default[id].variant) == (entry.name not in entry.game.published)


def test_a_task_is_found_by_the_games_of_its_family() -> None:
    for id, entry in suite.entries().items():
        entries = suite.entries_for([id])
        assert entries[id] == entry
        assert {other.game.family for other in entries.values()} == {entry.game.family}
    assert suite.entries_for(["date", "date-hardest"]) == suite.entries()


def test_a_task_that_is_named_twice_is_run_once() -> None:
    assert [task.id for task in webgames(task=("date", "date")).tasks()] == ["date@0"]


def test_the_condition_says_which_challenges_are_used() -> None:
    assert webgames(task=("date",)).condition["challenges"] == "default"
    benchmark = webgames(task=("datehard",), challenges="published")
    assert isinstance(benchmark, WebGames)
    assert benchmark.condition["challenges"] == "published"
    [task] = benchmark.tasks()
    assert "yesterday" in task.instruction


def test_the_paper_preset_gives_the_condition_of_the_published_results() -> None:
    preset = find_preset("paper", "web", "webgames")
    benchmark = webgames(**preset.benchmark)
    condition = benchmark.condition | {"preset": described("paper", preset, {}, {})}
    differing = {
        name: condition.get(name)
        for name, published in benchmark.published_condition.items()
        if condition.get(name) != published
    }
    assert isinstance(benchmark, WebGames)
    assert differing == {}


@given(first=st.integers(0, 10**6), count=st.integers(1, 50))
def test_splits_have_disjoint_seeds(first: int, count: int) -> None:
    splits = [set(seeds_of(name, first, count)) for name in ("train", "validation", "test")]
    assert [len(seeds) for seeds in splits] == [count] * 3
    assert not splits[0] & splits[1]
    assert not splits[1] & splits[2]
    assert not splits[0] & splits[2]
    assert seeds_of("any", first, count) == list(range(first, first + count))


def test_the_split_is_part_of_tasks_and_condition() -> None:
    benchmark = webgames(task=("date",), split="validation", seeds=2)
    assert benchmark.condition["split"] == "validation"
    assert [(task.id, task.split) for task in benchmark.tasks()] == [
        ("date@8", "validation"),
        ("date@18", "validation"),
    ]
    assert "split" not in webgames(task=("date",)).condition
