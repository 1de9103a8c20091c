"""Usage that agents report is counted, priced and limited by the budget of a run."""

from pathlib import Path
from typing import Any

import pytest

from webproctor.core.episodes import ReportedUsage, Step
from webproctor.core.errors import UserError
from webproctor.core.observations import Observation, View
from webproctor.core.recorder import EpisodeRecorder
from webproctor.core.tasks import Task
from webproctor.harness.accounting import reported_usage
from webproctor.harness.models import ModelSettings
from webproctor.harness.reading import read_run
from webproctor.harness.runs import run
from webproctor.report.page import write_report
from webproctor.run.ledger import read_ledger
from webproctor.run.results import Run


class Reporter:
    """An agent that uses its own model, reports the usage, and writes an output."""

    async def run(self, task: Task, session: EpisodeRecorder) -> None:
        used = {"requests": 3, "input_tokens": 1_000_000, "output_tokens": 100_000}
        session.episode.reported.append(ReportedUsage(model="openai/gpt-5-mini", **used))
        session.episode.reported.append(ReportedUsage(model="mine/own", input_tokens=5))
        session.episode.output = "I looked at the page."


def test_usage_reported_by_an_agent_is_counted_and_priced(tmp_path: Path) -> None:
    done = run("grounding", Reporter(), settings={"targets": 1}, folder=tmp_path)
    assert done.usage() == pytest.approx(
        {
            "calls": 4,
            "reported_calls": 4,
            "unpriced_calls": 1,
            "input_tokens": 1_000_005,
            "output_tokens": 100_000,
            "dollars": 0.25 + 0.2,
        }
    )
    assert "4 of them reported by the agent" in done.spent()
    assert "at least $0.45 (reported)" in done.spent()
    assert done.results[0].usage == done.usage()
    models = [entry.model for entry in read_ledger(tmp_path)]
    assert models == ["openai/gpt-5-mini", "mine/own"]


def test_the_output_of_an_agent_is_in_the_report(tmp_path: Path) -> None:
    write_report(run("grounding", Reporter(), settings={"targets": 1}, folder=tmp_path))
    assert any("I looked at the page." in page.read_text() for page in tmp_path.rglob("*.js"))


class Spender:
    """An agent that reports a cost of three dollars for each episode."""

    reports_usage = True
    used = ReportedUsage(model="mine/own", input_tokens=5, dollars=3.0)

    async def run(self, task: Task, session: EpisodeRecorder) -> None:
        session.episode.reported.append(self.used)


def spend(folder: Path, budget: float, agent: Any = Spender, **more: Any) -> Run:
    settings = {"targets": 6}
    return run("grounding", agent, settings=settings, budget=budget, folder=folder, **more)


def test_a_budget_includes_usage_reported_by_an_agent(tmp_path: Path) -> None:
    done = spend(tmp_path, 7.0)
    assert (len(done.results), done.usage()["dollars"]) == (3, 9.0)
    assert done.stopped == "$9.00 of $7.00 are spent; give a higher budget to resume"
    assert len(spend(tmp_path, 7.0, resume=True).results) == 3
    assert len(spend(tmp_path, 12.0, resume=True).results) == 4
    assert spend(tmp_path, 18.0, resume=True).complete


def test_a_reported_request_of_unknown_cost_stops_a_run_with_a_budget(tmp_path: Path) -> None:
    class Unpriced(Spender):
        used = ReportedUsage(model="mine/own", input_tokens=5)

    done = spend(tmp_path, 7.0, Unpriced)
    assert len(done.results) == 1
    assert "has reported requests whose cost is unknown" in (done.stopped or "")


@pytest.mark.parametrize(
    ("agent", "given", "message"),
    [
        ("random", {"model": ModelSettings(name="mockllm/model")}, "'random' does not take a mod"),
        (Spender, {"model": ModelSettings(name="mockllm/model")}, "'Spender' does not take a mod"),
        ("random", {"budget": 1.0}, "'random' has no model and does not report its cost"),
        (Reporter(), {"budget": 1.0}, "'Reporter' has no model and does not report its cost"),
        ("grounder", {"budget": 1.0}, "--budget requires the name or the settings of a model"),
    ],
)
def test_a_model_or_budget_without_effect_is_a_user_error(
    agent: Any, given: dict[str, Any], message: str, tmp_path: Path
) -> None:
    with pytest.raises(UserError, match=message):
        run("grounding", agent, folder=tmp_path / "run", **given)
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    ("dollars", "message"), [(float("nan"), "finite number"), (-0.5, "greater than or equal to 0")]
)
def test_an_invalid_cost_is_an_error_of_the_agent(
    tmp_path: Path, dollars: float, message: str
) -> None:
    class Free:
        reads: frozenset[View] = frozenset()

        async def act(self, observation: Observation) -> Step:
            return Step(done=True, usage={"dollars": dollars})

    run("grounding", lambda benchmark: Free(), settings={"targets": 1}, folder=tmp_path / "run")
    [result] = read_run(tmp_path / "run").results
    assert result.cause == "agent"
    assert message in (result.message or "")


def test_reported_requests_without_a_price_are_counted() -> None:
    usage = reported_usage(ReportedUsage(model="own/model", requests=3, input_tokens=5))
    assert usage["unpriced_calls"] == 3
    assert "dollars" not in usage
