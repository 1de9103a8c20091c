"""What the tool gives: the answers as TurkingBench data, and tables of the progress."""

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
    counted = select(func.count()).select_from(Answer)
    found = session.scalar(counted.where(Answer.person_id == person.id, Answer.state == "sent"))
    return found or 0


def answers(session: Session) -> list[Answer]:
    """Return the answers that were sent, by input, and then in the order in which they came."""
    sent = select(Answer).where(Answer.state == "sent")
    return list(session.scalars(sent.order_by(Answer.input_id, Answer.ended, Answer.id)))


def batch(session: Session) -> str:
    """Return the answers as the text of a `batch.csv`: one row an answer, with the inputs and a
    column `Answer.NAME` for every field.

    The checked values of a group of boxes are joined by `|`, as on Mechanical Turk.
    """
    sent = answers(session)
    columns = list(inputs(session)[0].texts)
    names = list(dict.fromkeys(name for one in sent for name in one.fields))
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow([*columns, *(f"{ANSWER_PREFIX}{name}" for name in names)])
    for one in sent:
        values = ["|".join(one.fields.get(name, [])) for name in names]
        writer.writerow([*(one.input.texts[column] for column in columns), *values])
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
    by_input: dict[int, int] = dict.fromkeys((one.id for one in inputs(session)), 0)
    seconds: dict[str, list[float]] = {}
    skipped: dict[str, int] = {}
    for one in session.scalars(select(Answer).where(Answer.state != "open").order_by(Answer.id)):
        times = seconds.setdefault(one.person.name, [])
        if one.state == "sent" and one.ended is not None:
            by_input[one.input_id] += 1
            times.append((one.ended - one.started).total_seconds())
        else:
            skipped[one.person.name] = skipped.get(one.person.name, 0) + 1
    complete = sum(count >= job.wanted for count in by_input.values())
    people = [
        [name, len(times), skipped.get(name, 0), round(median(times)) if times else None]
        for name, times in sorted(seconds.items())
    ]
    return [
        Table(
            title="Inputs",
            columns=["Inputs", "Answers", "Complete", "Wanted of each"],
            rows=[[len(by_input), sum(by_input.values()), complete, job.wanted]],
        ),
        Table(
            title="Annotators",
            columns=["Name", "Answers", "Skipped", "Seconds (median)"],
            rows=people,
        ),
    ]
