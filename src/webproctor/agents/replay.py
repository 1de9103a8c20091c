"""The replay agent: executes recorded answers of a model, or the actions of a stored run."""

from pathlib import Path
from typing import Annotated

from pydantic import PositiveInt

from webproctor.agents.recorded_run import replay_of
from webproctor.benchmarks import Benchmark
from webproctor.core.agents import Agent, SelfDrivenAgent
from webproctor.core.errors import UserError
from webproctor.core.factories import OnlyIf


def replay(
    benchmark: Benchmark,
    *,
    predictions: Annotated[Path | None, "File or folder of recorded answers."] = None,
    recorded: Annotated[Path | None, "Folder of a run, whose actions are repeated."] = None,
    epoch: Annotated[
        PositiveInt,
        "With --recorded: the epoch of that run.",
        OnlyIf("without --recorded", lambda its: its["recorded"] is not None),
    ] = 1,
) -> Agent | SelfDrivenAgent:
    """Executes recorded answers or actions, which are scored like new ones.

    Raises:
        UserError: If neither or both are given; if the file does not have the format of the
            benchmark, or the benchmark has none; if the folder has no run that has ended.
    """
    if predictions is not None and recorded is None:
        return benchmark.replay(predictions)
    if recorded is not None and predictions is None:
        return replay_of(recorded, benchmark, epoch)
    raise UserError("agent 'replay' needs either --predictions or --recorded.")
