"""`webproctor.evaluate`: runs from Python."""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from in_memory import MEMORY
from models.server import ModelServer
from PIL import Image

import webproctor
from webproctor import Observation, Score, Step, Task, UserError, View
from webproctor.core.actions import web
from webproctor.core.llm import Message, Reply, Tool
from webproctor.harness.accounting import running_account
from webproctor.harness.models import ModelSettings
from webproctor.run.episode_results import Result
from webproctor.run.preparation import run_objects

FEW = {"targets": 3}
Start = Callable[[ModelServer], int]


class Idle:
    """An agent that finishes without an action."""

    reads: frozenset[View] = frozenset()

    async def act(self, observation: Observation) -> Step:
        return Step(actions=[], done=True)


def test_a_registered_agent_runs_on_a_registered_benchmark(tmp_path: Path) -> None:
    run = webproctor.evaluate("grounding", "oracle", settings=FEW, out=tmp_path / "run")
    assert run.score == 1.0
    assert run.complete
    assert list(run.scores.values()) == [1.0, 1.0, 1.0]
    assert [one.task for one in run.episodes] == list(run.scores)
    assert (tmp_path / "run/report.html").is_file()


REPORTING = """
import logging
import sys
import rich
import webproctor

logging.basicConfig(level=logging.INFO, filename=sys.argv[2], format="%(message)s")


class Idle:
    reads = frozenset()

    async def act(self, observation):
        logging.info("acting")
        return webproctor.Step(actions=[], done=True)


for number in range(2):
    out = f"{sys.argv[1]}-{number}"
    webproctor.evaluate("grounding", Idle, settings={"targets": 1}, out=out, report=False)
logging.info("after the runs")
logging.error("an error after the runs")
rich.print("printed after the runs")
assert sys.excepthook is sys.__excepthook__
"""


def test_logging_and_output_of_the_calling_program_are_unchanged(tmp_path: Path) -> None:
    log = tmp_path / "caller.log"
    program = [sys.executable, "-c", REPORTING, tmp_path / "run", log]
    done = subprocess.run(program, capture_output=True, text=True, check=True)
    logged = ["acting", "acting", "after the runs", "an error after the runs"]
    assert log.read_text().splitlines() == logged
    assert done.stdout == "printed after the runs\n"
    assert done.stderr == ""


def test_an_agent_can_be_a_class_a_function_or_an_object(tmp_path: Path) -> None:
    names: list[str] = []

    def idle(benchmark: Any) -> Idle:
        names.append(benchmark.name)
        return Idle()

    runs = [
        webproctor.evaluate("grounding", agent, settings=FEW, out=tmp_path / name, report=False)
        for name, agent in (("class", Idle), ("function", idle), ("object", Idle()))
    ]
    assert [(run.agent, run.score) for run in runs] == [("Idle", 0.0), ("idle", 0.0), ("Idle", 0.0)]
    assert set(names) == {"grounding"}


def test_settings_of_a_function_are_checked(tmp_path: Path) -> None:
    def idle(benchmark: Any, *, patience: int = 1) -> Idle:
        return Idle()

    with pytest.raises(UserError, match="agent 'idle' has no setting 'speed'"):
        webproctor.evaluate(
            "grounding", idle, agent_settings={"speed": 1}, settings=FEW, out=tmp_path / "run"
        )
    with pytest.raises(UserError, match="agent 'idle', setting 'patience'"):
        webproctor.evaluate(
            "grounding", idle, agent_settings={"patience": "x"}, settings=FEW, out=tmp_path / "run"
        )
    assert not (tmp_path / "run").exists()


def test_an_agent_that_reads_an_unknown_view_is_a_user_error(tmp_path: Path) -> None:
    class Misspelt(Idle):
        reads = frozenset({"element"})  # type: ignore[assignment]

    with pytest.raises(UserError, match=r"reads 'element', which is not a view\. Views: axtree"):
        webproctor.evaluate("grounding", Misspelt, settings=FEW, out=tmp_path / "run")


def test_views_given_as_a_string_are_a_user_error(tmp_path: Path) -> None:
    class Text(Idle):
        reads = "elements"  # type: ignore[assignment]

    with pytest.raises(UserError, match="`reads` is 'elements', which is not a set"):
        webproctor.evaluate("grounding", Text, settings=FEW, out=tmp_path / "run")


def test_an_agent_with_a_method_named_run_is_still_stepped(tmp_path: Path) -> None:
    class Helpful(Idle):
        async def run(self, task: Task, session: object) -> str:
            raise AssertionError("a helper of the agent's own")

    run = webproctor.evaluate(
        "grounding", Helpful, settings=FEW, out=tmp_path / "run", report=False
    )
    assert run.outcomes()["scored"] == 3


def test_an_object_that_is_not_an_agent_is_a_user_error(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="int is not an agent: it has neither a method `act`"):
        webproctor.evaluate("grounding", 3, settings=FEW, out=tmp_path / "run")  # type: ignore[arg-type]


def test_an_object_can_be_the_model(tmp_path: Path) -> None:
    class Centre:
        async def generate(
            self,
            messages: Sequence[Message],
            tools: Sequence[Tool] = (),
            *,
            tool_choice: Any = "auto",
        ) -> Reply:
            return Reply("(640, 360)")

    def pointing(benchmark: Any, model: Any) -> Idle:
        assert isinstance(model, Centre)
        return Idle()

    run = webproctor.evaluate(
        "grounding", pointing, settings=FEW, model=Centre(), out=tmp_path / "run", report=False
    )
    assert run.model == "Centre"


async def test_evaluate_works_in_a_running_event_loop(tmp_path: Path) -> None:
    run = webproctor.evaluate(
        "grounding", "oracle", settings=FEW, out=tmp_path / "run", report=False
    )
    assert run.score == 1.0


async def test_concurrent_runs_do_not_interfere(tmp_path: Path) -> None:
    before = dict(os.environ)
    results: list[Result] = []
    one, other = await asyncio.gather(
        webproctor.evaluate_async("grounding", "oracle", settings=FEW, out=tmp_path / "one"),
        webproctor.evaluate_async(
            "mind2web", Idle, limit=2, out=tmp_path / "other", on_result=results.append
        ),
    )
    assert (one.score, other.score) == (1.0, 0.0)
    assert len(results) == 2
    assert dict(os.environ) == before


async def test_a_cancelled_run_starts_no_more_episodes_and_can_be_resumed(tmp_path: Path) -> None:
    began = asyncio.Event()
    loop = asyncio.get_running_loop()

    class Slow(Idle):
        async def act(self, observation: Observation) -> Step:
            loop.call_soon_threadsafe(began.set)
            await asyncio.sleep(0.3)
            return Step(actions=[], done=True)

    given = {"settings": {"targets": 20}, "out": tmp_path / "run", "parallel": 1, "report": False}
    running = asyncio.create_task(webproctor.evaluate_async("grounding", Slow, **given))
    await began.wait()
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert len(webproctor.read_run(tmp_path / "run").results) < 20
    Slow.act = Idle.act  # type: ignore[method-assign]
    again = await webproctor.evaluate_async("grounding", Slow, resume=True, **given)
    assert again.complete
    assert len(again.results) == 20


def test_a_run_is_shown_as_a_table_in_a_notebook_and_as_a_data_frame(tmp_path: Path) -> None:
    pd = pytest.importorskip("pandas", reason="pandas is not installed")
    run = webproctor.evaluate(
        "grounding", "oracle", settings=FEW, out=tmp_path / "run", report=False
    )
    assert "<td>100.0</td>" in run._repr_html_()
    frame = run.to_pandas()
    assert isinstance(frame, pd.DataFrame)
    assert list(frame["task"]) == list(run.scores)


def test_an_unknown_table_is_a_user_error(tmp_path: Path) -> None:
    run = webproctor.evaluate(MEMORY, "oracle", out=tmp_path / "run", report=False)
    with pytest.raises(UserError, match=r"^no table 'nope'\. Available: tasks, steps, actions\.$"):
        run.to_pandas("nope")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("record", "choices"),
    [
        ("bogus", "choose from shown, all, none; trace, video, har"),
        ("all,none", "choose one of all, none"),
    ],
)
def test_an_unknown_record_is_a_user_error(tmp_path: Path, record: str, choices: str) -> None:
    with pytest.raises(UserError, match=f"^record '{record}': {choices}"):
        webproctor.evaluate(MEMORY, "oracle", record=record, out=tmp_path / "run")
    assert not (tmp_path / "run").exists()


@pytest.mark.usefixtures("executable")
def test_snapshots_and_recordings_are_selected_like_on_the_command_line(tmp_path: Path) -> None:
    webproctor.evaluate(
        "webgames",
        "oracle",
        settings={"task": ["date"], "clock": "virtual"},
        record="all,har",
        out=tmp_path,
        report=False,
    )
    assert list((tmp_path / "screens").iterdir())
    assert list((tmp_path / "recordings").rglob("network.har"))


async def test_a_benchmark_can_be_an_object(executable: Path, tmp_path: Path) -> None:
    class Sum(webproctor.PageBenchmark):
        pages = {"/sum": "<p>17 + 25</p>"}  # noqa: RUF012

        def tasks(self) -> list[Task]:
            return [Task(id="sum", benchmark=self.name, instruction="Add the numbers.")]

        def score(self, task: Task, episode: webproctor.Episode) -> Score:
            return Score(value=float(episode.answer == "42"))

    run = webproctor.evaluate(Sum(), Idle, out=tmp_path / "run", report=False)
    assert (run.benchmark, run.score) == ("sum", 0.0)
    with pytest.raises(UserError, match=r"benchmark 'sum' is not registered\. .*read_run"):
        webproctor.read_run(tmp_path / "run")
    assert webproctor.read_run(tmp_path / "run", Sum).score == 0.0


def test_a_number_instead_of_a_benchmark_is_a_user_error(tmp_path: Path) -> None:
    benchmark: Any = 42
    with pytest.raises(UserError, match="int is not a benchmark: derive its class"):
        webproctor.evaluate(benchmark, "oracle", out=tmp_path / "run")


def test_a_budget_requires_a_named_model(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="budget requires"):
        webproctor.evaluate("grounding", "grounder", settings=FEW, budget=1.0, out=tmp_path / "run")


def test_a_run_of_an_object_does_not_affect_later_runs(tmp_path: Path) -> None:
    own = webproctor.load_benchmark("grounding", targets=1)
    webproctor.evaluate(own, "oracle", out=tmp_path / "own", report=False)
    run = webproctor.evaluate("grounding", "oracle", settings=FEW, out=tmp_path / "run")
    assert run.tasks == 3
    assert (running_account.get(), run_objects.get().benchmark) == (None, None)


def test_data_that_changed_since_an_earlier_run_is_read_again(tmp_path: Path) -> None:
    Image.new("RGB", (20, 10)).save(tmp_path / "a.png")
    record = {"img_filename": "a.png", "instruction": "go", "bbox": [1, 2, 3, 4]}
    settings = {"dataset": "screenspot-v2", "data": tmp_path}
    for count in (1, 2):
        (tmp_path / "targets.json").write_text(json.dumps([record] * count))
        out = tmp_path / f"run-{count}"
        run = webproctor.evaluate("grounding", "oracle", settings=settings, out=out, report=False)
        assert run.tasks == count


def test_a_run_whose_data_changed_in_the_same_process_is_not_read(tmp_path: Path) -> None:
    Image.new("RGB", (20, 10)).save(tmp_path / "a.png")
    targets = tmp_path / "targets.json"
    targets.write_text(
        json.dumps([{"img_filename": "a.png", "instruction": "go", "bbox": [1, 2, 3, 4]}])
    )
    settings = {"dataset": "screenspot-v2", "data": tmp_path}
    out = tmp_path / "run"
    webproctor.evaluate("grounding", "oracle", settings=settings, out=out, report=False)
    targets.write_text(targets.read_text().replace("go", "stop"))
    with pytest.raises(UserError, match="data has changed since this run"):
        webproctor.read_run(out)


def test_the_benchmark_of_a_factory_has_the_settings_of_the_run(tmp_path: Path) -> None:
    def few(*, count: int) -> webproctor.Benchmark:
        return webproctor.load_benchmark("grounding", targets=count)

    run = webproctor.evaluate(few, "oracle", settings={"count": 2}, out=tmp_path / "run")
    assert run.own_benchmark is not None
    assert len(run.own_benchmark.tasks()) == run.tasks == 2


class Careless(Idle):
    """An agent that reads a view which it has not declared, in its second episode."""

    episodes = 0

    async def act(self, observation: Observation) -> Step:
        Careless.episodes += 1
        return Step(done=True, answer=observation.read("dom") if self.episodes == 2 else None)


def test_a_user_error_in_an_episode_stops_the_run_and_keeps_the_others(tmp_path: Path) -> None:
    how = {"settings": FEW, "out": tmp_path / "run", "parallel": 1, "report": False}
    with pytest.raises(UserError, match="Add 'dom' to the agent's `reads`"):
        webproctor.evaluate("grounding", Careless, **how)
    assert Careless.episodes == 2, "the episode is not run again, and no other one begins"
    assert len(webproctor.read_run(tmp_path / "run").results) == 1
    again = webproctor.evaluate("grounding", Careless, resume=True, **how)
    assert (again.complete, Careless.episodes) == (True, 4)


def test_an_episode_without_a_record_is_void(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = webproctor.evaluate(
        "grounding", "oracle", settings={"targets": 1}, out=tmp_path / "run", report=False
    )
    monkeypatch.setattr("webproctor.evaluation.read_episodes", lambda folder: {})
    [episode] = run.episodes
    assert episode.error is not None
    assert (episode.outcome, episode.error.cause) == ("void", "no record")


def test_a_run_without_a_finished_episode_can_be_shown(tmp_path: Path) -> None:
    run = webproctor.evaluate(
        "grounding", "oracle", settings={"targets": 1}, out=tmp_path / "run", report=False
    )
    empty = run.model_copy(update={"results": [], "summary": None, "confidence": {}})
    assert (empty.score, empty.solved, empty.scores) == (None, None, {})
    assert "0 of 1 tasks" in empty._repr_html_()


def test_a_model_can_be_given_with_its_settings(start: Start, tmp_path: Path) -> None:
    server = ModelServer(lambda messages, acting: Reply("(500, 500)"))
    model = ModelSettings(
        name="openai-api/loopback/scripted",
        base_url=f"http://127.0.0.1:{start(server)}/v1",
        arguments={"api_key": "none"},
    )
    used: list[Any] = []

    class Asks(Idle):
        def __init__(self, benchmark: Any, model: Any) -> None:
            self.model = model

        async def act(self, observation: Observation) -> Step:
            reply = await self.model.generate([Message("user", "Where?")])
            used.append(reply.text)
            return Step(actions=[web.Wait(seconds=0)], done=True, usage=reply.usage)

    webproctor.evaluate(
        "grounding", Asks, settings=FEW, model=model, out=tmp_path / "run", report=False
    )
    assert used == ["(500, 500)"] * 3
