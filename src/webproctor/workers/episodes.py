"""The driver's side of one episode in a worker."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from webproctor.core.errors import UserError
from webproctor.workers.connection import ConnectionLost
from webproctor.workers.messages import (
    Answer,
    Ask,
    Done,
    EpisodeMessage,
    Failed,
    StepDone,
    Withdraw,
)


class EpisodeLost(Exception):
    """The worker of an episode was lost before the episode had ended; it can be run again."""


@dataclass(frozen=True)
class Handlers:
    """What the driver does for an episode that runs in a worker.

    Attributes:
        answer: Asks the model of the run.
        step: Is called with each step that the agent has executed.
    """

    answer: Callable[[Ask], Awaitable[Answer]]
    step: Callable[[StepDone], Awaitable[None]]


async def wait_until_done(
    inbox: asyncio.Queue[EpisodeMessage | Exception],
    send: Callable[[Answer], Awaitable[None]],
    handlers: Handlers,
) -> Done:
    """Handle the messages about an episode until it has ended."""
    model_requests: dict[int, asyncio.Task[None]] = {}

    async def answer(ask: Ask) -> None:
        try:
            await send(await handlers.answer(ask))
        except ConnectionLost:
            pass  # The inbox receives this error too.
        except Exception as error:  # noqa: BLE001 - it ends the episode
            inbox.put_nowait(error)

    try:
        while True:
            match await inbox.get():
                case Ask() as ask:
                    model_requests[ask.question] = asyncio.create_task(answer(ask))
                case Withdraw(_, question):
                    model_requests[question].cancel()
                case StepDone() as step:
                    await handlers.step(step)
                case Done() as done:
                    return done
                case Failed(_, message, by_user):
                    raise UserError(message) if by_user else RuntimeError(message)
                case Exception() as error:
                    raise error
    finally:
        for request in model_requests.values():
            request.cancel()
