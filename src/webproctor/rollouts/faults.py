"""Errors as the service answers them."""

from webproctor.core.errors import UserError
from webproctor.core.sanitize import clean_text
from webproctor.rollouts.episode import EpisodeEnded
from webproctor.rollouts.instances import Full
from webproctor.rollouts.leases import Gone, WrongIndex
from webproctor.rollouts.schema import End, Fault

FAILED = "the service failed; its log has the details."
"""The error for a fault of the service itself."""


def status_and_fault(error: UserError | Full) -> tuple[int, Fault]:
    """Return the HTTP status and the content of the answer to an error."""
    if isinstance(error, Full):
        retry_after = max(1, round(error.seconds))
        return 503, Fault(error=f"{error} Try again later.", retry_after=retry_after)
    if isinstance(error, Gone):
        return 404, Fault(error=str(error), ended=End.of(error.ended) if error.ended else None)
    status = 409 if isinstance(error, EpisodeEnded | WrongIndex) else 400
    return status, Fault(error=clean_text(str(error)))
