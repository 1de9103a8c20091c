"""Lists of tasks: what people proposed, and what others demonstrate.

A list is a JSON file with an array of objects, with the fields of `ListedTask`.
"""

from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from webproctor.core.errors import UserError
from webproctor.files.reading import describe_errors, read_json


class ListedTask(BaseModel):
    """A task on a website.

    Attributes:
        id: A name that no other task of the list has.
        website: Short name of the website.
        url: Address of its first page.
        domain: Kind of website, such as `Travel`; "" if it is not known.
        subdomain: Narrower kind, such as `Airlines`.
        task: What to do, in one sentence.
        proposed_by: Pseudonym of the author.
    """

    model_config = ConfigDict(extra="ignore", str_strip_whitespace=True)

    id: str = Field(min_length=1, max_length=200)
    website: str = Field(min_length=1, max_length=200)
    url: str = Field(max_length=2000)
    domain: str = Field("", max_length=200)
    subdomain: str = Field("", max_length=200)
    task: str = Field(min_length=1, max_length=2000)
    proposed_by: str = Field("", max_length=200)


def read_tasks(path: Path) -> list[ListedTask]:
    """Read a list of tasks.

    Raises:
        UserError: If it cannot be read, is not a list, a field is invalid, or an id is repeated.
    """
    records: Any = read_json(path)
    if not isinstance(records, list) or not records:
        raise UserError(f"{path}: must be a JSON array of tasks.")
    tasks: dict[str, ListedTask] = {}
    for number, record in enumerate(records, 1):
        try:
            task = ListedTask.model_validate(record)
        except ValidationError as error:
            raise UserError(f"{path}, task {number}: {describe_errors(error)}") from error
        if task.id in tasks:
            raise UserError(f"{path}, task {number}: the id {task.id!r} is used twice.")
        tasks[task.id] = task
    return list(tasks.values())
