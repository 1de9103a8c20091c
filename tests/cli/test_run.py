"""Tests of `webproctor run`."""

import contextlib
import html
import json
import re
import shlex
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import processes
import pytest
from inspect_ai.log import EvalLog, read_eval_log
from per_change import first

from webproctor.benchmarks import load_benchmark
from webproctor.benchmarks.realwebassist.dataset import SAMPLE
from webproctor.cli.run import _resume_command
from webproctor.harness.reading import read_run

Program = Callable[..., subprocess.CompletedProcess[str]]
TASK = "Same question or not"


def test_help_names_the_settings_of_benchmark_and_agent(program: Program) -> None:
    shown = program("run", "turkingbench", "--agent", "replay", "--help").stdout
    for option in ("--split", "--metric-variant", "--no-field-names", "--predictions", "--resume"):
        assert option in shown


def test_the_error_for_a_missing_agent_setting_names_the_agent(
    program: Program, tmp_path: Path
) -> None:
    (tmp_path / "agent.py").write_text("class Needs:\n    def __init__(self, *, foo: str): ...\n")
    done = program("run", "grounding", "--agent", "agent.py:Needs")
    assert done.returncode == 2
    assert "Missing option '--foo' of agent agent.py:Needs." in done.stderr


@pytest.mark.usefixtures("executable")
def test_a_run_prints_its_table_and_the_path_of_the_report(
    program: Program, tmp_path: Path
) -> None:
    done = program("run", "turkingbench", "--task", TASK, "--instances", "1", "--out", "here")
    assert done.returncode == 0, done.stderr
    assert TASK in done.stdout
    assert "mean over tasks: 100.00 %" in done.stdout
    assert "Report: here/report.html" in done.stdout
    assert (tmp_path / "here/report.html").is_file()


def test_json_is_one_object_on_standard_output(program: Program) -> None:
    done = program("run", "grounding", "--targets", "2", "--agent", "do-nothing", "--json")
    summary = json.loads(done.stdout)
    assert summary["complete"] is True
    assert summary["tasks"] == summary["finished"] == 2
    assert 0 <= summary["figures"][summary["headline"]] < 1
    assert summary["errors"] == {}
    assert Path(summary["report"]).name == "report.html"


def test_the_number_of_parallel_episodes_is_chosen_and_explained(
    program: Program, tmp_path: Path
) -> None:
    done = program("run", "grounding", "--targets", "12", "--parallel", "auto:3", "--out", "here")
    assert done.returncode == 0, done.stderr
    about = json.loads((tmp_path / "here/run.json").read_text())["parallel"]
    assert about["most"] == 3
    assert 1 <= about["episodes"] <= 3
    assert f"Parallel episodes: {about['why']}" in done.stderr
    assert about["why"] in (tmp_path / "here/report.html").read_text()


def test_an_invalid_number_of_parallel_episodes_is_a_user_error(program: Program) -> None:
    done = program("run", "grounding", "--parallel", "auto:none")
    assert done.returncode == 2
    assert "Invalid value for '--parallel': parallel auto:none: must be at least 1" in done.stderr


def test_void_episodes_make_a_run_incomplete_and_the_output_says_how_to_repeat_them(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WEBPROCTOR_BROWSER", "/bin/false")
    command = ("run", "webgames", "--task", "date", "--clock", "virtual", "--out", "here")
    done = program(*command)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "1 void (browser), for example date@0: the browser could not be started: " in done.stdout
    assert "1 of 1 episodes are void and count as failures. Resume with: " in done.stdout
    assert "--resume" in done.stdout
    summary = json.loads(program("report", "here", "--json").stdout)
    assert summary["complete"] is False
    assert summary["outcomes"] == {"scored": 0, "errored": 0, "void": 1}
    assert summary["void"] == {"browser": 1}


def test_a_preset_provides_settings_that_are_not_on_the_command_line(
    program: Program, tmp_path: Path
) -> None:
    (tmp_path / "own.py").write_text(
        "from webproctor.agents.random import random\n"
        "from webproctor.core.presets import Preset\n"
        "PRESETS = {('paper', 'grounding'): Preset(\n"
        "    version=1, source='', agent={'seed': 7}, benchmark={'targets': 1})}\n"
        "def player(benchmark, *, seed: int = 0):\n"
        "    return random(benchmark, seed=seed)\n"
    )
    command = ("run", "grounding", "--agent", "own.py:player", "--preset", "paper", "--json")
    assert json.loads(program(*command).stdout)["tasks"] == 1
    summary = json.loads(program(*command, "--seed", "8", "--out", "here").stdout)
    assert summary["condition"]["preset"] == "paper (version 1), except seed"
    begun = json.loads((tmp_path / "here/run.json").read_text())
    assert begun["agent_settings"]["seed"] == 8
    assert begun["settings"]["targets"] == 1
    refused = program(*command[:-2], "papr")
    assert refused.returncode == 2
    assert "has no preset 'papr' for grounding" in refused.stderr


@pytest.mark.exhaustive
@pytest.mark.usefixtures("executable")
def test_a_rows_file_selects_exactly_those_instances(program: Program, tmp_path: Path) -> None:
    (tmp_path / "rows.json").write_text(json.dumps({TASK: [3, 1]}))
    done = program("run", "turkingbench", "--rows", "rows.json", "--json")
    assert json.loads(done.stdout)["tasks"] == 2


def test_stored_answers_are_replayed(program: Program, tmp_path: Path) -> None:
    answers = {task.id: [1, 1] for task in load_benchmark("grounding", targets=2).tasks()}
    (tmp_path / "answers.json").write_text(json.dumps(answers))
    command = ("run", "grounding", "--targets", "2", "--agent", "replay")
    summary = json.loads(program(*command, "--predictions", "answers.json", "--json").stdout)
    assert summary["actions"] == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["run", "turkinbench"], "no benchmark 'turkinbench'"),
        (["run", "turkingbench", "--agent", "nobody"], "no agent 'nobody'"),
        (["run", "turkingbench", "--split", "tset"], "tset"),
        (["run", "turkingbench", "--task", "Same question"], "Same question"),
        (["run", "turkingbench", "--data", "nowhere"], "nowhere"),
        (["run", "turkingbench", "--agent", "replay"], "--predictions"),
        (["run", "turkingbench", "--agent", "replay", "--predictions", "none.json"], "none.json"),
        (["run", "turkingbench", "--metric-variant", "mild"], "'parity', 'strict'"),
        (["run", "turkingbench", "--instances", "many"], "--instances"),
        (["run", "turkingbench", "--resume", "--out", "nowhere"], "nowhere"),
        (["run", "turkingbench", "--colour", "red"], "--colour"),
        (["report", "nowhere"], "nowhere"),
        (["data", "turkingbench"], "--check"),
    ],
)
def test_user_errors_are_printed(program: Program, arguments: list[str], message: str) -> None:
    done = program(*arguments)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_a_user_error_is_a_sentence_with_a_full_stop(program: Program, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    done = program("run", "turkingbench", "--agent", "replay", "--predictions", "empty")
    assert "contains no answer files" in done.stderr
    assert done.stderr.endswith(".\n")


def test_user_errors_are_json_with_the_option(program: Program) -> None:
    done = program("run", "turkingbench", "--split", "tset", "--json")
    assert done.returncode == 2
    assert "tset" in json.loads(done.stdout)["error"]


@pytest.mark.usefixtures("executable")
def test_a_missing_browser_is_a_user_error_that_says_how_to_install_one(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WEBPROCTOR_BROWSER", "no such browser")
    done = program("run", "turkingbench", "--task", TASK)
    assert done.returncode == 2
    assert "apt-get install" in done.stderr


PAUSING = """
import asyncio
from pathlib import Path
from webproctor import Step

class Pausing:
    reads = frozenset()
    episodes = 0

    async def act(self, observation):
        Pausing.episodes += 1
        if Pausing.episodes > 3 and not Path("go on").exists():
            await asyncio.Event().wait()
        return Step(done=True)
"""


RUNS = {"no browser": ("grounding", "--targets", "5"), "browser": ("turkingbench",)}


@pytest.mark.parametrize("benchmark", first(*RUNS))
@pytest.mark.parametrize("how", first(signal.SIGKILL, signal.SIGINT, signal.SIGTERM))
def test_a_stopped_run_keeps_finished_episodes_and_can_be_resumed(
    program: Program, tmp_path: Path, how: signal.Signals, benchmark: str
) -> None:
    (tmp_path / "agent.py").write_text(PAUSING)
    agent = ("--agent", "agent.py:Pausing")
    given = ("run", *RUNS[benchmark], *agent, "--out", "here")
    command = [Path(sys.executable).with_name("webproctor"), *given, "--parallel", "1"]
    running = subprocess.Popen(
        command, cwd=tmp_path, stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    _wait_for_results(tmp_path / "here", running)
    started = processes.find("browser", running.pid)
    running.send_signal(how)
    stdout, _ = running.communicate()
    assert running.returncode != 0
    if how is not signal.SIGKILL:
        assert "--parallel 1 --resume" in stdout
        assert processes.running(started) == set()
    (tmp_path / "go on").touch()
    summary = json.loads(program(*given, "--resume", "--json").stdout)
    assert summary["complete"] is True
    tasks = summary["tasks"]
    assert summary["finished"] == tasks > 3
    logs = sorted((tmp_path / "here").glob("*.eval"), key=lambda log: log.stat().st_mtime_ns)
    kept, added = (_scored(read_eval_log(log)) for log in logs)
    assert len(kept) == 3
    assert kept.isdisjoint(added)
    assert len(kept | added) == tasks


def test_a_resumed_run_does_not_count_earlier_episodes_in_its_rate(program: Program) -> None:
    given = ("run", "grounding", "--targets", "5", "--agent", "oracle", "--out", "here")
    assert "5 of 5 tasks by oracle in " in program(*given).stdout
    output = program(*given, "--resume").stdout
    assert re.search(
        r"5 of 5 tasks by oracle: 5 before this command, 0 in \S+ s \(0\.0/s\)", output
    )


def _scored(log: EvalLog) -> set[int | str]:
    return {sample.id for sample in log.samples or [] if sample.scores}


def _wait_for_results(folder: Path, running: subprocess.Popen[str]) -> None:
    """Wait until Inspect's buffer, which survives a kill, has three finished episodes."""
    finished = 0
    while finished < 3:
        assert running.poll() is None, "the run ended by itself"
        for path in folder.rglob("samplebuffer/*/*.db"):
            with contextlib.closing(sqlite3.connect(path)) as buffer:
                query = "select count(*) from samples where data ->> 'completed_at' is not null"
                with contextlib.suppress(sqlite3.OperationalError):  # The buffer is being written.
                    [(finished,)] = buffer.execute(query).fetchall()
        time.sleep(0.05)


@pytest.mark.usefixtures("executable")
def test_a_user_error_after_the_browser_was_started_ends_it(program: Program) -> None:
    before = processes.find("browser")
    given = ("--task", TASK, "--agent", "replay", "--predictions", "no such file")
    done = program("run", "turkingbench", *given)
    assert done.returncode == 2
    assert "no such file" in done.stderr
    assert processes.find("browser") <= before


@pytest.mark.exhaustive
@pytest.mark.usefixtures("executable")
def test_an_interrupt_during_the_imports_ends_the_browser(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "webproctor", "run", "webgames", "--task", "date"]
    running = subprocess.Popen(
        command, cwd=tmp_path, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    while not (started := processes.find("browser", running.pid)):
        assert running.poll() is None, "the run ended by itself"
        time.sleep(0.01)
    running.send_signal(signal.SIGINT)
    _, stderr = running.communicate()
    assert running.returncode == 130, stderr
    assert processes.running(started) == set()


def test_an_unavailable_model_is_an_error_in_one_json_object(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    done = program("run", "webgames", "--agent", "web", "--model", "openai/gpt-5", "--json")
    assert done.returncode == 2
    message = json.loads(done.stdout)["error"]
    assert message.startswith(
        "model 'openai/gpt-5': Unable to initialise OpenAI client No OPENAI_API_KEY"
    )


def test_settings_of_the_model_are_options(program: Program) -> None:
    shown = program("run", "webgames", "--agent", "web", "--help").stdout
    for option in ("--model", "--budget", "--price", "--text-only", "--plan-every", "--views"):
        assert option in shown


def test_an_agent_setting_whose_name_is_taken_gets_the_prefix_agent(
    program: Program, tmp_path: Path
) -> None:
    """This benchmark and the random agent both have a setting `seed`."""
    (tmp_path / "seeded.py").write_text(
        "from in_memory import Memory\n"
        "class Seeded(Memory):\n"
        "    def __init__(self, *, seed: int = 0):\n"
        "        pass\n"
    )
    arguments = ["run", "seeded.py:Seeded", "--agent", "random"]
    program(*arguments, "--max-steps", "1", "--seed", "3", "--agent-seed", "2", "--out", "here")
    begun = json.loads((tmp_path / "here/run.json").read_bytes())
    assert (begun["settings"]["seed"], begun["agent_settings"]["seed"]) == (3, 2)


def test_a_user_error_in_an_episode_ends_the_run_with_status_2(
    program: Program, tmp_path: Path
) -> None:
    (tmp_path / "careless.py").write_text(
        "from webproctor import Step\n"
        "class Careless:\n"
        "    reads = frozenset()\n"
        "    async def act(self, observation):\n"
        "        return Step(answer=observation.read('dom'), done=True)\n"
    )
    done = program("run", "grounding", "--targets", "2", "--agent", "careless.py:Careless")
    assert done.returncode == 2
    assert "Add 'dom' to the agent's `reads`" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_the_resume_command_contains_no_password(tmp_path: Path):
    given = ["webproctor", "run", "webgames", "--base-url", "http://me:secret@127.0.0.1:1/v1"]
    command = _resume_command(given, tmp_path)
    assert "secret" not in command
    assert "http://[redacted]@127.0.0.1:1/v1" in command
    assert command.endswith(f"--out {tmp_path} --resume")


def test_the_command_in_a_report_repeats_the_run(program: Program, tmp_path: Path) -> None:
    shutil.copytree(SAMPLE, tmp_path / "data")
    given = ("--agent", "noisy-oracle", "--error-rate", "0.3", "--seed", "4", "--data", "data")
    program("run", "realwebassist", *given, "--participant", "2", "--limit", "1", "--out", "one")
    report = (tmp_path / "one/report.html").read_text()
    [shown] = re.findall(r'<pre class="sheet command"[^>]*>(.*?)</pre>', report, re.DOTALL)
    _, *arguments = shlex.split(html.unescape(shown))
    program(*arguments, "--out", "two")
    one, two = (json.loads((tmp_path / name / "run.json").read_text()) for name in ("one", "two"))
    assert {**one, "started": two["started"], "id": two["id"]} == two
    scores = [
        [result.score.value for result in read_run(tmp_path / name).results]
        for name in ("one", "two")
    ]
    assert scores[0] == scores[1]
