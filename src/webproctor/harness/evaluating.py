"""Evaluate Inspect tasks, one at a time in a process."""

import io
import logging
import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, redirect_stdout
from contextvars import copy_context
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import inspect_ai
import rich
from inspect_ai._util.registry import registry_params
from inspect_ai.log import EvalLog
from inspect_ai.model import Model
from inspect_ai.solver import Solver
from inspect_ai.solver._constants import SOLVER_ALL_PARAMS_ATTR

from webproctor.agents import agent_name
from webproctor.core import registry
from webproctor.core.agents import Agent, SelfDrivenAgent
from webproctor.core.factories import Factory
from webproctor.core.redaction import redact_json
from webproctor.environments.parallel import Slots
from webproctor.harness.hooks import register_entered, startup_stack
from webproctor.harness.registered import SOLVERS
from webproctor.harness.registered import agent as agent_by_name
from webproctor.harness.tasks import running_slots
from webproctor.harness.unused import (
    without_coloured_tracebacks,
    without_editors,
    without_providers,
    without_results_table,
)
from webproctor.run.early_start import EarlyStart

_RUN_LOCK = threading.Lock()
P = ParamSpec("P")
T = TypeVar("T")


def in_copied_context(function: Callable[P, T]) -> Callable[P, T]:
    """Wrap a function so that the context variables that it sets keep their values for its caller.

    Otherwise later runs and evaluations of the process would find those of an earlier run.
    """

    @wraps(function)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> T:
        return copy_context().run(function, *args, **kwargs)

    return wrapped


def make_solver(agent: str | Agent | SelfDrivenAgent | Factory, settings: dict[str, Any]) -> Solver:
    """Return the agent's solver, which logs its settings with keys redacted."""
    if isinstance(agent, str) and agent in SOLVERS:
        created = SOLVERS[agent](**settings)
    else:
        name = registry.located(agent) if isinstance(agent, str) else agent_name(agent)
        created = agent_by_name(name, **settings)
    # Inspect logs the solver's arguments from here.
    for logged_arguments in (
        registry_params(created),
        getattr(created, SOLVER_ALL_PARAMS_ATTR, {}),
    ):
        logged_arguments.update(redact_json(logged_arguments))
    return created


@contextmanager
def exclusive_run(folder: Path) -> Iterator[None]:
    """Run Inspect with its files in the run's folder; wait for other runs of this process.

    Inspect runs one evaluation at a time, and finds its folders by environment variables.
    """
    variables = {
        # The buffer of unfinished logs stays with the run, so a killed run can be recovered.
        "XDG_DATA_HOME": str((folder / ".buffer").absolute()),
        # Its trace file stays in the folder of the process's first run, which may be deleted.
        "INSPECT_TRACE_LEVEL": os.environ.get("INSPECT_TRACE_LEVEL", "CRITICAL"),
    }
    with _RUN_LOCK:
        previous = {name: os.environ.get(name) for name in variables}
        os.environ.update(variables)
        try:
            yield
        finally:
            for name, value in previous.items():
                if value is None:
                    os.environ.pop(name, None)
                else:
                    os.environ[name] = value


def evaluate(
    task: inspect_ai.Task,
    solver: Solver,
    model: Model | None,
    folder: Path,
    slots: Slots,
    early_start: EarlyStart | None = None,
) -> EvalLog | None:
    """Run the episodes with Inspect; return None if the user interrupted it.

    Args:
        early_start: The benchmark, if it has been started.
    """
    running_slots.set(slots)
    with (
        without_editors(),
        without_providers(model),
        without_coloured_tracebacks(),
        without_results_table(),
        _quiet_console(),
        ExitStack() as startup,
    ):
        # Inspect prints a greeting to standard output, which is reserved for the caller.
        startup.enter_context(redirect_stdout(io.StringIO()))
        startup.enter_context(_keep_logging_settings())
        startup_stack.set(startup)
        if early_start is not None:
            register_entered(early_start)
            startup.enter_context(early_start.in_next_loop())
        try:
            [log] = inspect_ai.eval(
                task,
                solver=solver,
                model=model,
                display="none",
                log_dir=str(folder),
                log_level="error",
                max_samples=slots.maximum,
                fail_on_error=False,
                score_on_error=True,
                # Otherwise all metrics are computed again after every episode.
                score_display=False,
                retry_on_error=1,
                log_buffer=50,
                log_header_only=True,
                ctl_server=False,
            )
        except KeyboardInterrupt:
            return None  # Finished episodes are in the log; the caller detects missing ones.
    return log


@contextmanager
def _keep_logging_settings() -> Iterator[None]:
    """Restore how the calling program logs and prints exceptions, after Inspect has started.

    In the first run of a process, Inspect sets the levels of these loggers, adds a handler, and
    replaces the hook for uncaught exceptions. This would hide records of the program, print its
    errors twice after the run, and change the format of its tracebacks.
    """
    root = logging.getLogger()
    loggers = (root, logging.getLogger("httpx"), logging.getLogger("httpx2"))
    levels, handlers, hook = (
        [logger.level for logger in loggers],
        list(root.handlers),
        sys.excepthook,
    )
    try:
        yield
    finally:
        sys.excepthook = hook
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)
        for handler in root.handlers:
            if handler not in handlers:
                handler.addFilter(_is_run_record)


@contextmanager
def _quiet_console() -> Iterator[None]:
    """Keep Inspect from printing with Rich; restore the console after the run.

    Inspect silences the console, which the calling program uses too, in the first run of a process.
    """
    console = rich.get_console()
    was_quiet, console.quiet = console.quiet, True
    try:
        yield
    finally:
        console.quiet = was_quiet


def _is_run_record(record: logging.LogRecord) -> bool:
    """Whether Inspect's handler gets a record: its own, and errors during a run."""
    if record.name.startswith("inspect_ai"):
        return True
    return _RUN_LOCK.locked() and record.levelno >= logging.ERROR
