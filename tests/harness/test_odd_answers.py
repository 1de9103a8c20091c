"""Tests that model answers with invalid UTF-8 or JSON are sanitized."""

from collections.abc import Callable
from pathlib import Path

import pytest
from harness.conftest import write_task
from in_memory import MEMORY, answers
from models.server import Fault, ModelServer
from per_change import first

from webproctor.core.llm import Call, Reply
from webproctor.harness.logs import read_episodes
from webproctor.harness.models import ModelSettings
from webproctor.harness.reading import read_run
from webproctor.harness.runs import run
from webproctor.run.results import Run

HALF = "\ud83d"
PROVIDERS = ("openai-api/loopback/scripted", "openai/gpt-4o", "anthropic/claude-sonnet-4-6")
Start = Callable[[ModelServer], int]
Evaluate = Callable[[ModelServer, str], Run]


@pytest.fixture
def evaluate(tmp_path: Path, start: Start) -> Evaluate:
    """Run the `web` agent on a task without a browser, with a model on a server."""

    def evaluate(server: ModelServer, provider: str) -> Run:
        url = f"http://127.0.0.1:{start(server)}"
        base = url if provider.startswith("anthropic") else f"{url}/v1"
        settings = ModelSettings(
            name=provider, base_url=base, arguments={"api_key": "none"}, retries=1
        )
        return run(MEMORY, "web", model=settings, folder=tmp_path / "run", limit=1)

    return evaluate


@pytest.mark.parametrize("provider", first(*PROVIDERS[:2]))
def test_a_lone_surrogate_in_an_answer_is_replaced(
    evaluate: Evaluate, tmp_path: Path, provider: str
) -> None:
    odd = Reply(
        text=f"I am {HALF} thinking",
        calls=(Call("c", "type", {"text": HALF, HALF: 1}), Call(f"d{HALF}", f"t{HALF}", {})),
    )
    done = evaluate(ModelServer(answers, [Fault(), Fault(reply=odd)]), provider)
    assert [(one.score.value, one.cause, one.message) for one in done.results] == [(1, None, None)]
    assert done.results[0].invalid_actions == 2
    assert read_run(tmp_path / "run").results == done.results
    [episode] = read_episodes(tmp_path / "run").values()
    assert episode.steps[0].thought == "I am \ufffd thinking"
    assert episode.steps[0].actions[0]["arguments"]["arguments"]["text"] == "\ufffd"


@pytest.mark.parametrize("provider", first(*PROVIDERS[::2]))
def test_numbers_that_are_not_finite_are_invalid_actions(
    evaluate: Evaluate, tmp_path: Path, provider: str
) -> None:
    wild = Reply(
        calls=(
            Call("a", "scroll", {"down": float("inf")}),
            Call("b", "move_mouse", {"path": [[float("nan"), 1]]}),
            Call("c", "wait", {"seconds": -1}),
        )
    )
    done = evaluate(ModelServer(answers, [Fault(), Fault(reply=wild)]), provider)
    assert [(one.score.value, one.cause, one.message) for one in done.results] == [(1, None, None)]
    [episode] = read_episodes(tmp_path / "run").values()
    messages = [result.message for result in episode.steps[0].results]
    assert "scroll: down: must be a number from -1,000,000 to 1,000,000" in messages[0]
    assert "move_mouse: path.0.0: must be a number" in messages[1]
    assert "wait: seconds: must be a number from 0 to 60" in messages[2]


def test_a_lone_surrogate_in_the_text_of_an_answer_is_replaced(
    evaluate: Evaluate, tmp_path: Path
) -> None:
    odd = Reply(text=HALF, calls=(Call("c", "wait", {}),))
    done = evaluate(ModelServer(answers, [Fault(), Fault(reply=odd)]), PROVIDERS[2])
    assert [(one.score.value, one.cause, one.message) for one in done.results] == [(1, None, None)]
    [episode] = read_episodes(tmp_path / "run").values()
    assert episode.steps[0].thought == "\ufffd"


def test_a_lone_surrogate_in_a_server_error_is_replaced(evaluate: Evaluate) -> None:
    server = ModelServer(answers, always=Fault(status=400, message=HALF))
    [result] = evaluate(server, PROVIDERS[0]).results
    assert result.cause == "model"
    assert "\ufffd" in (result.message or "")


def test_a_run_on_pages_with_lone_surrogates_completes(tmp_path: Path, executable: Path) -> None:
    half = "<script>document.title = '\\ud83d'; document.write('\\ud83d')</script>"
    data = write_task(tmp_path / "data", f"<p>Say it: <input name=said></p>{half}", "one", "two")
    done = run(
        "turkingbench",
        "oracle",
        settings={"data": str(data), "split": "all"},
        folder=tmp_path / "run",
        record="all",
    )
    assert [(one.score.value, one.cause) for one in done.results] == [(1, None)] * 2
    assert any("\ufffd" in text.read_text() for text in (tmp_path / "run/texts").iterdir())
