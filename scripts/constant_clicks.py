"""Print what an agent scores on Mind2Web that clicks the first element of a kind at every step.

    python scripts/constant_clicks.py [DATA]

A row for each of the most common tags of accepted elements has the macro averages of element
accuracy, operation F1 and step success, if every step is answered by CLICK on the page's first
candidate with this tag; without one, on its first candidate.
"""

import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from webproctor.benchmarks.mind2web.dataset import Dataset
from webproctor.benchmarks.mind2web.records import Step
from webproctor.benchmarks.mind2web.scoring import Prediction, StepScore, means, score_step

SAMPLE = Path(__file__).parents[1] / "src/webproctor/benchmarks/mind2web/sample"
_TAGS = 4


def first_with(tag: str, step: Step) -> Prediction:
    """Return the click on the first candidate with a tag, in document order."""
    indices = step.page().indices
    on_page = sorted(
        (one for one in step.candidates if one.id in indices), key=lambda one: indices[one.id]
    )
    with_tag = [one for one in on_page if one.tag == tag]
    chosen = [*with_tag, *on_page][:1]
    return Prediction(element=chosen[0].id, op="CLICK") if chosen else Prediction()


def score(prediction: Prediction, step: Step) -> StepScore:
    accepted = [one.id for one in step.positives]
    return score_step(prediction, accepted, step.operation.op, step.operation.value)


def rows(tasks: Iterable[Iterable[Step]]) -> dict[str, list[list[StepScore]]]:
    """Return for each common tag the scores of each task's steps."""
    steps_by_task = [list(steps) for steps in tasks]
    tags = Counter(one.tag for steps in steps_by_task for step in steps for one in step.positives)
    return {
        tag: [[score(first_with(tag, step), step) for step in steps] for steps in steps_by_task]
        for tag, _ in tags.most_common(_TAGS)
    }


def main(data: Path) -> None:
    dataset = Dataset(data)
    for tag, scores in rows(dataset.steps(task) for task in dataset.demonstrations).items():
        mean = means(scores, "macro")
        print(
            f"| {tag} | {mean.element_accuracy:.1%} | {mean.operation_f1:.1%} | "
            f"{mean.step_success_rate:.1%} |"
        )


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else SAMPLE)
