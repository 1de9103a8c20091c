"""Clients that solve tasks of a service by correct actions, so that every score of 0 is false."""

import asyncio
import contextlib
import itertools
import json
import re
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any, Literal, get_args

from faults_service import LATEST

from webproctor.core.errors import UserError
from webproctor.rollouts.client import Client, ServiceFull, ServiceLost, SessionGone
from webproctor.rollouts.schema import Answer, End

Request = Literal["create", "reset", "step", "score", "fork", "close"]
REQUESTS: tuple[Request, ...] = get_args(Request)
Next = Callable[[Answer], dict[str, Any] | None]
"""Returns the correct action after an answer; None if the episode can be scored."""
_PASSWORD = re.compile(r"\b[a-z]+-[a-z]+-[a-z]+-\d{4}\b")


def accept(answer: Answer) -> dict[str, Any] | None:
    """Click the checkbox and the button, then answer with the password that the page shows."""
    assert answer.observation is not None
    texts = answer.observation.texts
    if found := _PASSWORD.search(texts["text"]):
        return {"name": "done", "arguments": {"answer": found[0]}}
    last = json.loads(texts["elements"])[-1]["index"]  # The checkbox, then the button.
    return {"name": "click", "arguments": {"element": last}}


def fill_in(answer: Answer) -> dict[str, Any] | None:
    """Fill in the form; its state is scored."""
    fields = (("sentiment", "1"), ("stars", "5"))
    if answer.steps == len(fields):
        return None
    name, value = fields[answer.steps]
    return {"name": "modify_radio", "arguments": {"input_name": name, "input_value": value}}


@dataclass
class Tally:
    """What happened.

    Attributes:
        faults: Number of faults by kind.
        moments: Number of faults by requests that had no answer at that moment.
        outcomes: Number of episodes by outcome.
        wrong: What must not happen, with how often it has.
    """

    faults: Counter[str] = field(default_factory=Counter)
    moments: Counter[str] = field(default_factory=Counter)
    outcomes: Counter[str] = field(default_factory=Counter)
    wrong: Counter[str] = field(default_factory=Counter)

    def end(self, ended: End) -> None:
        """Count an episode whose actions were all correct."""
        self.outcomes[ended.outcome] += 1
        if ended.outcome == "void" and ended.value is not None:
            self.fail("false zeros", f"void with a value: {ended}")
        if ended.outcome != "void" and ended.value != 1:
            self.fail("false zeros", str(ended))

    def fail(self, what: str, why: str, count: int = 1) -> None:
        if count:
            self.wrong[what] += count
            print(f"{what}: {why}", file=sys.stderr)


@dataclass
class Work:
    """The requests of all players of a service.

    Attributes:
        going: Number of requests that have no answer yet, by name.
        took: Seconds of the last request of each name.
        awaited: Is set when a request of the name begins.
        solved: When the last episode that was solved began.
    """

    going: Counter[str] = field(default_factory=Counter)
    took: dict[str, float] = field(default_factory=dict)
    awaited: dict[str, asyncio.Event] = field(default_factory=dict)
    solved: float = 0.0

    @contextlib.contextmanager
    def doing(self, name: str) -> Iterator[None]:
        started = time.monotonic()
        self.going[name] += 1
        if begun := self.awaited.pop(name, None):
            begun.set()
        try:
            yield
        finally:
            self.going[name] -= 1
            self.took[name] = time.monotonic() - started

    async def moment(self, name: str, random: Random) -> None:
        """Wait until a random time during the next request of a name, or until a timeout."""
        begun = self.awaited[name] = asyncio.Event()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(begun.wait(), LATEST / 10)
        await asyncio.sleep(random.random() * min(1.0, self.took.get(name, 0.1)))


@dataclass
class Player:
    """Plays episodes of a task until it is cancelled, with forks, over one client."""

    client: Client
    task: str
    action: Next
    work: Work
    tally: Tally
    random: Random

    async def play(self) -> None:
        session = ""
        while True:
            try:
                session = await self._episode(session)
            except (ServiceLost, SessionGone) as lost:
                session = ""
                ended = lost.ended if isinstance(lost, SessionGone) else None
                if ended is None:
                    self.tally.outcomes["connection lost"] += 1
                else:
                    self.tally.end(ended)
            except ServiceFull:  # It is about to stop.
                session = ""
                await asyncio.sleep(0.05)
            except (UserError, TimeoutError) as error:
                self.tally.fail("unexpected answers", f"{type(error).__name__}: {error}")
                session = ""
                self.client.abort()

    async def _episode(self, session: str) -> str:
        """Play an episode in a session, or a new one; return the session if it is still open."""
        began = time.monotonic()
        if session:
            answer = await self._ask("reset", session, task=self.task)
        else:
            answer = await self._ask("create", task=self.task, wait=LATEST)
        fork = self.random.choice((None, 0, 1, 2))
        ended = await self._solved(answer, fork)
        self.tally.end(ended)
        again = (await self._ask("score", answer.session)).ended
        if again != ended:
            self.tally.fail("unexpected answers", f"{ended} has become {again}")
        if ended.value == 1:
            self.work.solved = max(self.work.solved, began)
        if self.random.random() < 0.5:
            return answer.session
        await self._ask("close", answer.session)
        return ""

    async def _solved(self, answer: Answer, fork: int | None) -> End:
        session = answer.session
        for step in itertools.count():
            if answer.ended is not None:
                return answer.ended
            if step == fork:
                await self._fork(session, step)
            action = self.action(answer)
            if action is None:
                answer = await self._ask("score", session)
            else:
                answer = await self._ask("step", session, action=action)
        raise AssertionError("it never ends")

    async def _fork(self, session: str, step: int) -> None:
        try:
            made = await self._ask("fork", session, step=step)
        except ServiceFull:
            self.tally.outcomes["fork refused"] += 1
            return
        if made.ended is None:
            made = await self._ask("observe", made.session)
        self.tally.end(made.ended or await self._solved(made, None))
        await self._ask("close", made.session)

    async def _ask(self, request: str, session: str = "", **body: Any) -> Answer:
        with self.work.doing(request):
            async with asyncio.timeout(2 * LATEST):
                return await self.client.ask(request, session, **body)
