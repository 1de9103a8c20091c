"""The replay: carries out answers that a model gave earlier."""

from pathlib import Path
from typing import Annotated

from webproctor.benchmarks import Benchmark
from webproctor.episodes import Agent, SelfDrivenAgent
from webproctor.errors import UserError


def replay(
    benchmark: Benchmark,
    *,
    predictions: Annotated[Path, "File or folder of recorded answers."],
) -> Agent | SelfDrivenAgent:
    """Recorded answers, marked as if the model had given them now.

    Raises:
        UserError: If the file is not as the benchmark expects, or it has no recorded form.
    """
    make = getattr(benchmark, "replay", None)
    if make is None:
        raise UserError(f"{benchmark.name} has no form for recorded answers to be replayed.")
    return make(predictions)
