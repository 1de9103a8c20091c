"""The job of a collection: a template and its inputs, read from files."""

import re
from pathlib import Path

from sqlalchemy import select
from sqlalchemy.orm import Session

from webproctor.benchmarks.turkingbench.dataset import ANSWER_PREFIX, cell_text, fill
from webproctor.benchmarks.turkingbench.markup import has_submit
from webproctor.benchmarks.turkingbench.table import read_texts, typed
from webproctor.collect.tools.forms.tables import Input, Job
from webproctor.core.errors import UserError
from webproctor.files.reading import read_text

_VARIABLE = re.compile(r"\$\{([^${}\n]{1,200})\}")
_COLLECTOR = Path(__file__).with_name("collector.js")


def read_inputs(path: Path) -> list[dict[str, str]]:
    """Read a CSV file of inputs: the distinct rows, in order, as texts by column.

    The texts are those that TurkingBench's reader gives an agent: numbers of a column that has
    decimals get decimals, for instance. A blank is one space, as in the published data, because a
    row with an empty input has no answers there.

    Raises:
        UserError: If it cannot be read, has no rows, or has a column of answers.
    """
    columns = read_texts(path)
    if answers := [name for name in columns if name.startswith(ANSWER_PREFIX)]:
        raise UserError(f"{path}: {answers[0]} is a column of answers; remove it.")
    texts = [[cell_text(cell) or " " for cell in typed(column)] for column in columns.values()]
    rows = list(dict.fromkeys(zip(*texts, strict=True)))
    if not rows:
        raise UserError(f"{path}: has no rows.")
    return [dict(zip(columns, row, strict=True)) for row in rows]


def set_up(
    session: Session, template: Path | None, inputs: Path | None, name: str, answers_per_input: int
) -> None:
    """Create the job of a new collection, or update the number of answers of an existing one.

    Raises:
        UserError: If a new collection is given no template or inputs, a file cannot be read, or an
            existing one has another job.
    """
    job = find(session)
    if job is None and (template is None or inputs is None):
        raise UserError("a new collection needs --template and --inputs.")
    page = read_text(template) if template else None
    rows = read_inputs(inputs) if inputs else None
    if job is None:
        session.add(Job(name=name, template=page, answers_per_input=answers_per_input))
        session.add_all(Input(texts=row) for row in rows or ())
        return
    stored_inputs = [row.texts for row in session.scalars(select(Input).order_by(Input.id))]
    for option, new, stored in (("template", page, job.template), ("inputs", rows, stored_inputs)):
        if new is not None and new != stored:
            raise UserError(
                f"--{option}: this collection has other {option}. Answers belong to the page that "
                "people saw: choose another folder for --data."
            )
    job.name, job.answers_per_input = name, answers_per_input


def find(session: Session) -> Job | None:
    """Return the job of the collection, or None if it was not set up."""
    return session.scalar(select(Job))


def get(session: Session, *, lock: bool = False) -> Job:
    """Return the job.

    Args:
        lock: Whether others who get it with `lock` wait until this transaction ends.
    """
    return session.scalars(select(Job).with_for_update() if lock else select(Job)).one()


def unfilled(job: Job, texts: dict[str, str]) -> list[str]:
    """Return the template's variables that are not columns; they stay in the page unchanged."""
    return sorted(set(_VARIABLE.findall(job.template)) - set(texts))


def page(job: Job, texts: dict[str, str]) -> str:
    """Return the page of an input, with a script that sends its fields to the page around it."""
    submit = "" if has_submit(job.template) else '<p><input type="submit" value="Submit"></p>'
    return "\n".join(
        [
            '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Page</title>',
            f"<script>{_COLLECTOR.read_text(encoding='utf-8')}</script></head><body>",
            '<form name="mturk_form" id="mturk_form" method="post" action="#">',
            fill(job.template, texts),
            submit,
            "</form></body></html>",
        ]
    )
