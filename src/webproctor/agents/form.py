"""The form agent: a model that fills in forms field by field, with few-shot examples."""

from pathlib import Path
from typing import Annotated, Literal

from webproctor.benchmarks import Benchmark
from webproctor.core.agents import Agent, SelfDrivenAgent
from webproctor.core.llm import Model


def form(
    benchmark: Benchmark,
    model: Model,
    *,
    shots: Annotated[int, "Number of examples in the prompt: 0, 1, 3 or 7 in the paper."] = 0,
    demonstrations: Annotated[
        Path | None, "Folder with a dump of training tasks; the examples are taken from it."
    ] = None,
    encoding: Annotated[
        Literal["full", "relevant"], "The whole page, or the lines around the field."
    ] = "relevant",
    vision: Annotated[bool, "Also send a screenshot of the field.", "text-only"] = False,
    rounds: Annotated[int, "Number of passes over the form: answers can reveal fields."] = 2,
    html_tokens: Annotated[int, "Approximate token limit for the HTML of one field."] = 12000,
) -> Agent | SelfDrivenAgent:
    """A model that answers one field at a time with an action, with few-shot examples.

    Raises:
        UserError: If the benchmark has no forms, or the examples cannot be read.
    """
    return benchmark.few_shot(
        model,
        shots=shots,
        demonstrations=demonstrations,
        encoding=encoding,
        vision=vision,
        rounds=rounds,
        html_tokens=html_tokens,
    )
