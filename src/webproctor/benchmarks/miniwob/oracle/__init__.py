"""The oracle: solves environments by mouse and keyboard, from what their pages show.

A module for each kind of environment has a table `SOLVERS`: by environment, a function that solves
it. It gets a `User` and reads the page's instruction and elements, but no variable of its scripts.
"""

from collections.abc import Mapping

from webproctor.benchmarks.miniwob.oracle import choices, clicks, emails, fields, numbers, sections
from webproctor.benchmarks.miniwob.oracle.user import Solver, User
from webproctor.core.recorder import EpisodeRecorder
from webproctor.core.tasks import Task

_SOLVERS: Mapping[str, Solver] = {
    **clicks.SOLVERS,
    **choices.SOLVERS,
    **emails.SOLVERS,
    **fields.SOLVERS,
    **numbers.SOLVERS,
    **sections.SOLVERS,
}
ENVIRONMENTS = frozenset(_SOLVERS)
"""The environments that the oracle solves."""


class Oracle:
    """Solves each task by the function for its environment."""

    async def run(self, task: Task, session: EpisodeRecorder) -> None:
        await _SOLVERS[str(task.tags["environment"])](User(session))
