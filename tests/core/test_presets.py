"""Presets: found by agent, name and benchmark, and described in a run's condition."""

from pathlib import Path
from typing import Annotated

import pytest

from webproctor.core.errors import UserError
from webproctor.core.factories import OnlyIf
from webproctor.core.presets import Preset, described, find_preset, with_preset

AGENT = """
from webproctor.agents.random import random as _random
from webproctor.core.presets import Preset

PRESETS = {("paper", "webgames"): Preset(version=2, source="A 2025", agent={"seed": 7})}


def player(benchmark, *, seed: int = 0):
    return _random(benchmark, seed=seed)
"""


@pytest.fixture
def agent(tmp_path: Path) -> str:
    (tmp_path / "own.py").write_text(AGENT)
    return f"{tmp_path}/own.py:player"


def test_a_preset_is_found_in_the_module_of_the_agent(agent: str) -> None:
    assert find_preset("paper", agent, "webgames").agent == {"seed": 7}


@pytest.mark.parametrize(
    ("name", "benchmark"), [("papr", "webgames"), ("paper", "turkingbench"), ("", "webgames")]
)
def test_the_error_for_an_unknown_preset_lists_the_available_ones(
    agent: str, name: str, benchmark: str
) -> None:
    with pytest.raises(UserError, match="Its presets: paper on webgames"):
        find_preset(name, agent, benchmark)


def test_the_error_for_an_agent_without_presets_says_that_it_has_none() -> None:
    with pytest.raises(UserError, match="Its presets: none"):
        find_preset("paper", "do-nothing", "webgames")


def test_the_condition_lists_settings_that_differ_from_the_preset() -> None:
    preset = Preset(version=1, source="", agent={"rounds": 1, "views": ("a", "b")})
    assert described("paper", preset, {}, {}) == "paper (version 1)"
    assert described("paper", preset, {"rounds": 1, "views": ["a", "b"]}, {}) == "paper (version 1)"
    assert described("paper", preset, {"rounds": 2}, {}) == "paper (version 1), except rounds"


def look(
    *,
    vision: bool = False,
    picture: Annotated[
        str, "", OnlyIf("without --vision", lambda its: bool(its["vision"]))
    ] = "field",
) -> None:
    """A factory with a setting that has an effect only with another one."""


def test_settings_of_a_preset_that_have_no_effect_are_left_out() -> None:
    preset = {"picture": "view"}
    assert with_preset(look, preset, {}) == {}
    assert with_preset(look, preset, {"vision": True}) == {"picture": "view", "vision": True}


def test_a_given_setting_that_has_no_effect_is_kept() -> None:
    """Creating the agent then raises the error."""
    assert with_preset(look, {"picture": "view"}, {"picture": "page"}) == {"picture": "page"}
