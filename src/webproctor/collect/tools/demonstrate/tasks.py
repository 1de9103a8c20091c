"""Which tasks there are, and who demonstrates them."""

import uuid
from collections import Counter
from collections.abc import Iterable

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from webproctor.collect.store import Person
from webproctor.collect.task_list import ListedTask
from webproctor.collect.tools.demonstrate.tables import Demonstration, Task
from webproctor.collect.tools.propose.export import tasks as proposed_tasks
from webproctor.core.errors import UserError
from webproctor.environments.browser import addresses


def add(session: Session, listed: Iterable[ListedTask], where: str) -> int:
    """Add the tasks that are new, by their ids, and return their number.

    Args:
        where: Where they come from, for errors.

    Raises:
        UserError: If the address of a task is not one of http or https.
    """
    known = set(session.scalars(select(Task.source)))
    new = [task for task in listed if task.id not in known]
    for task in new:
        if addresses.scheme(task.url) not in ("http", "https"):
            raise UserError(
                f"{where}, task {task.id!r}: the url {task.url!r} must begin with http:// or "
                "https://."
            )
        session.add(
            Task(
                source=task.id,
                website=task.website,
                url=task.url,
                domain=task.domain,
                subdomain=task.subdomain,
                task=task.task,
            )
        )
    return len(new)


def add_proposed(session: Session) -> int:
    """Add the accepted tasks that were proposed in the same collection."""
    accepted = [ListedTask.model_validate(record) for record in proposed_tasks(session)]
    return add(session, accepted, "accepted proposals")


def demonstrations_of(session: Session, person: Person) -> list[Demonstration]:
    """Return a person's demonstrations, the newest first."""
    query = select(Demonstration).where(Demonstration.person_id == person.id)
    return list(session.scalars(query.order_by(Demonstration.id.desc())))


def available(session: Session, person: Person, per_task: int) -> list[Task]:
    """Return the tasks that a person can start: those that too few people demonstrate."""
    counts = _demonstration_counts(session)
    mine = {demonstration.task_id for demonstration in demonstrations_of(session, person)}
    return [
        task
        for task in session.scalars(select(Task).order_by(Task.id))
        if task.id not in mine and counts[task.id] < per_task
    ]


def start(session: Session, task: Task, person: Person, per_task: int) -> Demonstration:
    """Assign a task to a person.

    Args:
        task: The task; its row must be locked.

    Raises:
        UserError: If enough people demonstrate it; the message is for the person.
    """
    mine = [
        demonstration
        for demonstration in demonstrations_of(session, person)
        if demonstration.task_id == task.id
    ]
    if mine:
        return mine[0]
    if _demonstration_counts(session)[task.id] >= per_task:
        raise UserError("Someone else has started this task. Choose another one.")
    demonstration = Demonstration(
        annotation_id=str(uuid.uuid4()),
        session_id=str(uuid.uuid4()),
        task=task,
        person=person,
        task_text=task.task,
    )
    session.add(demonstration)
    session.flush()
    return demonstration


def _demonstration_counts(session: Session) -> Counter[int]:
    """Return how many demonstrations each task has, without those that were discarded."""
    query = select(Demonstration.task_id, func.count()).where(Demonstration.state != "discarded")
    rows = session.execute(query.group_by(Demonstration.task_id))
    return Counter({task: count for task, count in rows})  # noqa: C416
