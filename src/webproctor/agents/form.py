"""The form agent: a model that fills in forms field by field, with few-shot examples.

The preset `paper` has the settings of the runs behind the paper's Table 4: up to 20 instances of
each test task, one question per field, screenshots of the whole view, and complete HTML. The number
of examples, the encoding and the use of screenshots differ between the rows of the table.
"""

from pathlib import Path
from typing import Annotated, Literal

from pydantic import NonNegativeInt, PositiveInt

from webproctor.benchmarks import Benchmark
from webproctor.core.agents import Agent, SelfDrivenAgent
from webproctor.core.factories import OnlyIf
from webproctor.core.llm import Model
from webproctor.core.presets import Preset

PRESETS = {
    ("paper", "turkingbench"): Preset(
        version=1,
        source="Xu et al. 2025, sections 4 and 5; window and pictures: JHU-CLSP/turking-bench",
        agent={"max_passes": 1, "picture": "view", "window": "baseline", "html_tokens": 128_000},
        benchmark={
            "split": "test",
            "instances": 20,
            "sample_seed": 0,
            "metric_variant": "parity",
            "field_names": True,
        },
    )
}
_WITH_EXAMPLES = OnlyIf("without --shots", lambda its: its["shots"])


def form(
    benchmark: Benchmark,
    model: Model,
    *,
    shots: Annotated[int, "Number of examples in the prompt: 0, 1, 3 or 7 in the paper."] = 0,
    demonstrations: Annotated[
        Path | None,
        "Folder with a dump of training tasks; the examples are taken from it.",
        _WITH_EXAMPLES,
    ] = None,
    example_field: Annotated[
        tuple[str, ...],
        "Field of an example, as TASK/FIELD; repeatable, in their order.",
        _WITH_EXAMPLES,
    ] = (),
    encoding: Annotated[
        Literal["full", "relevant"], "The whole page, or the lines around the field."
    ] = "relevant",
    window: Annotated[
        Literal["baseline", "paper"],
        "Lines before the field and from the field on: 5 and 10, or 15 and 30.",
        OnlyIf("with --encoding {encoding}", lambda its: its["encoding"] == "relevant"),
    ] = "baseline",
    vision: Annotated[bool, "Also send a screenshot.", "text-only"] = False,
    picture: Annotated[
        Literal["field", "view"],
        "Screenshot of the field, or of the view with the field marked.",
        OnlyIf("without --vision", lambda its: its["vision"]),
    ] = "field",
    max_passes: Annotated[
        PositiveInt, "Maximum passes over the form: answers can reveal fields, or fail."
    ] = 2,
    html_tokens: Annotated[
        NonNegativeInt, "Approximate token limit for the HTML of one field."
    ] = 12000,
) -> Agent | SelfDrivenAgent:
    """A model that answers one field at a time with an action, with few-shot examples.

    Raises:
        UserError: If the benchmark has no forms, or the examples cannot be read.
    """
    return benchmark.few_shot(
        model,
        shots=shots,
        demonstrations=demonstrations,
        example_field=example_field,
        encoding=encoding,
        window=window,
        vision=vision,
        picture=picture,
        max_passes=max_passes,
        html_tokens=html_tokens,
    )
