"""The three examples in the paper's prompt for language models, read from the train split.

Table 8 of the paper (arXiv:2306.06070) prints the prompt: each example's task, earlier actions,
options and answer, and the beginning of its page. The tasks are tasks of the train split.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from webproctor.benchmarks.mind2web.dataset import Dataset
from webproctor.benchmarks.mind2web.records import Op, Step
from webproctor.core.dom import Tree, Writer, prune
from webproctor.core.errors import UserError
from webproctor.methods.mindact.examples import Example


@dataclass(frozen=True, slots=True)
class _Printed:
    """An example as printed: the task's id, the step's index, the options, and the answer."""

    task: str
    step: int
    options: tuple[str, ...]
    right: int | None = None
    op: Op | None = None
    value: str = ""


# The options are without their numbers, and the second one's quotation mark is a plain one.
_TABLE_8 = (
    _Printed(
        "7bda9645-0b5f-470a-8dd7-6af0bff4da68",
        0,
        (
            "<button book a reservation. toggle open> <span> Book a",
            "<select type> <option reservations true> Dine in </option> <option",
            "<div> <p> Celebrating and supporting leading women shaking up",
        ),
        1,
        "SELECT",
        "Pickup",
    ),
    _Printed(
        "9e035a36-1c77-4014-98ec-4d48ee41d904",
        4,
        (
            "<li tab heading level 3 search and> <span> Hotel",
            "<div> <div> <span> Dates* </span> <button button clear dates",
            "<ul> <a mobile tools> </a> <a open united's tiktok",
        ),
    ),
    _Printed(
        "ce34bc61-e3d2-40c8-b02b-b149efc4b115",
        2,
        (
            "<div> <div> <div> <div> Buy A Car </div> <div>",
            "<div> Enterprise Fleet Management </div>",
            "<button selected pick-up date 03/19/2023> <span> <span> 19 </span>",
        ),
        2,
        "CLICK",
    ),
)


def paper_examples(dataset: Dataset) -> list[Example]:
    """Return the three examples.

    Raises:
        UserError: If the data does not contain their steps.
    """
    return [_example(dataset, printed) for printed in _TABLE_8]


def _example(dataset: Dataset, printed: _Printed) -> Example:
    demonstrations = {demo.annotation_id: demo for demo in dataset.demonstrations}
    demo = demonstrations.get(printed.task)
    if demo is None or len(demo.uids) <= printed.step:
        raise UserError(
            f"{dataset.path}: has no step {printed.step} of task {printed.task}, an example of the "
            "paper's prompt. Add the files of the train split to this folder, or use other "
            "examples: --prompt-variant own, or --examples FILE."
        )
    step = dataset.step(demo.annotation_id, demo.uids[printed.step])
    tree = step.page()
    group = _group(step, tree, printed.options)
    if group is None:
        raise UserError(
            f"{dataset.path}, step {step.key}: the page does not have the options of the paper's "
            "prompt. Use other examples: --prompt-variant own, or --examples FILE."
        )
    return Example(
        tree,
        demo.task,
        demo.previous(printed.step),
        group,
        None if printed.right is None else group[printed.right],
        printed.op or "",
        printed.value,
    )


def _group(step: Step, tree: Tree, options: Sequence[str]) -> tuple[int, ...] | None:
    """Return the first candidate with the text of each option; None if one has none."""
    writer = Writer(tree, "brackets")
    first: dict[str, int] = {}
    ids = {candidate.id for candidate in step.candidates}
    for node in sorted(tree.indices[candidate] for candidate in ids if candidate in tree.indices):
        [option] = writer.options(prune(tree, (node,))).values()
        first.setdefault(re.sub(r" id=\d+", "", option, count=1), node)
    nodes = [first.get(option) for option in options]
    return tuple(node for node in nodes if node is not None) if None not in nodes else None
