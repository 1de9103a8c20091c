"""Workers on the machines of a Ray cluster. Ray only starts them and passes frames on."""

import asyncio
import logging
import math
import os
import re
import socket
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import ray  # pyright: ignore[reportMissingImports]
from ray.exceptions import RayError  # pyright: ignore[reportMissingImports]
from ray.util.scheduling_strategies import (  # pyright: ignore[reportMissingImports]
    NodeAffinitySchedulingStrategy,
)

from webproctor.core.errors import UserError
from webproctor.environments.parallel import Parallel
from webproctor.workers.connection import ConnectionLost
from webproctor.workers.processes import CLOSE_TIMEOUT, Process

# Number of cores per worker: one Python process can hardly keep more cores busy.
CORES = 8
_SERVER = re.compile(r"(?P<host>[^/]+):(?P<port>\d+)$")
_CONNECT_TIMEOUT = 10.0  # seconds
# Seconds that an actor has to end its worker, which it kills after `CLOSE_TIMEOUT`.
_ACTOR_CLOSE_TIMEOUT = CLOSE_TIMEOUT + 5.0
_KILL_TIMEOUT = 5.0  # seconds until Ray reports the end of an actor that was killed
# The server that Ray starts for a client can die at its start (ray-project/ray#63202).
_CONNECT_TRIES = 3


class Host:
    """The actor: has one worker, and passes its frames on."""

    def __init__(self, parallel: Parallel) -> None:
        self._process = Process(parallel)

    async def started(self) -> None:
        """Return at once: the actor is running."""

    async def send(self, frame: bytes) -> None:
        await self._process.send(frame)

    async def receive(self) -> bytes:
        return await self._process.receive()

    async def close(self) -> None:
        await self._process.close()


class Actor:
    """The connection to the worker of an actor.

    Attributes:
        cores: The processor cores that the actor reserves.
    """

    def __init__(self, cores: float, parallel: Parallel, **placement: Any) -> None:
        self.parallel: Parallel = parallel
        self.cores = cores
        options: dict[str, Any] = {"num_cpus": cores, "max_restarts": 0, **placement}
        self._actor: Any = ray.remote(**options)(Host).remote(parallel)
        self.name = f"actor {self._actor._actor_id.hex()[:8]}"
        self._unanswered: set[asyncio.Future[Any]] = set()
        self._has_answered = False

    async def wait_for_machine(self) -> None:
        await self._result_of(self._actor.started.remote())

    async def send(self, frame: bytes) -> None:
        await self._result_of(self._actor.send.remote(frame))

    async def receive(self) -> bytes:
        return await self._result_of(self._actor.receive.remote())

    async def close(self) -> None:
        # An actor that waits for a machine would not answer.
        if self._has_answered:
            with suppress(ConnectionLost, TimeoutError):
                async with asyncio.timeout(_ACTOR_CLOSE_TIMEOUT):
                    await self._result_of(self._actor.close.remote())
        self.kill()
        if self._unanswered:  # The actor's end answers them.
            await asyncio.wait(self._unanswered, timeout=_KILL_TIMEOUT)

    def kill(self) -> None:
        ray.kill(self._actor)

    async def _result_of(self, reference: Any) -> Any:
        # Ray Client writes tracebacks about futures that were cancelled.
        answer = asyncio.wrap_future(reference.future())
        self._unanswered.add(answer)
        answer.add_done_callback(self._discard)
        try:
            result = await asyncio.shield(answer)
        except RayError as error:
            raise ConnectionLost(last_line(str(error))) from error
        self._has_answered = True
        return result

    def _discard(self, answer: asyncio.Future[Any]) -> None:
        self._unanswered.discard(answer)
        if not answer.cancelled():
            # The caller may have been cancelled; asyncio logs errors that nobody has retrieved.
            answer.exception()


class RayCluster:
    """Workers on all machines of a Ray cluster, one for every 8 cores.

    Args:
        address: `HOST:PORT` of the cluster's Ray Client server; None for the cluster that this
            machine belongs to.
        parallel: How many episodes each worker runs at the same time; by default the number of its
            cores.
    """

    def __init__(self, address: str | None, parallel: Parallel | None) -> None:
        self._parallel = parallel
        self._address = f"ray://{address}" if address else os.environ.get("RAY_ADDRESS", "auto")
        self._connected = False
        self.location = f"the Ray cluster {self._address!r}"

    async def open(self) -> Sequence[Actor]:
        if not ray.is_initialized():
            _connect(self._address)
            self._connected = True
        actors = [
            Actor(
                cores,
                self._parallel or max(1, int(cores)),
                scheduling_strategy=NodeAffinitySchedulingStrategy(node["NodeID"], soft=False),
            )
            for node in ray.nodes()
            if node["Alive"]
            for cores in shares(node["Resources"].get("CPU", 0))
        ]
        if not actors:
            raise UserError(f"{self.location} has no machine with processor cores.")
        return actors

    async def replace(self, lost: Actor) -> Actor:
        # On any machine: that of the lost worker may be gone, and another may come.
        return Actor(lost.cores, lost.parallel)

    def close(self) -> None:
        if self._connected:
            ray.shutdown()
            self._connected = False


def shares(cores: float) -> list[float]:
    """Divide the cores of a machine among as few workers as can keep them busy.

    >>> shares(20)
    [7.0, 7.0, 6.0]
    """
    workers = math.ceil(cores / CORES)
    if cores < 1:
        return [cores] if cores else []
    each, rest = divmod(int(cores), workers)
    return [float(each + (number < rest)) for number in range(workers)]


def last_line(message: str) -> str:
    """Return the last line of a message of Ray, which has the reason, without its full stop.

    >>> last_line("The actor died:\\n\\tits node was terminated.\\n")
    'its node was terminated'
    """
    return message.strip().splitlines()[-1].strip().removesuffix(".")


def _connect(address: str) -> None:
    """Connect this process to a cluster.

    Raises:
        UserError: If no cluster can be reached.
    """
    try:
        # If the server cannot be reached, Ray would wait for minutes, and end the process.
        if (server := _SERVER.search(address)) is not None:
            socket.create_connection(
                (server["host"], int(server["port"])), _CONNECT_TIMEOUT
            ).close()
        for attempt in range(1, _CONNECT_TRIES + 1):
            try:
                ray.init(address, log_to_driver=False, logging_level=logging.ERROR)
                return
            except ConnectionAbortedError:
                if attempt == _CONNECT_TRIES:
                    raise
    except (OSError, RuntimeError, ValueError) as error:
        reason = str(error).strip().partition("\n")[0]
        raise UserError(
            f"no Ray cluster at {address!r} ({reason}): start one with "
            "`ray start --head`, or set RAY_ADDRESS."
        ) from error
