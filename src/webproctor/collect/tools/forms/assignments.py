"""Who fills in which page, and what they answer."""

from datetime import timedelta

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError
from sqlalchemy import Subquery, and_, func, or_, select
from sqlalchemy.orm import Session

from webproctor.collect.store import Person, now, storable
from webproctor.collect.tools.forms import job as jobs
from webproctor.collect.tools.forms.tables import Answer, Input
from webproctor.core.errors import UserError
from webproctor.files.reading import describe_errors

MAX_FIELDS = 5000
"""Maximum number of fields in an answer."""


class _Submission(BaseModel):
    model_config = ConfigDict(extra="forbid")

    fields: dict[str, list[str]]


_SUBMISSION = TypeAdapter(_Submission)


def counts(minutes: int) -> Subquery:
    """Return the number of sent and of recently given pages of each input that has any.

    Args:
        minutes: Time after which a page that was not sent is given to somebody else.
    """
    recent = and_(Answer.state == "open", Answer.started > now() - timedelta(minutes=minutes))
    query = select(Answer.input_id, func.count().label("count"))
    return query.where(or_(Answer.state == "sent", recent)).group_by(Answer.input_id).subquery()


def current(session: Session, person: Person) -> Answer | None:
    """Return the page that a person has, or None."""
    return session.scalar(
        select(Answer).where(Answer.person_id == person.id, Answer.state == "open")
    )


def assign(session: Session, person: Person, minutes: int) -> Answer | None:
    """Return the page that a person has, or give them the next: the input with the fewest answers.

    Returns:
        None if no page is left for them.
    """
    job = jobs.get(session, lock=True)
    if (open_answer := current(session, person)) is not None:
        return open_answer
    answer_counts = counts(minutes)
    count = func.coalesce(answer_counts.c.count, 0)
    done = select(Answer.input_id).where(Answer.person_id == person.id)
    next_input = session.scalar(
        select(Input)
        .outerjoin(answer_counts, answer_counts.c.input_id == Input.id)
        .where(Input.id.not_in(done), count < job.answers_per_input)
        .order_by(count, Input.id)
        .limit(1)
    )
    if next_input is None:
        return None
    answer = Answer(input=next_input, person=person)
    session.add(answer)
    session.flush()
    return answer


def send(answer: Answer, data: object) -> None:
    """Store the fields of a page, unless the same were stored before.

    Args:
        data: `{"fields": {name: [value, ...]}}`, as JSON data.

    Raises:
        UserError: If it is not in this form, or the page was skipped, or sent with other fields.
    """
    try:
        fields = _SUBMISSION.validate_python(data).fields
    except ValidationError as error:
        raise UserError(f"these are not the fields of a form: {describe_errors(error)}") from error
    if len(fields) > MAX_FIELDS:
        raise UserError(f"a form has at most {MAX_FIELDS} fields, not {len(fields)}.")
    fields = {_clean(name): [_clean(value) for value in fields[name]] for name in fields}
    if answer.state == "sent" and answer.fields == fields:
        return
    if answer.state != "open":
        raise UserError(f"this page was {answer.state} before; nothing was changed.")
    answer.fields = fields
    answer.state, answer.ended = "sent", now()


def skip(answer: Answer) -> None:
    """Give a page back, unless it was sent or skipped; the person does not get it again."""
    if answer.state == "open":
        answer.state, answer.ended = "skipped", now()


def _clean(text: str) -> str:
    """Replace characters that no database stores, and line ends as forms send them."""
    return storable(text).replace("\r\n", "\n")
