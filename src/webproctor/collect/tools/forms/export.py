"""Exports of the tool: the answers as TurkingBench data, and tables of the progress."""

import csv
import io
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from webproctor.benchmarks.turkingbench.dataset import ANSWER_PREFIX
from webproctor.collect.store import Person
from webproctor.collect.tools.forms import job as jobs
from webproctor.collect.tools.forms.tables import Answer, Input
from webproctor.core.scores import Table


def inputs(session: Session) -> Sequence[Input]:
    """Return all inputs, in the file's order."""
    return list(session.scalars(select(Input).order_by(Input.id)))


def sent_by(session: Session, person: Person) -> int:
    """Return how many answers a person has sent."""
    query = select(func.count()).select_from(Answer)
    count = session.scalar(query.where(Answer.person_id == person.id, Answer.state == "sent"))
    return count or 0


def answers(session: Session) -> list[Answer]:
    """Return the answers that were sent, by input, and then in the order in which they came."""
    query = select(Answer).where(Answer.state == "sent")
    return list(session.scalars(query.order_by(Answer.input_id, Answer.ended, Answer.id)))


def batch(session: Session) -> str:
    """Return the answers as the text of a `batch.csv`: one row an answer, with the inputs and a
    column `Answer.NAME` for every field.

    The checked values of a group of boxes are joined by `|`, as on Mechanical Turk.
    """
    sent_answers = answers(session)
    columns = list(inputs(session)[0].texts)
    names = list(dict.fromkeys(name for answer in sent_answers for name in answer.fields))
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow([*columns, *(f"{ANSWER_PREFIX}{name}" for name in names)])
    for answer in sent_answers:
        values = ["|".join(answer.fields.get(name, [])) for name in names]
        writer.writerow([*(answer.input.texts[column] for column in columns), *values])
    return text.getvalue()


def dataset(session: Session, folder: Path) -> int:
    """Write the answers as a TurkingBench data set; return their number."""
    job = jobs.get(session)
    task = folder / "tasks" / job.name
    task.mkdir(parents=True)
    (task / "template.html").write_text(job.template, encoding="utf-8", newline="")
    (task / "batch.csv").write_text(batch(session), encoding="utf-8", newline="")
    return len(answers(session))


def progress(session: Session) -> list[Table]:
    """Return the tables of inputs and of people."""
    job = jobs.get(session)
    by_input: dict[int, int] = dict.fromkeys((answer.id for answer in inputs(session)), 0)
    seconds: dict[str, list[float]] = {}
    skipped: dict[str, int] = {}
    for answer in session.scalars(select(Answer).where(Answer.state != "open").order_by(Answer.id)):
        times = seconds.setdefault(answer.person.name, [])
        if answer.state == "sent" and answer.ended is not None:
            by_input[answer.input_id] += 1
            times.append((answer.ended - answer.started).total_seconds())
        else:
            skipped[answer.person.name] = skipped.get(answer.person.name, 0) + 1
    complete = sum(count >= job.answers_per_input for count in by_input.values())
    people = [
        [name, len(times), skipped.get(name, 0), round(median(times)) if times else None]
        for name, times in sorted(seconds.items())
    ]
    return [
        Table(
            title="Inputs",
            columns=["Inputs", "Answers", "Complete", "Wanted of each"],
            rows=[[len(by_input), sum(by_input.values()), complete, job.answers_per_input]],
        ),
        Table(
            title="Annotators",
            columns=["Name", "Answers", "Skipped", "Seconds (median)"],
            rows=people,
        ),
    ]
