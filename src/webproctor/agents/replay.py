"""The replay agent: executes recorded answers of a model."""

from pathlib import Path
from typing import Annotated

from webproctor.benchmarks import Benchmark
from webproctor.core.agents import Agent, SelfDrivenAgent


def replay(
    benchmark: Benchmark,
    *,
    predictions: Annotated[Path, "File or folder of recorded answers."],
) -> Agent | SelfDrivenAgent:
    """Executes recorded answers, which are scored like new ones.

    Raises:
        UserError: If the file does not have the format of the benchmark, or the benchmark has none.
    """
    return benchmark.replay(predictions)
