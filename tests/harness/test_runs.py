"""Tests of runs: their folders, resuming them, and episodes that fail."""

import asyncio
import json
import os
import signal
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import processes
import pytest
from harness.conftest import TARGETS, Register, data_of, run, run_targets
from in_memory import MEMORY
from inspect_ai.log import list_eval_logs, read_eval_log

from webproctor.agents import make_agent
from webproctor.benchmarks import Benchmark
from webproctor.core.actions import form, web
from webproctor.core.agents import SelfDrivenAgent
from webproctor.core.episodes import Step
from webproctor.core.errors import UserError
from webproctor.core.observations import Observation, View
from webproctor.core.recorder import EpisodeRecorder
from webproctor.core.scores import Summary
from webproctor.core.sessions import SessionLost
from webproctor.core.tasks import Task
from webproctor.files.folders import lock_folder
from webproctor.harness import reading, runs, scoring
from webproctor.harness.folders import find_unfinished
from webproctor.harness.logs import read_episodes
from webproctor.run.episode_results import Result
from webproctor.run.logs import without_digest
from webproctor.run.results import Run
from webproctor.run.summaries import Scored, summary_of

pytestmark = pytest.mark.usefixtures("executable")


def test_an_oracle_run_scores_every_task(finished: Run) -> None:
    done = finished
    assert done.complete
    assert [result.score.value for result in done.results] == [1.0] * 4
    assert done.summary
    assert done.summary.figures["mean over tasks"] == 1.0


def test_the_run_folder_records_how_to_reproduce_the_run(finished: Run) -> None:
    about = json.loads((finished.folder / "run.json").read_text())
    assert about["benchmark"] == "turkingbench"
    data = finished.folder.parent / "tiny"
    assert about["settings"] == {"data": str(data), "split": "all"}
    assert about["condition"]["metric_variant"] == "parity"
    for made_with in ("webproctor", "inspect_ai", "browser", "python", "machine", "started"):
        assert about[made_with]


def test_results_are_reported_as_they_arrive(tmp_path: Path) -> None:
    reported: list[Result] = []
    run_targets(tmp_path / "run", on_result=reported.append)
    assert sorted(result.task for result in reported) == TARGETS


def test_metrics_of_the_log_are_computed_only_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    counts: list[int] = []

    def summarise(benchmark: Benchmark, scored: Sequence[Scored]) -> Summary:
        counts.append(len(scored))
        return summary_of(benchmark, scored)

    monkeypatch.setattr(scoring, "summary_of", summarise)
    run_targets(tmp_path / "run")
    assert counts == [4]


def test_a_run_can_be_read_from_its_folder(tmp_path: Path) -> None:
    done = run_targets(tmp_path / "run", "do-nothing")
    read = reading.read_run(done.folder)
    assert read.results == done.results
    assert read.summary == done.summary


def test_a_folder_that_contains_a_run_is_not_overwritten(copied: Run) -> None:
    with pytest.raises(UserError, match="--resume"):
        run(data_of(copied), folder=copied.folder)


def test_a_running_run_cannot_be_resumed_by_another_process(copied: Run) -> None:
    # A lock belongs to the file that was opened: it also holds against its own process.
    with lock_folder(copied.folder), pytest.raises(UserError, match="another process writes to"):
        run(data_of(copied), folder=copied.folder, resume=True)
    assert run(data_of(copied), folder=copied.folder, resume=True).results == copied.results


def test_resuming_runs_only_missing_episodes(tmp_path: Path) -> None:
    started: list[str] = []

    def stop_after_two(result: Result) -> None:
        started.append(result.task)
        if len(started) == 2:
            os.kill(os.getpid(), signal.SIGINT)

    first = run_targets(tmp_path / "run", on_result=stop_after_two)
    assert not first.complete
    kept = {result.task for result in first.results}
    repeated: list[str] = []
    second = run_targets(
        tmp_path / "run", resume=True, on_result=lambda result: repeated.append(result.task)
    )
    assert second.complete
    assert len(second.results) == 4
    assert kept.isdisjoint(repeated)


class Interrupting:
    """The oracle; its first episode is interrupted by Ctrl-C."""

    def __init__(self, benchmark: Benchmark, marker: Path) -> None:
        oracle = make_agent("oracle", benchmark)
        assert isinstance(oracle, SelfDrivenAgent)
        self.oracle, self.marker = oracle, marker

    async def run(self, task: Task, session: EpisodeRecorder) -> str | None:
        if not self.marker.exists():
            self.marker.touch()
            os.kill(os.getpid(), signal.SIGINT)
            await asyncio.Event().wait()
        return await self.oracle.run(task, session)


def test_an_episode_that_was_stopped_and_run_again_counts_as_a_restart(
    tmp_path: Path, register_agent: Register
) -> None:
    def interrupting(benchmark: Benchmark) -> Interrupting:
        return Interrupting(benchmark, tmp_path / "marker")

    agent = register_agent("interrupting", interrupting)
    first = run_targets(tmp_path / "run", agent, limit=2)
    assert (first.results, first.restarts) == ([], 0)
    second = run_targets(tmp_path / "run", agent, limit=2, resume=True)
    assert (second.complete, second.restarts) == (True, 1)
    assert reading.read_run(second.folder).warnings == [
        "Episodes were started again 1 time after they had been stopped without a result."
    ]


def test_recordings_of_pages_need_live_pages(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="record trace, video: grounding has no live pages"):
        run_targets(tmp_path / "run", limit=1, recordings=["trace", "video"])


def test_a_run_can_be_resumed_only_with_the_same_snapshots_and_recordings(tmp_path: Path) -> None:
    run_targets(tmp_path / "run", limit=1, record="all")
    with pytest.raises(UserError, match="record is 'all' there and 'shown' now"):
        run_targets(tmp_path / "run", limit=1, resume=True)
    assert run_targets(tmp_path / "run", limit=1, record="all", resume=True).complete


def test_a_log_has_a_checksum_before_the_next_one_is_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runs, "EPISODES_PER_LOG", 1)
    counts: list[int] = []
    folder = tmp_path / "run"
    run_targets(folder, limit=3, on_result=lambda result: counts.append(without_digest(folder)))
    assert max(counts) == 1


def test_a_long_run_has_several_logs_that_are_read_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runs, "EPISODES_PER_LOG", 2)
    done = run_targets(tmp_path / "run", epochs=2, limit=3, parallel=2)
    assert done.complete
    assert len(list_eval_logs(str(done.folder))) == 3
    again = reading.read_run(done.folder)
    assert [result.model_dump() for result in again.results] == [
        result.model_dump() for result in done.results
    ]


def test_no_further_log_is_started_when_the_run_is_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runs, "EPISODES_PER_LOG", 2)
    stop = threading.Event()
    stopped = run_targets(tmp_path / "run", stop=stop, on_result=lambda result: stop.set())
    assert len(stopped.results) == 1
    assert len(list_eval_logs(str(stopped.folder))) == 1
    resumed = run_targets(tmp_path / "run", resume=True)
    assert resumed.complete
    assert len(list_eval_logs(str(resumed.folder))) == 3


def test_resuming_a_finished_run_does_nothing(copied: Run) -> None:
    logs = list(copied.folder.glob("*.eval"))
    again = run(data_of(copied), folder=copied.folder, resume=True)
    assert again.results == copied.results
    assert list(copied.folder.glob("*.eval")) == logs


@pytest.mark.parametrize("left", ["run.json.new", ""])
def test_a_run_that_was_killed_before_its_start_can_be_resumed(tmp_path: Path, left: str) -> None:
    folder = tmp_path / "run"
    (folder / ".buffer").mkdir(parents=True)
    if left:
        (folder / left).write_text("{")
    assert run_targets(folder, resume=True).complete


def test_a_run_can_be_resumed_only_under_the_same_condition(copied: Run) -> None:
    strict = {"metric_variant": "strict"}
    differing = r"run\.json: metric_variant is 'parity' there and 'strict' now\. Resume"
    with pytest.raises(UserError, match=differing):
        run(data_of(copied), folder=copied.folder, resume=True, settings=strict)


def test_the_newest_unfinished_run_is_found_by_its_settings(copied: Run) -> None:
    under, settings = copied.folder.parent, {"data": data_of(copied), "split": "all"}
    assert find_unfinished("turkingbench", "oracle", settings, under) == copied.folder
    with pytest.raises(UserError, match="no run of"):
        find_unfinished("turkingbench", "random", settings, under)


class Lost:
    """The oracle; at the second task, the session is lost."""

    def __init__(self, benchmark: Benchmark) -> None:
        oracle = make_agent("oracle", benchmark)
        assert isinstance(oracle, SelfDrivenAgent)
        self.oracle = oracle

    async def run(self, task: Task, session: EpisodeRecorder) -> str | None:
        if task.id == TARGETS[1]:
            raise SessionLost("page hangs", "the page does not respond")
        return await self.oracle.run(task, session)


@pytest.mark.exhaustive
def test_a_hanging_page_is_a_void_episode(hanging: Path) -> None:
    done = run(hanging, settings={"timeout": 2.0})
    assert [result.cause for result in done.results] == [None, "page hangs", None]
    assert [result.tries for result in done.results] == [1, 2, 1]


def test_a_lost_session_is_a_void_episode_that_is_repeated_on_resuming(
    tmp_path: Path, register_agent: Register
) -> None:
    agent = register_agent("lost", Lost)
    done = run_targets(tmp_path / "run", agent, limit=3)
    assert [result.cause for result in done.results] == [None, "page hangs", None]
    assert [result.score.value for result in done.results] == [1.0, 0.0, 1.0]
    assert done.summary
    assert done.summary.figures["accuracy"] == pytest.approx(2 / 3)
    assert done.causes("void") == {"page hangs": 1}
    assert done.without_void["accuracy"] == 1.0
    assert done.results[1].tries == 2
    assert not done.complete
    assert not done.missing
    repeated: list[str] = []
    again = run_targets(
        done.folder,
        agent,
        limit=3,
        resume=True,
        on_result=lambda result: repeated.append(result.task),
    )
    assert repeated == [TARGETS[1]]
    assert again.results[1].tries == 4
    assert reading.read_run(again.folder).results[1].tries == 4


def test_a_field_of_unknown_type_fails_only_its_task_and_is_named(odd: Path) -> None:
    done = run(odd, "do-nothing")
    assert [result.cause for result in done.results] == [None, "data"]
    assert [result.outcome for result in done.results] == ["scored", "void"]
    assert "'said' is an input of type 'date'" in str(done.results[1].message)
    assert not done.complete


def test_an_errored_episode_is_a_result_and_is_not_repeated(
    tmp_path: Path, register_agent: Register
) -> None:
    class Crash:
        async def run(self, task: Task, session: EpisodeRecorder) -> None:
            raise ValueError("I am lost")

    crash = register_agent("crash", lambda benchmark: Crash())
    assert run_targets(tmp_path, crash).complete
    repeated: list[Result] = []
    assert run_targets(tmp_path, crash, resume=True, on_result=repeated.append).complete
    assert repeated == []


def test_a_killed_browser_costs_one_retry_and_no_task(tiny: Path, register_agent: Register) -> None:
    others, killed = processes.find("browser"), set[int]()

    class Killer:
        async def run(self, task: Task, session: EpisodeRecorder) -> None:
            await session.observe()
            if not killed:
                killed.update(processes.find("browser") - others)
                processes.send(signal.SIGKILL, killed)
            await session.act(form.ModifyText(input_name="said", input_value="yes to one"))

    done = run(tiny, register_agent("killer", lambda benchmark: Killer()))
    assert killed
    assert done.complete
    assert done.outcomes() == {"scored": 4, "errored": 0, "void": 0}


def test_invalid_actions_return_error_results_and_the_episode_is_scored(
    tmp_path: Path, register_agent: Register
) -> None:
    class Rubbish:
        reads: frozenset[View] = frozenset()

        async def act(self, observation: Observation) -> Step:
            if observation.step == 0:
                return Step(actions=[web.Click(element=99), web.Type(element=99, text="\0")])
            assert "no such element" in observation.results[0].message
            return Step(done=True)

    rubbish = register_agent("rubbish", lambda benchmark: Rubbish())
    done = runs.run(MEMORY, rubbish, folder=tmp_path / "run")
    assert [(result.cause, result.score.value) for result in done.results] == [(None, 0.0)] * 2


def test_an_agent_that_crashes_fails_its_task_and_the_cause_is_recorded(
    tmp_path: Path, register_agent: Register
) -> None:
    class Crash:
        async def run(self, task: Task, session: EpisodeRecorder) -> None:
            raise ValueError("I am lost")

    done = run_targets(tmp_path / "run", register_agent("crash", lambda benchmark: Crash()))
    assert done.complete
    assert {result.cause for result in done.results} == {"agent"}
    assert {result.message for result in done.results} == {"ValueError: I am lost"}
    assert done.outcomes() == {"scored": 0, "errored": 4, "void": 0}
    errors = [episode.error for episode in read_episodes(done.folder).values()]
    assert all(error and 'raise ValueError("I am lost")' in error.traceback for error in errors)
    assert done.summary
    assert done.summary.figures["accuracy"] == 0.0


def test_actions_of_scripted_agents_are_tool_calls_in_the_log(finished: Run) -> None:
    [log] = [read_eval_log(info) for info in list_eval_logs(str(finished.folder))]
    assert log.samples
    user, assistant, tool = log.samples[0].messages
    assert (user.role, assistant.role, tool.role) == ("user", "assistant", "tool")
    assert assistant.role == "assistant"
    assert assistant.tool_calls
    [call] = assistant.tool_calls
    assert (call.function, call.arguments["input_name"]) == ("modify_text", "said")


def test_samples_do_not_contain_answers(finished: Run) -> None:
    [log] = [read_eval_log(info) for info in list_eval_logs(str(finished.folder))]
    assert log.samples
    for sample in log.samples:
        assert "yes to" not in f"{sample.input} {sample.metadata} {sample.target}"


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"settings": {"split": "tset"}}, "tset"),
        ({"settings": {"colour": "red"}}, "no setting 'colour'"),
        ({"agent_settings": {"seed": 1}}, "no setting 'seed'"),
        ({"parallel": 0}, "parallel 0"),
    ],
)
def test_user_errors_are_raised_before_the_run_starts(
    tiny: Path, wrong: dict[str, Any], message: str
) -> None:
    with pytest.raises(UserError, match=message):
        run(tiny, **wrong)
    assert not (tiny.parent / "run").exists()


def test_a_run_of_another_benchmark_version_is_not_read(copied: Run) -> None:
    folder = copied.folder
    about = json.loads((folder / "run.json").read_text())
    assert about["condition"]["version"] != "0"
    about["condition"]["version"] = "0"
    (folder / "run.json").write_text(json.dumps(about))
    with pytest.raises(UserError, match="has version 0 of turkingbench, and this webproctor has"):
        reading.read_run(folder)


def test_a_run_without_a_recorded_version_is_read(copied: Run) -> None:
    folder = copied.folder
    about = json.loads((folder / "run.json").read_text())
    del about["condition"]["version"]
    (folder / "run.json").write_text(json.dumps(about))
    assert reading.read_run(folder).complete
