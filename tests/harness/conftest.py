"""Fixtures: tiny data sets, runs on them, and registration of a test's agents."""

import json
import shutil
import sys
from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType
from typing import Any

import inspect_ai
import pytest
from in_memory import MEMORY
from inspect_ai.model import ModelAPI
from models.server import ModelServer
from tenacity import wait_none

from webproctor.core import registry
from webproctor.harness import runs
from webproctor.harness.evaluating import make_solver
from webproctor.harness.models import ModelSettings
from webproctor.harness.reading import read_run
from webproctor.harness.registered import SOLVERS
from webproctor.harness.tasks import inspect_task, register_solver
from webproctor.run.results import Run

FIELD = '<p>Say yes or no to ${word}: <input name="said"></p>'
HANGING = "<script>if ('${word}' === 'hang') while (true);</script>"

Once = Callable[[str, Callable[[Path], object]], Path]
Register = Callable[[str, Callable[..., Any]], str]
AddLog = Callable[..., None]
Examine = Callable[..., Run]
CHAT = "openai-api/loopback/scripted"


@pytest.fixture(autouse=True)
def retry_without_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Failed requests to models are retried at once; Inspect waits 3 s and more."""
    monkeypatch.setattr(ModelAPI, "retry_wait", lambda api: wait_none())


@pytest.fixture
def examine(tmp_path: Path, start: Callable[[ModelServer], int]) -> Examine:
    """Run the `web` agent on `limit` tasks without a browser, with a model on a server."""

    def examine(
        server: ModelServer,
        name: str = CHAT,
        limit: int = 1,
        retries: int = 1,
        max_tokens: int | None = None,
        **arguments: Any,
    ) -> Run:
        url = f"http://127.0.0.1:{start(server)}"
        model = ModelSettings(
            name=name,
            base_url=url if name.startswith("anthropic/") else f"{url}/v1",
            arguments={"api_key": "none"} | arguments,
            max_tokens=max_tokens,
            retries=retries,
            price=(1, 10),
        )
        return runs.run(MEMORY, "web", model=model, folder=tmp_path / "run", limit=limit)

    return examine


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    """A data set of one task with four instances; an oracle scores 1 on each."""
    return write_task(tmp_path / "tiny", FIELD, "one", "two", "three", "four")


@pytest.fixture
def hanging(tmp_path: Path) -> Path:
    """A data set whose second instance has a page that hangs."""
    return write_task(tmp_path / "hanging", FIELD + HANGING, "one", "hang", "three")


@pytest.fixture
def odd(tmp_path: Path) -> Path:
    """A data set whose second instance has a field of a type without a metric."""
    return write_task(tmp_path / "odd", '<input name="said" type="${word}">', "text", "date")


def write_task(root: Path, template: str, *words: str) -> Path:
    task = root / "tasks" / "Say it"
    task.mkdir(parents=True)
    (task / "template.html").write_text(template)
    rows = ["word,Answer.said", *(f"{word},yes to {word}" for word in words)]
    (task / "batch.csv").write_text("\n".join(rows) + "\n")
    return root


@pytest.fixture
def add_log_of_inspect(tmp_path: Path) -> AddLog:
    """`add_log_of_inspect(folder, **settings)`: add a log that Inspect alone wrote to a run."""

    def add(folder: Path, **settings: Any) -> None:
        [log] = inspect_ai.eval(
            inspect_task("grounding", settings),
            solver=make_solver("oracle", {}),
            model=None,
            display="none",
            log_dir=str(tmp_path / "logs"),
        )
        shutil.copy(log.location, folder)

    return add


@pytest.fixture
def register_agent(monkeypatch: pytest.MonkeyPatch) -> Register:
    """Return a function that registers an agent: `register_agent(name, factory)`."""

    def register(name: str, factory: Callable[..., Any]) -> str:
        module = ModuleType("agents_of_tests")
        module.__dict__["factory"] = factory
        monkeypatch.setitem(sys.modules, module.__name__, module)
        point = EntryPoint(name, f"{module.__name__}:factory", "webproctor.agents")
        there = registry._registered
        known = dict(there("agents")) | {name: point}
        monkeypatch.setattr(
            registry, "_registered", lambda kind: known if kind == "agents" else there(kind)
        )
        monkeypatch.setitem(SOLVERS, name, register_solver(name))
        registry.factory.cache_clear()
        return name

    return register


def run(data: Path, agent: str = "oracle", folder: Path | None = None, **more: Any) -> Run:
    settings = {"data": data, "split": "all"} | more.pop("settings", {})
    folder = folder or data.parent / "run"
    return runs.run("turkingbench", agent, settings=settings, folder=folder, **more)


TARGETS = ["1/1", "1/24", "2/16", "3/17"]


def run_targets(folder: Path, agent: str = "oracle", **more: Any) -> Run:
    """Run an agent on those targets on screenshots: it needs no browser."""
    settings = {"targets": len(TARGETS)}
    return runs.run("grounding", agent, settings=settings, folder=folder, **more)


@pytest.fixture
def finished(once: Once) -> Run:
    """The oracle's run on a data set like `tiny`, for all tests together: read it only."""

    def fill(folder: Path) -> None:
        run(write_task(folder / "tiny", FIELD, "one", "two", "three", "four"))

    return read_run(once("finished", fill) / "run")


@pytest.fixture
def copied(finished: Run, tmp_path: Path) -> Run:
    """A copy of it, which the test may change."""
    return read_run(shutil.copytree(finished.folder, tmp_path / "runs/copied"))


def data_of(done: Run) -> Path:
    return Path(json.loads((done.folder / "run.json").read_text())["settings"]["data"])
