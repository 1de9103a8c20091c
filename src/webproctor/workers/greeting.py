"""Check that a worker can run the episodes of a run, in the same condition as all others."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from webproctor.core.errors import UserError
from webproctor.version import __version__
from webproctor.workers.connection import Connection, ConnectionLost
from webproctor.workers.messages import Hello, Ready, Refused, Setup, pack, unpack


@dataclass(frozen=True)
class Expected:
    """The setup of workers, and the properties that they must have.

    Attributes:
        setup: What they receive at their start.
        condition: The condition of their benchmark, with its version and the isolation of browsers.
        browser: The version of their browser; None if it does not matter.
    """

    setup: Setup
    condition: Mapping[str, Any]
    browser: str | None


async def greet(connection: Connection, expected: Expected) -> tuple[str, str]:
    """Set a worker up; return its name, and that of its machine.

    Raises:
        UserError: If it does not start, cannot run the episodes, or differs from the driver.
    """
    name = f"worker {connection.name}"
    try:
        hello = _hello(await connection.receive(), name)
        name = f"{name} on {hello.machine}"
        if hello.version != __version__:
            raise UserError(
                f"{name} has webproctor {hello.version}, and this process has {__version__}: "
                "install the same version on all machines."
            )
        await connection.send(pack(expected.setup))
        ready: Ready | Refused = unpack(await connection.receive())
    except ConnectionLost as lost:
        raise UserError(f"{name} did not start: {lost}.") from lost
    if isinstance(ready, Refused):
        raise UserError(f"{name}: {ready.message}")
    _compare(name, ready, expected)
    return name, hello.machine


def _hello(frame: bytes, name: str) -> Hello:
    try:
        return Hello.of_json(frame)
    except (ValueError, TypeError) as error:
        raise UserError(
            f"{name} has another version of webproctor: install {__version__} on all machines."
        ) from error


def _compare(name: str, ready: Ready, expected: Expected) -> None:
    worker_condition, driver_condition = ready.condition, dict(expected.condition)
    if expected.browser is not None:
        worker_condition, driver_condition = (
            worker_condition | {"browser": ready.browser},
            driver_condition | {"browser": expected.browser},
        )
    for key in dict.fromkeys([*driver_condition, *worker_condition]):
        there, here = worker_condition.get(key), driver_condition.get(key)
        if there != here:
            raise UserError(
                f"{name}: {key} is {there!r} there and {here!r} here. All machines need the same "
                "data, browser and sandbox."
            )
