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
        lost = [
            f"{count} answers to {name!r}, which is not in the data"
            for name, count in self.unknown_tasks.items()
        ]
        if self.unselected:
            lost.append(f"{self.unselected} answers to instances that are not selected")
        if self.unknown_fields:
            lost.append(f"{self.unknown_fields} answers to fields that their task does not have")
        missing = [
            f"{name}: answers to {of.answered} of {of.instances} instances, {of.fields} fields"
            for name, of in self.tasks.items()
        ]
        unused = f"Unused: {'; '.join(lost)}." if lost else "All answers are used."
        return "\n".join([f"Recorded answers. {unused}", *missing])

    def table(self) -> Table:
        """Return the coverage of each task, and below it the answers that are not used."""
        unused = [
            *((f"unused, not in the data: {name}", n) for name, n in self.unknown_tasks.items()),
            ("unused, for other instances", self.unselected),
            ("unused, for fields that their task does not have", self.unknown_fields),
        ]
        return Table(
            title="Recorded answers",
            columns=["task", "instances", "with answers", "answers"],
            rows=[
                *([name, of.instances, of.answered, of.fields] for name, of in self.tasks.items()),
                *([why, None, None, count] for why, count in unused if count),
            ],
        )

    @property
    def complete(self) -> bool:
        """Whether every answer is used, and every selected instance has one."""
        lost = self.unknown_tasks or self.unselected or self.unknown_fields
        return not lost and all(of.answered == of.instances for of in self.tasks.values())


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
        present = name if name in names else renames().get(name, name)
        there = found.setdefault((present, row), {})
        if twice := sorted(set(there) & set(answers)):
            raise UserError(
                f"duplicate answer to field {twice[0]!r} of {present!r}, row {row}, under an "
                "earlier name of the task too. Remove one of them."
            )
        there.update(answers)
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
    chosen = set(selected)
    by_task = {name: TaskCoverage(instances=0, answered=0, fields=0) for name, _ in selected}
    for name, _ in selected:
        by_task[name].instances += 1
    found = Coverage(tasks=by_task)
    for (name, row), answers in predictions.items():
        if name not in fields:
            known = found.unknown_tasks.get(name, 0)
            found.unknown_tasks[name] = known + len(answers)
        elif (name, row) not in chosen:
            found.unselected += len(answers)
        else:
            there = sum(field in fields[name] for field in answers)
            found.unknown_fields += len(answers) - there
            by_task[name].answered += there > 0
            by_task[name].fields += there
    return found
