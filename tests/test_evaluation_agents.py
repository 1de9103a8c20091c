"""`webproctor.evaluate`: agents of unusual kinds, and errors for wrong ones."""

import os
import warnings
from functools import partial
from pathlib import Path

import pytest

import webproctor
from webproctor import Observation, Step, UserError, View
from webproctor.core.errors import ModelUnused
from webproctor.harness.models import ModelSettings
from webproctor.testing.page import ScriptedModel

FEW = {"targets": 3}


class Idle:
    """An agent that finishes without an action."""

    reads: frozenset[View] = frozenset()

    async def act(self, observation: Observation) -> Step:
        return Step(actions=[], done=True)


def test_action_sets_given_as_a_list_are_a_user_error(tmp_path: Path) -> None:
    class Listing(Idle):
        takes = ["web"]  # noqa: RUF012

    with pytest.raises(UserError, match=r"`takes` is \['web'\], which is not a set"):
        webproctor.evaluate("grounding", Listing, settings=FEW, out=tmp_path / "run")


@pytest.mark.parametrize(
    ("benchmark", "agent", "settings"),
    [
        ("mind2web", "mindact", {}),
        ("mind2web", "mindact", {"predictor": "ranker"}),
        ("grounding", "grounder", {"grounder": "gta1", "server": "http://127.0.0.1:9/v1"}),
    ],
)
def test_a_run_does_not_name_a_model_that_its_settings_do_not_use(
    tmp_path: Path, benchmark: str, agent: str, settings: dict[str, str]
) -> None:
    given = {"model": ScriptedModel(), "agent_settings": settings, "limit": 1}
    with pytest.warns(ModelUnused, match="does not use the model with these settings"):
        run = webproctor.evaluate(benchmark, agent, **given, out=tmp_path / "run")
    assert run.model is None


def test_the_price_of_an_unused_model_does_not_matter(tmp_path: Path) -> None:
    name, key = "openai/unpriced", {"api_key": "none"}
    settings = ModelSettings(name=name, base_url="http://127.0.0.1:9/v1", arguments=key)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        webproctor.evaluate("mind2web", "mindact", model=settings, limit=1, out=tmp_path / "run")
    assert [one.category for one in caught if issubclass(one.category, UserWarning)] == [
        ModelUnused
    ]


def test_an_asynchronous_factory_is_a_user_error(tmp_path: Path) -> None:
    async def later() -> Idle:
        return Idle()

    with pytest.raises(UserError, match="agent 'later': the factory is an `async` function"):
        webproctor.evaluate("grounding", later, settings=FEW, out=tmp_path / "run")


def test_a_partial_function_has_the_name_of_its_function(tmp_path: Path) -> None:
    def idle(*, patience: int) -> Idle:
        return Idle()

    agent = partial(idle, patience=1)
    run = webproctor.evaluate("grounding", agent, settings=FEW, out=tmp_path / "run", report=False)
    assert (run.agent, run.outcomes()["scored"]) == ("idle", 3)


def test_an_agent_can_change_the_working_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "elsewhere").mkdir()

    class Moving(Idle):
        async def act(self, observation: Observation) -> Step:
            os.chdir(tmp_path / "elsewhere")
            return Step(actions=[], done=True)

    run = webproctor.evaluate("grounding", Moving, settings=FEW, out="run")
    assert run.folder == tmp_path / "run"
    assert (run.complete, (run.folder / "report.html").exists()) == (True, True)
    assert not any((tmp_path / "elsewhere").iterdir())


def test_the_error_for_a_preset_names_the_function_of_a_partial_one(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"agent 'Idle' has no preset 'paper' for grounding"):
        webproctor.evaluate("grounding", partial(Idle), preset="paper", out=tmp_path / "run")


def test_a_python_object_is_not_shown_as_the_included_agent_of_the_same_name(
    tmp_path: Path,
) -> None:
    class random(Idle):
        pass

    run = webproctor.evaluate("grounding", random, settings=FEW, out=tmp_path / "run")
    assert run.agent == webproctor.read_run(run.folder).agent == "random (Python object)"
    assert "webproctor run grounding" not in (run.folder / "report.html").read_text()
