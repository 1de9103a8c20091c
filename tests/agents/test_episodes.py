"""Tests of how an agent is run on a task."""

from webproctor.agents.episodes import settings_in


class Seeded:
    reads = frozenset()

    def __init__(self, benchmark: object, *, seed: int | None = None) -> None:
        pass


def test_the_seed_differs_between_epochs() -> None:
    assert settings_in(3, "random", {"seed": 5}) == {"seed": 7}
    assert settings_in(3, Seeded, {"seed": 5}) == {"seed": 7}


def test_an_agent_whose_seed_is_none_has_none_in_later_epochs() -> None:
    assert settings_in(2, Seeded, {}) == {}
    assert settings_in(2, Seeded, {"seed": None}) == {"seed": None}
