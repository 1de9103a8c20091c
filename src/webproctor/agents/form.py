"""The form agent: a model that fills in forms field by field, shown a few examples."""

from pathlib import Path
from typing import Annotated, Literal

from webproctor.benchmarks import Benchmark
from webproctor.episodes import Agent, SelfDrivenAgent
from webproctor.errors import UserError
from webproctor.models import Model


def form(
    benchmark: Benchmark,
    model: Model,
    *,
    shots: Annotated[int, "Examples that the model is shown: 0, 1, 3 or 7 in the paper."] = 0,
    demonstrations: Annotated[
        Path | None, "Folder of a dump of training tasks that the examples are taken from."
    ] = None,
    encoding: Annotated[
        Literal["full", "relevant"], "The whole page, or the lines round the field."
    ] = "relevant",
    vision: Annotated[bool, "Show a picture of the field too.", "text-only"] = False,
    rounds: Annotated[int, "How often it goes over the form: answers reveal further fields."] = 2,
    html_tokens: Annotated[int, "Tokens that the HTML of one field may take, about."] = 12000,
) -> Agent | SelfDrivenAgent:
    """A model that answers one field at a time with an action, after a few examples.

    Raises:
        UserError: If the benchmark has no forms, or the examples cannot be had.
    """
    make = getattr(benchmark, "few_shot", None)
    if make is None:
        raise UserError(f"{benchmark.name} has no forms to fill in: choose another agent.")
    return make(
        model,
        shots=shots,
        demonstrations=demonstrations,
        encoding=encoding,
        vision=vision,
        rounds=rounds,
        html_tokens=html_tokens,
    )
