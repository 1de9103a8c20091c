"""Count every request of a run to its model, stop at the budget, and write the run's ledger.

Requests are counted where Inspect calls the provider, so retries, failures, cancelled requests and
requests of episodes that have no result are included.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakSet

from inspect_ai.model import Model, ModelAPI, ModelOutput, ModelUsage

from webproctor.core.episodes import ReportedUsage, added
from webproctor.core.llm import Message, ModelFailed
from webproctor.core.tokens import tokens
from webproctor.harness.model_errors import (
    access_error,
    one_line,
    status_of,
    too_large,
    was_sent,
)
from webproctor.harness.prices import Price, price_of
from webproctor.run.ledger import Entry, Ledger
from webproctor.run.resources import dollars_text

PICTURE_TOKENS = 1500
# Default limit of an answer's tokens without reasoning if there is a budget, so that its maximum
# cost is known.
DEFAULT_MAX_TOKENS = 8192
_RAISE_BUDGET = "give a higher budget to resume"
_TOKENS = ("input_tokens", "output_tokens")


class Budget:
    """A budget in dollars. A request is sent only if its maximum cost is still available.

    Args:
        dollars: The whole budget.
        price: The price of the model; None if the agent reports its cost itself.

    Attributes:
        spent: The cost so far in dollars.
    """

    def __init__(self, dollars: float, price: Price | None = None) -> None:
        self.dollars = dollars
        self.spent = 0.0
        self._price = price
        self._reserved: list[float] = []
        self._settlements: list[asyncio.Future[None]] = []

    def reserve(self, input_tokens: int, output_tokens: int) -> float | None:
        """Reserve the maximum cost of a request.

        Returns:
            The cost; None if it may be available when other requests have been settled.

        Raises:
            ModelFailed: If less than that is left.
        """
        cost = self._price.maximum(input_tokens, output_tokens) if self._price else 0.0
        if self.spent + cost > self.dollars:
            raise self.exceeded()
        if self.spent + sum(self._reserved) + cost > self.dollars:
            return None
        self._reserved.append(cost)
        return cost

    def exceeded(self) -> ModelFailed:
        """Return the error for a request whose maximum cost is not available."""
        return ModelFailed("budget", f"{self}; the next answer may cost more; {_RAISE_BUDGET}")

    async def wait_for_settlement(self) -> None:
        """Wait until another request is settled."""
        # Not an asyncio.Condition: each log of a run has its own event loop.
        settlement = asyncio.get_running_loop().create_future()
        self._settlements.append(settlement)
        await settlement

    def __str__(self) -> str:
        return f"{dollars_text(self.spent)} of {dollars_text(self.dollars)} are spent"

    def settle(self, reserved: float, cost: float) -> None:
        """Replace a reservation by the cost of the request."""
        if reserved in self._reserved:
            self._reserved.remove(reserved)
        self.spent += cost
        for future in self._settlements:
            if not future.done():  # A cancelled request no longer waits.
                future.set_result(None)
        self._settlements.clear()


@dataclass
class RunAccount:
    """What all episodes of a run share.

    Attributes:
        model: Name of the model; "" if there is none.
        price: Its price; None if it is unknown.
        budget: The budget; None if there is none.
        ledger: The ledger of requests; None outside of a run folder.
        starts: The ledger of the starts of episodes; None outside of a run folder.
        stopped: Why no further request may be sent, and no further episode started.
        answered: Whether the model has answered a request.
    """

    model: str = ""
    price: Price | None = None
    budget: Budget | None = None
    ledger: Ledger | None = None
    starts: Ledger | None = None
    stopped: ModelFailed | None = None
    answered: bool = False

    def start(self, task: str, epoch: int) -> None:
        """Record that an episode starts.

        Raises:
            OSError: If the disk is full.
        """
        if self.starts is not None:
            self.starts.add(Entry(task=task, epoch=epoch))

    async def reserve(self, input_tokens: int, output_tokens: int, *, wait: bool = True) -> float:
        """Reserve the maximum cost of a request.

        Args:
            wait: Whether to wait for other requests if only their maximum costs exceed the budget.

        Raises:
            ModelFailed: If the run has stopped, or the budget does not cover the request.
        """
        while True:
            if self.stopped is not None:
                raise ModelFailed(self.stopped.cause, str(self.stopped))
            if self.budget is None:
                return 0.0
            try:
                reserved = self.budget.reserve(input_tokens, output_tokens)
                if reserved is None and not wait:
                    raise self.budget.exceeded()
            except ModelFailed as error:
                self.stopped = error
                raise
            if reserved is not None:
                return reserved
            await self.budget.wait_for_settlement()

    def resume(self, spent: float) -> None:
        """Count what the run has cost before it was resumed.

        Args:
            spent: The cost in dollars.
        """
        if self.budget is not None:
            self.budget.spent = spent
            self.charge({})

    def charge(self, usage: Mapping[str, float]) -> None:
        """Charge the budget for usage that an agent has reported.

        A run without a model is stopped if the budget is spent, or if the cost is unknown: its
        requests cannot be checked before they are sent.
        """
        if self.budget is None:
            return
        self.budget.settle(0.0, usage.get("dollars", 0.0))
        if self.price is not None:
            return
        if "dollars" not in usage and any(usage.get(name) for name in _TOKENS):
            message = (
                "the agent has reported requests whose cost is unknown; resume without a budget"
            )
            self.stopped = ModelFailed("budget", message)
        elif self.budget.spent >= self.budget.dollars:
            self.stopped = ModelFailed("budget", f"{self.budget}; {_RAISE_BUDGET}")


# The account of the current run.
running_account: ContextVar[RunAccount | None] = ContextVar("running_account", default=None)


@dataclass
class EpisodeAccount:
    """The requests of one episode.

    Attributes:
        run: The account of the run.
        task: The task's id.
        epoch: The epoch, counted from 1.
        usage: What the requests have used.
    """

    run: RunAccount = field(default_factory=RunAccount)
    task: str = ""
    epoch: int = 1
    usage: dict[str, float] = field(default_factory=dict)

    def add(self, usage: dict[str, float], fault: str = "", model: str = "") -> None:
        """Add requests, and write them to the ledger."""
        self.usage = added(self.usage, usage)
        if self.run.ledger is not None:
            self.run.ledger.add(
                Entry(
                    task=self.task,
                    epoch=self.epoch,
                    model=model or self.run.model,
                    usage=usage,
                    fault=fault[:200],
                )
            )

    def report(self, usage: dict[str, float], model: str = "") -> None:
        """Add requests that the agent has reported, and charge the budget for them."""
        self.add(usage | {"reported_calls": usage.get("calls", 1)}, model=model)
        self.run.charge(usage)


@dataclass
class Question:
    """A question to a model: one request, or several if requests fail and are retried.

    Attributes:
        account: The account of its episode.
        price: The price of the model; None if it is unknown.
        input_tokens: Estimated tokens of the messages.
        output_tokens: Maximum tokens of the answer.
        usage: What its requests have used.
        fault: Why the last failed request failed, without cancelled ones; "" if none failed.
        repeated: What is reserved for the provider's own repeats of the current request.
    """

    account: EpisodeAccount
    price: Price | None
    input_tokens: int
    output_tokens: int
    usage: dict[str, float] = field(default_factory=dict)
    fault: str = ""
    repeated: list[float] = field(default_factory=list)

    async def reserve(self) -> float:
        return await self.account.run.reserve(self.input_tokens, self.output_tokens)

    async def repeat(self) -> None:
        """Reserve the maximum cost of a request by which the provider repeats the current one.

        It does not wait: others could wait for the current one.
        """
        run = self.account.run
        cost = await run.reserve(self.input_tokens, self.output_tokens, wait=False)
        self.repeated.append(cost)

    def answered(self, reserved: float, used: ModelUsage | None) -> None:
        """Count a request that was answered."""
        self.account.run.answered = True
        self.count(reserved, _usage_of(used, self.price))

    def failed(self, reserved: float, error: BaseException) -> None:
        """Count a request without an answer. If the connection or the episode ended before the
        server answered, its cost is unknown, and the budget is charged the maximum."""
        lost = status_of(error) is None and was_sent(error)
        kind = "unmetered_calls" if lost else "failed_calls"
        if not isinstance(error, asyncio.CancelledError):
            self.fault = one_line(error)
        self.count(reserved, {"calls": 1, kind: 1}, one_line(error))

    def count(self, reserved: float, usage: dict[str, float], fault: str = "") -> None:
        """Add a request and its repeats to the accounts, and settle their reservations.

        Args:
            usage: Of the answer; that of repeats is included. An error has none, although earlier
                answers may have cost something.
        """
        repeated, self.repeated = self.repeated, []
        if repeated:
            usage = usage | {"calls": usage["calls"] + len(repeated)}
            if "failed_calls" in usage:
                usage["unmetered_calls"] = usage.get("unmetered_calls", 0) + len(repeated)
        self.usage = added(self.usage, usage)
        if budget := self.account.run.budget:
            unknown = "unmetered_calls" in usage
            budget.settle(reserved, reserved if unknown else usage.get("dollars", 0.0))
            for cost in repeated:
                budget.settle(cost, cost if unknown else 0.0)
        # Last: the disk may be full, and other requests would wait for the reservation.
        self.account.add(usage, fault)


current_question: ContextVar[Question | None] = ContextVar("current_question", default=None)
_counted_apis: WeakSet[ModelAPI] = WeakSet()


def count_requests(model: Model) -> None:
    """Wrap a model's `generate` so that every request of the current question is counted.

    A request that the provider refuses to everybody with these settings (wrong key, wrong model, no
    quota) stops the run.
    """
    api = model.api
    if api in _counted_apis:
        return
    _counted_apis.add(api)
    generate: Callable[..., Any] = api.generate

    async def generate_counted(*args: Any, **kwargs: Any) -> Any:
        question = current_question.get()
        if question is None:
            return await generate(*args, **kwargs)
        reserved = await question.reserve()
        try:
            answer = await generate(*args, **kwargs)
        except (Exception, asyncio.CancelledError) as error:
            _failed(question, reserved, error, str(model))
            raise
        output = answer[0] if isinstance(answer, tuple) else answer
        if isinstance(output, Exception):
            _failed(question, reserved, output, str(model))
        elif output.usage is None and (error_text := _converted_error(output)):
            question.count(reserved, {"calls": 1, "failed_calls": 1}, error_text)
        else:
            question.answered(reserved, output.usage)
        return answer

    api.generate = generate_counted


def _failed(question: Question, reserved: float, error: BaseException, model: str) -> None:
    """Count a request without an answer.

    Raises:
        ModelFailed: If no other request can succeed; the run is stopped.
    """
    question.failed(reserved, error)
    run = question.account.run
    if failure := access_error(error, model, answered=run.answered):
        run.stopped = run.stopped or failure
        raise failure from error
    if failure := too_large(error):
        raise failure from error


def _converted_error(output: ModelOutput) -> str:
    """Return the provider's error that Inspect has converted to an answer; "" if there is none."""
    errors = ("model_length", "content_filter")
    stop_reason = output.stop_reason if output.choices and output.stop_reason in errors else ""
    return output.error or stop_reason


def _usage_of(used: ModelUsage | None, price: Price | None) -> dict[str, float]:
    unmetered = {"calls": 1.0, "unmetered_calls": 1.0}
    if used is None:
        return unmetered
    # Inspect counts cached input tokens separately.
    read, written = used.input_tokens_cache_read or 0, used.input_tokens_cache_write or 0
    cached = read + written
    # Servers that do not count write zeros. If one states more cached than input tokens, the
    # difference is negative, and the request would reduce the cost of the run.
    counts = (used.input_tokens, used.output_tokens, read, written)
    if used.input_tokens + cached == 0 or min(counts) < 0:
        return unmetered
    usage: dict[str, float] = {
        "calls": 1,
        "input_tokens": used.input_tokens + cached,
        "output_tokens": used.output_tokens,
    }
    return usage | ({"dollars": price.cost(used)} if price else {})


def reported_usage(reported: ReportedUsage) -> dict[str, float]:
    """Return the usage that an agent has reported; its cost is computed if it was not reported."""
    usage: dict[str, float] = {
        "calls": reported.requests,
        "input_tokens": reported.input_tokens,
        "output_tokens": reported.output_tokens,
    }
    if reported.dollars is not None:
        return usage | {"dollars": reported.dollars}
    cached = min(reported.cached_input_tokens, reported.input_tokens)
    used = ModelUsage(
        input_tokens=reported.input_tokens - cached,
        output_tokens=reported.output_tokens,
        input_tokens_cache_read=cached,
    )
    price = price_of(reported.model)
    return usage | ({"dollars": price.cost(used)} if price else {"unpriced_calls": usage["calls"]})


def estimated_tokens(messages: Sequence[Message]) -> int:
    """Return the approximate number of tokens of a conversation."""
    return sum(
        tokens(message.text) + tokens(str(message.calls)) + PICTURE_TOKENS * len(message.images)
        for message in messages
    )
