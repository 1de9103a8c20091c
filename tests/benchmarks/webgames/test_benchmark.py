"""Settings of the benchmark."""

import pytest

from webproctor.benchmarks.webgames import suite
from webproctor.benchmarks.webgames.benchmark import MOST_SEEDS, WebGames, webgames
from webproctor.core.errors import UserError
from webproctor.core.presets import described, find_preset


def test_seeds_have_an_upper_bound() -> None:
    """Settings also come from a run's files, which someone may have altered."""
    with pytest.raises(UserError, match=r"at most 10,000 instances of each task"):
        webgames(seeds=MOST_SEEDS + 1)


def test_published_challenges_have_the_ids_and_difficulties_of_the_default_ones() -> None:
    default, published = suite.entries(), suite.entries("published")
    assert list(default) == list(published)
    for id, entry in published.items():
        assert entry.variant.difficulty == default[id].variant.difficulty
        assert (entry.variant == default[id].variant) == (entry.name not in entry.game.published)


def test_the_condition_says_whose_challenges_are_played() -> None:
    assert webgames(task=("date",)).condition["challenges"] == "default"
    made = webgames(task=("datehard",), challenges="published")
    assert isinstance(made, WebGames)
    assert made.condition["challenges"] == "published"
    [task] = made.tasks()
    assert "yesterday" in task.instruction


def test_the_papers_preset_gives_the_condition_of_the_published_results() -> None:
    preset = find_preset("paper", "web", "webgames")
    made = webgames(**preset.benchmark)
    condition = made.condition | {"preset": described("paper", preset, {}, {})}
    differing = {
        name: condition.get(name)
        for name, wanted in made.published_condition.items()
        if condition.get(name) != wanted
    }
    assert isinstance(made, WebGames)
    assert differing == {}
