"""Tests of a run by a planner and a grounding model on separate servers, and of judging it."""

import json
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from models.server import Fault, ModelServer

from webproctor.analysis import judging
from webproctor.benchmarks.realwebassist.benchmark import realwebassist
from webproctor.cli import command
from webproctor.core.llm import Message, Reply
from webproctor.harness.models import ModelSettings
from webproctor.harness.runs import run
from webproctor.run.results import Run

Start = Callable[[ModelServer], int]
Evaluated = tuple[Run, ModelServer, ModelServer]
PAST = 3


def plans(messages: Sequence[Message], acting: bool) -> Reply:
    """Describe every element by the user's last utterance."""
    assert len(messages[-1].images) == 1
    [utterance] = [
        line.removeprefix("The user now says: ")
        for line in messages[-1].text.splitlines()
        if line.startswith("The user now says: ")
    ]
    return Reply(f"what is meant by: {utterance}")


def points(messages: Sequence[Message], acting: bool) -> Reply:
    """Return the correct point for one instruction, and a corner for all others."""
    right = "what is meant by: Buy them." in messages[-1].text
    target = realwebassist().targets()["2/11"]
    x, y = target.regions[0].centre
    return Reply(f"({x / 1.28:.0f}, {y / 0.8:.0f})" if right else "(5, 999)")


@pytest.fixture(scope="module")
def evaluated(start: Start, tmp_path_factory: pytest.TempPathFactory) -> Evaluated:
    """A run, and the servers of its planner and its grounding model."""
    planner, grounder = ModelServer(plans), ModelServer(points)
    finished_run = run(
        "realwebassist",
        "planner",
        settings={"participant": (2,), "past": PAST},
        agent_settings={
            "grounder": "uground",
            "server": f"http://127.0.0.1:{start(grounder)}/v1",
        },
        model=ModelSettings(
            name="openai-api/loopback/scripted",
            base_url=f"http://127.0.0.1:{start(planner)}/v1",
            arguments={"api_key": "none"},
        ),
        folder=tmp_path_factory.mktemp("planned") / "run",
    )
    return finished_run, planner, grounder


def test_planner_and_grounding_model_are_called_for_every_step_and_only_hits_count(
    evaluated: Evaluated,
) -> None:
    finished_run, planner, grounder = evaluated
    assert finished_run.complete
    steps = [step for result in finished_run.results for step in result.score.details["steps"]]
    assert [step["key"] for step in steps if step["hit"]] == ["2/11"]
    assert len(planner.requests) == len(grounder.requests) == len(steps)
    # The planner's prompt contains the last steps, the grounding model's none.
    assert "3. Instruction:" in planner.requested_messages[-1][-1].text
    assert "4. Instruction:" not in planner.requested_messages[-1][-1].text
    assert "Instruction:" not in grounder.requested_messages[-1][-1].text
    assert finished_run.usage()["input_tokens"] > 0


def judged(run: Path, judge: ModelServer, start: Start, *more: str) -> Result:
    """Run `webproctor judge` with a model on a server."""
    address = f"http://127.0.0.1:{start(judge)}/v1"
    model = ["--model", "openai-api/loopback/judge", "--base-url", address]
    return CliRunner().invoke(
        command,
        ["judge", str(run), "--judge", "model", "--json", *model, *more],
        env={"LOOPBACK_API_KEY": "none"},
        standalone_mode=False,
        catch_exceptions=False,
    )


def yes(messages: Sequence[Message], acting: bool) -> Reply:
    return Reply("Yes, it does.")


def test_a_model_judges_the_failures(evaluated: Evaluated, start: Start) -> None:
    finished_run, _, _ = evaluated
    judge = ModelServer(yes)
    outcome = judged(finished_run.folder, judge, start)
    summary = json.loads(outcome.stdout)
    assert summary["grounding"] == summary["failures"] == len(judge.requests) == 20
    assert {one.by for one in judging.read_judgements(finished_run.folder).values()} == {
        "openai-api/loopback/judge"
    }


def test_judgements_are_kept_when_the_model_fails_for_others(
    evaluated: Evaluated, start: Start, tmp_path: Path
) -> None:
    run = shutil.copytree(evaluated[0].folder, tmp_path / "run")
    (run / judging.FILE).unlink(missing_ok=True)
    failing, judge = ModelServer(yes, [Fault(status=500), Fault(status=500)]), ModelServer(yes)
    outcome = judged(run, failing, start, "--retries", "0")
    assert outcome.return_value == 1
    assert "2 of 20 steps were not judged: the model gave no answer" in outcome.stderr
    assert len(outcome.stderr.splitlines()) == 1
    assert len(judging.read_judgements(run)) == 18
    assert judged(run, judge, start).return_value == 0
    assert len(judge.requests) == 2
    assert len(judging.read_judgements(run)) == 20


def test_steps_without_a_yes_or_no_are_reported_as_not_judged(
    evaluated: Evaluated, start: Start, tmp_path: Path
) -> None:
    run = shutil.copytree(evaluated[0].folder, tmp_path / "run")
    (run / judging.FILE).unlink(missing_ok=True)
    outcome = judged(run, ModelServer(lambda messages, acting: Reply("Perhaps.")), start)
    assert outcome.return_value == 1
    assert "20 of 20 steps were not judged: the model answered neither yes nor no" in outcome.stderr
    assert json.loads(outcome.stdout)["undecided"] == 20
