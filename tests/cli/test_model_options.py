"""The options of models on the command line."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from models.server import Fault, ModelServer

from webproctor.cli.model_options import model_options, model_settings
from webproctor.core.errors import UserError
from webproctor.core.llm import Reply

Program = Callable[..., subprocess.CompletedProcess[str]]
Start = Callable[[ModelServer], int]
AGENT = """
from webproctor import Step
from webproctor.core.llm import Message

class Asker:
    reads = frozenset()

    def __init__(self, benchmark, model):
        self.model = model

    async def act(self, observation):
        reply = await self.model.generate([Message("user", "Where?")])
        return Step(done=True, usage=reply.usage)
"""


def settings(**given: object) -> dict[str, object]:
    """Return the settings for some values of the options."""
    values = {option.name: () if option.multiple else None for option in model_options()}
    return model_settings({**values, "batch": False, "cache": False, "model": "a/b", **given}) or {}


@pytest.mark.exhaustive
def test_a_wrong_key_stops_the_run_with_status_1_and_the_reason(
    program: Program, start: Start, tmp_path: Path
) -> None:
    (tmp_path / "asker.py").write_text(AGENT)
    server = ModelServer(lambda messages, acting: Reply("here"), always=Fault(status=401))
    address = f"http://127.0.0.1:{start(server)}/v1"
    command = ["run", "grounding", "--targets", 2, "--agent", "asker.py:Asker"]
    command += ["--parallel", 1, "--out", "here"]
    model = ["--model", "openai-api/mine/m", "--base-url", address, "-M", "api_key=sk-mine"]
    done = program(*command, *model, "--model-seed", 3, "--generate", "top_k=5")
    assert done.returncode == 1, done.stderr
    assert "No task has finished." in done.stdout
    assert "Stopped: openai-api/mine/m: the provider rejected the API key" in done.stdout
    assert "the price of 'openai-api/mine/m' is unknown: add --price" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert server.requests[0]["seed"] == 3
    assert len(server.requests) == 1
    about = json.loads((tmp_path / "here/run.json").read_text())["model"]
    assert (about["seed"], about["generation"]) == (3, {"top_k": 5})
    assert "sk-mine" not in (tmp_path / "here/run.json").read_text()


SPENDER = """
from webproctor.core.episodes import ReportedUsage

class Spender:
    reports_usage = True

    async def run(self, task, session):
        session.episode.reported.append(ReportedUsage(dollars=3.0))
"""


def test_a_budget_requires_no_model_if_the_agent_reports_its_cost(
    program: Program, tmp_path: Path
) -> None:
    (tmp_path / "spender.py").write_text(SPENDER)
    command = ["run", "grounding", "--targets", 3, "--agent", "spender.py:Spender"]
    done = program(*command, "--parallel", 1, "--budget", 4, "--out", "here")
    assert done.returncode == 1, done.stderr
    assert "Stopped: $6.00 of $4.00 are spent; give a higher budget to resume." in done.stdout


def test_pairs_are_parsed_as_json_or_text() -> None:
    parsed = settings(model_args=("responses_api=false", "service-tier=flex", "n=2"))
    assert parsed["arguments"] == {"responses_api": False, "service_tier": "flex", "n": 2}


def test_a_batch_has_no_timeout_by_default() -> None:
    assert "timeout" not in settings()
    assert settings(batch=True)["timeout"] is None
    assert settings(batch=True, model_timeout=60)["timeout"] == 60


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"price": "1"}, "--price 1: give IN,OUT"),
        ({"price": "1,-2"}, "--price 1,-2: give IN,OUT"),
        ({"price": "a,b"}, "--price a,b: give IN,OUT"),
        ({"model_args": ("fast",)}, "-M fast: give KEY=VALUE"),
        ({"generate": ("=1",)}, "--generate =1: give KEY=VALUE"),
        ({"model": None, "budget": 1.0}, "--budget requires a model"),
        ({"model": None, "temperature": 0.5}, "--temperature requires a model"),
    ],
)
def test_invalid_values_are_user_errors(wrong: dict[str, object], message: str) -> None:
    with pytest.raises(UserError, match=message):
        settings(**wrong)
