"""Prepare a run: check its arguments, and create its benchmark, agent and model."""

import threading
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from inspect_ai import model as inspect_models

from webproctor.agents import inputs_of, make_agent
from webproctor.benchmarks import Benchmark
from webproctor.core import factories, registry
from webproctor.core.agents import Agent, SelfDrivenAgent
from webproctor.core.errors import UserError
from webproctor.core.factories import Factory
from webproctor.core.llm import Model
from webproctor.core.presets import described, find_preset, with_preset
from webproctor.core.tasks import Task
from webproctor.environments.browser.recording import Kind
from webproctor.environments.browser.video import load_av
from webproctor.harness.accounting import Budget, RunAccount
from webproctor.harness.folders import Settings
from webproctor.harness.models import InspectModel, ModelSettings, make_account, make_model
from webproctor.harness.run_agent import about_agent
from webproctor.harness.run_model import about_model, check_model, uses_model
from webproctor.run.early_start import EarlyStart
from webproctor.run.preparation import RunObjects, prepare_benchmark
from webproctor.run.provenance import condition_of, plain, selection_of
from webproctor.run.snapshots import Record


@dataclass(frozen=True)
class PreparedRun:
    """A run whose arguments have been checked. Its folder has not been created.

    Attributes:
        benchmark: The benchmark.
        tasks: The tasks of the run.
        objects: The Python objects of the run.
        with_model: Whether the agent is created with a model.
        model: Inspect's model; None without one, or for a Python object.
        account: The account of its requests.
        agent_settings: The agent's settings, with those of the preset.
        about: What `run.json` says about the run, but its provenance.
        early_start: The benchmark, if it has been started with the settings of the run.
    """

    benchmark: Benchmark
    tasks: Sequence[Task]
    objects: RunObjects
    with_model: bool
    model: inspect_models.Model | None
    account: RunAccount
    agent_settings: dict[str, Any]
    about: dict[str, Any]
    early_start: EarlyStart | None


def prepare_run(
    benchmark: str | Benchmark | Factory,
    agent: str | Agent | SelfDrivenAgent | Factory,
    *,
    settings: Settings,
    agent_settings: Settings,
    preset: str | None,
    model: ModelSettings | Model | None,
    budget: float | None,
    folder: Path | None,
    resume: bool,
    limit: int | None,
    epochs: int,
    record: Record,
    recordings: Collection[Kind],
    stop: threading.Event | None,
    early_start: EarlyStart | None,
) -> PreparedRun:
    """Prepare a run; the arguments are those of `runs.run`.

    Raises:
        UserError: If a name, a setting or the data is invalid.
    """
    given_settings, all_agent_settings, preset_entry = _preset(
        preset, benchmark, agent, dict(settings), dict(agent_settings)
    )
    if early_start is not None and early_start.settings != given_settings:
        early_start = None
    all_settings, benchmark_object, benchmark_name = prepare_benchmark(
        benchmark, given_settings, folder if resume else None, early_start and early_start.benchmark
    )
    objects = RunObjects(
        benchmark_name=benchmark_name,
        benchmark=benchmark_object,
        agent=None if isinstance(agent, str) else agent,
        model=None if model is None or isinstance(model, ModelSettings) else model,
        stop=stop,
    )
    model_settings = _model_settings(model, budget)
    # Raises user errors before anything starts.
    _check_recordings(recordings, benchmark_object, resume=resume)
    episode_model = objects.model or (InspectModel() if model_settings else None)
    agent_object = make_agent(agent, benchmark_object, episode_model, **all_agent_settings)
    check_model(agent, agent_object, model, budget)
    inspect_model = make_model(model_settings) if model_settings else None
    used = uses_model(agent_object)
    account = _account(model_settings, budget, used=used)
    benchmark_object.ready()
    tasks = benchmark_object.tasks()
    limit_entry = {"limit": limit} if limit is not None and limit < len(tasks) else {}
    tasks = tasks[:limit] if limit_entry else tasks
    about = {
        "benchmark": benchmark_name,
        "settings": plain(all_settings),
        **about_agent(agent, agent_object, all_agent_settings),
        "model": about_model(model_settings or model, account) if used else None,
        "epochs": epochs,
        "record": ",".join([record, *sorted(recordings)]),
        "selection": selection_of(tasks),
        "condition": condition_of(benchmark_object)
        | inputs_of(benchmark_object, agent_object)
        | ({"trace": True} if "trace" in recordings else {})  # Runs scripts in the page.
        | preset_entry
        | limit_entry,
    }
    return PreparedRun(
        benchmark=benchmark_object,
        tasks=tasks,
        objects=objects,
        with_model=episode_model is not None,
        model=inspect_model,
        account=account,
        agent_settings=all_agent_settings,
        about=about,
        early_start=early_start,
    )


def _check_recordings(recordings: Collection[Kind], benchmark: Benchmark, *, resume: bool) -> None:
    """Check that recordings can be written.

    Raises:
        UserError: If a new run has no pages to record, or a required package is not installed.
    """
    if "video" in recordings:
        load_av()
    if recordings and not benchmark.live and not resume:
        raise UserError(
            f"record {', '.join(sorted(recordings))}: {benchmark.name} has no live pages to "
            "record. Keep snapshots only: shown, all or none."
        )


def _model_settings(
    model: ModelSettings | Model | None, budget: float | None
) -> ModelSettings | None:
    """Return the settings of a model with the budget of the run; None for a Python object."""
    if not isinstance(model, ModelSettings) or budget is None:
        return model if isinstance(model, ModelSettings) else None
    return model.model_copy(update={"budget": budget})


def _account(settings: ModelSettings | None, budget: float | None, *, used: bool) -> RunAccount:
    """Return the account of a run; see `make_account`."""
    if settings is not None:
        return make_account(settings, used=used)
    return RunAccount(budget=None if budget is None else Budget(budget))


def _preset(
    name: str | None,
    benchmark: str | Benchmark | Factory,
    agent: str | Agent | SelfDrivenAgent | Factory,
    settings: dict[str, Any],
    agent_settings: dict[str, Any],
) -> tuple[dict[str, Any], dict[str, Any], dict[str, str]]:
    """Return the settings of the benchmark and of the agent with those of a preset as defaults, and
    the preset's entry in the condition.

    Raises:
        UserError: If there is no such preset, or its settings cannot be applied to an object.
    """
    if name is None:
        return settings, agent_settings, {}
    if isinstance(benchmark, Benchmark) or not (isinstance(agent, str) or callable(agent)):
        raise UserError(f"preset {name!r} needs the names of the agent and the benchmark.")
    benchmark_name = benchmark if isinstance(benchmark, str) else factories.name_of(benchmark)
    preset = find_preset(name, agent, benchmark_name)
    entry = described(name, preset, agent_settings, settings)
    benchmark_factory, agent_factory = (
        registry.factory(kind, one) if isinstance(one, str) else one
        for kind, one in (("benchmarks", benchmark), ("agents", agent))
    )
    return (
        with_preset(benchmark_factory, preset.benchmark, settings),
        with_preset(agent_factory, preset.agent, agent_settings),
        {"preset": entry},
    )
