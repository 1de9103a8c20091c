"""Who fills in which page, and what they answer."""

from datetime import timedelta

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError
from sqlalchemy import Subquery, and_, func, or_, select
from sqlalchemy.orm import Session

from webproctor.collect.store import Person, now
from webproctor.collect.tools.forms import job as jobs
from webproctor.collect.tools.forms.tables import Answer, Input
from webproctor.core.errors import UserError
from webproctor.core.sanitize import clean_text
from webproctor.files.reading import faults

MOST_FIELDS = 5000
"""Maximum number of fields in an answer."""


class _Sent(BaseModel):
    model_config = ConfigDict(extra="forbid")

    fields: dict[str, list[str]]


_SENT = TypeAdapter(_Sent)


def counts(minutes: int) -> Subquery:
    """Return the number of sent and of recently given pages of each input that has any.

    Args:
        minutes: Time after which a page that was not sent is given to somebody else.
    """
    recent = and_(Answer.state == "open", Answer.started > now() - timedelta(minutes=minutes))
    counted = select(Answer.input_id, func.count().label("count"))
    return counted.where(or_(Answer.state == "sent", recent)).group_by(Answer.input_id).subquery()


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
    if (there := current(session, person)) is not None:
        return there
    taken = counts(minutes)
    count = func.coalesce(taken.c.count, 0)
    done = select(Answer.input_id).where(Answer.person_id == person.id)
    chosen = session.scalar(
        select(Input)
        .outerjoin(taken, taken.c.input_id == Input.id)
        .where(Input.id.not_in(done), count < job.wanted)
        .order_by(count, Input.id)
        .limit(1)
    )
    if chosen is None:
        return None
    given = Answer(input=chosen, person=person)
    session.add(given)
    session.flush()
    return given


def send(answer: Answer, sent: object) -> None:
    """Store the fields of a page.

    Args:
        sent: `{"fields": {name: [value, ...]}}`, as JSON data.

    Raises:
        UserError: If it is not in this form, or the answer was sent or skipped before.
    """
    _check_open(answer)
    try:
        fields = _SENT.validate_python(sent).fields
    except ValidationError as error:
        raise UserError(f"these are no fields of a form: {faults(error)}") from error
    if len(fields) > MOST_FIELDS:
        raise UserError(f"a form has at most {MOST_FIELDS} fields, not {len(fields)}.")
    answer.fields = {_clean(name): [_clean(one) for one in fields[name]] for name in fields}
    answer.state, answer.ended = "sent", now()


def skip(answer: Answer) -> None:
    """Give a page back; the person does not get it again.

    Raises:
        UserError: If the answer was sent or skipped before.
    """
    _check_open(answer)
    answer.state, answer.ended = "skipped", now()


def _check_open(answer: Answer) -> None:
    if answer.state != "open":
        raise UserError(f"this page was {answer.state} before; nothing was changed.")


def _clean(text: str) -> str:
    """Replace characters that no database stores, and line ends as forms send them."""
    return clean_text(text).replace("\0", "\ufffd").replace("\r\n", "\n")
