"""Match recorded answers with the tasks of a data set, and count what they cover.

Recorded runs of the public repository use the task names of their time. `task_renames.json` maps
them to the present names: the tasks of the runs of February 2024 are those of the present list of
test tasks, in the same order; the other entries differ only in a suffix.
"""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from pydantic import BaseModel

from webproctor.benchmarks.turkingbench.predictions import Predictions
from webproctor.core.errors import UserError
from webproctor.core.scores import Table


class TaskCoverage(BaseModel):
    """What recorded answers cover of a task's selected instances.

    Attributes:
        instances: Number of selected instances.
        answered: Those with an answer to at least one field.
        fields: Number of answers to fields of the task in these instances.
    """

    instances: int
    answered: int
    fields: int


class Coverage(BaseModel):
    """What recorded answers cover of a selection of instances.

    Attributes:
        tasks: By task name.
        unknown_tasks: Number of answers by task name, for tasks that the data set does not have.
        unselected: Number of answers to instances that are not selected.
        unknown_fields: Number of answers to fields that their task does not have.
    """

    tasks: dict[str, TaskCoverage]
    unknown_tasks: dict[str, int] = {}
    unselected: int = 0
    unknown_fields: int = 0

    def report(self) -> str:
        """Return the unmatched answers and the coverage of each task as text."""
        unused = [
            f"{count} answers to {name!r}, which is not in the data"
            for name, count in self.unknown_tasks.items()
        ]
        if self.unselected:
            unused.append(f"{self.unselected} answers to instances that are not selected")
        if self.unknown_fields:
            unused.append(f"{self.unknown_fields} answers to fields that their task does not have")
        covered = [
            f"{name}: answers to {task.answered} of {task.instances} instances, "
            f"{task.fields} fields"
            for name, task in self.tasks.items()
        ]
        summary = f"Unused: {'; '.join(unused)}." if unused else "All answers are used."
        return "\n".join([f"Recorded answers. {summary}", *covered])

    def table(self) -> Table:
        """Return the coverage of each task, and below it the answers that are not used."""
        unused = [
            *(
                (f"unused, not in the data: {name}", count)
                for name, count in self.unknown_tasks.items()
            ),
            ("unused, for other instances", self.unselected),
            ("unused, for fields that their task does not have", self.unknown_fields),
        ]
        return Table(
            title="Recorded answers",
            columns=["task", "instances", "with answers", "answers"],
            rows=[
                *(
                    [name, task.instances, task.answered, task.fields]
                    for name, task in self.tasks.items()
                ),
                *([reason, None, None, count] for reason, count in unused if count),
            ],
        )

    @property
    def complete(self) -> bool:
        """Whether every answer is used, and every selected instance has one."""
        unused = self.unknown_tasks or self.unselected or self.unknown_fields
        return not unused and all(task.answered == task.instances for task in self.tasks.values())


@cache
def renames() -> Mapping[str, str]:
    """Return the present names of renamed tasks, by their earlier names."""
    return json.loads(Path(__file__).with_name("task_renames.json").read_text(encoding="utf-8"))


def with_present_names(predictions: Predictions, names: Sequence[str]) -> Predictions:
    """Return answers under the present names of their tasks.

    Args:
        names: The task names of the data set; those are not replaced.

    Raises:
        UserError: If an instance has answers to the same field under both names.
    """
    found: Predictions = {}
    for (name, row), answers in predictions.items():
        current = name if name in names else renames().get(name, name)
        existing = found.setdefault((current, row), {})
        if duplicates := sorted(set(existing) & set(answers)):
            raise UserError(
                f"duplicate answer to field {duplicates[0]!r} of {current!r}, row {row}, under an "
                "earlier name of the task too. Remove one of them."
            )
        existing.update(answers)
    return found


def coverage(
    predictions: Predictions,
    fields: Mapping[str, Sequence[str]],
    selected: Sequence[tuple[str, int]],
) -> Coverage:
    """Count what answers cover.

    Args:
        fields: The names of the fields by task, for all tasks of the data set.
        selected: Task name and row of each selected instance.
    """
    selected_set = set(selected)
    by_task = {name: TaskCoverage(instances=0, answered=0, fields=0) for name, _ in selected}
    for name, _ in selected:
        by_task[name].instances += 1
    result = Coverage(tasks=by_task)
    for (name, row), answers in predictions.items():
        if name not in fields:
            known = result.unknown_tasks.get(name, 0)
            result.unknown_tasks[name] = known + len(answers)
        elif (name, row) not in selected_set:
            result.unselected += len(answers)
        else:
            matching = sum(field in fields[name] for field in answers)
            result.unknown_fields += len(answers) - matching
            by_task[name].answered += matching > 0
            by_task[name].fields += matching
    return result
