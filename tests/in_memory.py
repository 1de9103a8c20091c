"""A benchmark without a browser, for tests of what does not depend on one.

A run on it takes a tenth of the processor time of a run on pages.
"""

import contextlib
import random
from collections.abc import AsyncIterator, Sequence
from typing import Any, get_args

from webproctor import Benchmark, Episode, Observation, Score, Session, Step, Summary, Task, View
from webproctor.core.actions import Action, ActionResult, web
from webproctor.core.llm import Call, Message, Reply
from webproctor.core.scores import Table


class Answers:
    """The oracle of `Memory`."""

    reads: frozenset[View] = frozenset({"text"})
    answer = "42"

    async def act(self, observation: Observation) -> Step:
        return Step(done=True, answer=self.answer)


class MemorySession(Session):
    """A session without a browser."""

    actions = web.web
    text = "What is 17 + 25?"

    async def observe(self, reads: frozenset[View] = frozenset()) -> Observation:
        return Observation(text=self.text, elements=(), url=f"http://x/{random.random()}")

    async def act(self, action: Action) -> ActionResult:
        return ActionResult(ok=False, message="there is no such element")

    async def evidence(self) -> dict[str, Any]:
        return {"refused": []}


class Memory(Benchmark):
    """A benchmark without a browser that passes every check."""

    name = "memory"
    version = "1"
    condition: Any = {"split": "test"}  # noqa: RUF012
    lacks = frozenset(get_args(View)) - {"elements", "text"}  # type: ignore[assignment]
    published_columns = {"score": "score"}  # noqa: RUF012
    made_session: Any = MemorySession

    def tasks(self) -> Sequence[Task]:
        return [Task(id=id, benchmark=self.name, instruction="Add.") for id in ("one", "two")]

    @contextlib.asynccontextmanager
    async def session(self, task: Task, surface: str = "page") -> AsyncIterator[Any]:
        yield self.made_session()

    def oracle(self) -> Any:
        return Answers()

    def score(self, task: Task, episode: Episode) -> Score:
        return Score(value=float(episode.answer == "42"), details={"answer": episode.answer})

    def summarise(self, results: Sequence[tuple[Task, Score]]) -> Summary:
        mean = sum(score.value for _, score in results) / max(1, len(results))
        return Summary(headline="score", figures={"score": mean})

    def published(self) -> Table:
        rows: list[Any] = [["A model", 0.5], ["A person", None]]
        return Table(title="Published", columns=["who", "score"], rows=rows)


MEMORY = f"{__file__}:Memory"
"""Its name in settings and commands."""


def answers(messages: Sequence[Message], acting: bool) -> Reply:
    """Answer as a model that plans, clicks what is not there, and gives the answer of `Memory`."""
    if not acting:
        return Reply(text="Add the numbers.")
    acted = any(message.role == "tool" for message in messages)
    call = Call("b", "done", {"answer": "42"}) if acted else Call("a", "click", {"element": 0})
    return Reply(calls=(call,))
