"""Run named checks in order, each only if the checks that it needs have passed."""

import asyncio
import contextlib
import inspect
import json
import sysconfig
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import dataclass
from pathlib import Path
from traceback import extract_tb
from typing import Any, Literal, TypeVar

from webproctor.core.errors import UserError

T = TypeVar("T")
_LONGEST_VALUE = 80
_STANDARD_LIBRARY = sysconfig.get_path("stdlib")


@dataclass(frozen=True, slots=True)
class Check:
    """The result of one check.

    Attributes:
        name: What was checked.
        outcome: `passed`, `failed` or `skipped`.
        message: What is wrong and where, or why the check was skipped; "" if it passed.
    """

    name: str
    outcome: Literal["passed", "failed", "skipped"]
    message: str = ""


class Failed(Exception):
    """A check failed; the message says what is wrong, where, and what was expected."""


class Skipped(Exception):
    """A check does not apply; the message says why."""


Checks = Mapping[str, tuple[Callable[[T], Any], tuple[str, ...]]]
"""By name: the check, a function that returns or raises, and the names of the checks it needs."""


def assert_passed(checks: Sequence[Check]) -> None:
    """Check that no check failed.

    Raises:
        AssertionError: If one failed; the message lists all that failed.
    """
    failed = [f"{check.name}: {check.message}" for check in checks if check.outcome == "failed"]
    if failed:
        raise AssertionError("\n".join([f"{len(failed)} of {len(checks)} checks failed", *failed]))


async def run_checks(checks: Checks[T], subject: T) -> list[Check]:
    """Run checks in order; skip those that need a check that has not passed."""
    done: dict[str, Check] = {}
    for name, (check, needs) in checks.items():
        missing = [one for one in needs if done[one].outcome != "passed"]
        if missing:
            done[name] = Check(name, "skipped", f"requires the check {missing[0]!r} to pass")
        else:
            done[name] = await _run(name, check, subject)
    return list(done.values())


async def _run(name: str, check: Callable[[T], Any], subject: T) -> Check:
    try:
        result = check(subject)
        if inspect.isawaitable(result):
            await result
    except Skipped as reason:
        return Check(name, "skipped", str(reason))
    except Exception as error:  # noqa: BLE001 - any exception of a plug-in is a failed check
        return Check(name, "failed", describe(error))
    return Check(name, "passed")


@contextlib.contextmanager
def within(context: str) -> Iterator[None]:
    """Add a context, such as the task, to the message of any exception inside the block."""
    try:
        yield
    except Skipped:
        raise
    except Exception as error:
        raise Failed(f"{context}: {describe(error)}") from error


def describe(error: BaseException) -> str:
    """Describe an exception: its message, and for unexpected ones also its type and location."""
    if isinstance(error, Failed | UserError):
        return str(error)
    frames = [one for one in extract_tb(error.__traceback__) if not _is_library(one.filename)]
    location = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
    return f"{type(error).__name__}: {error}{location}"


def _is_library(file: str) -> bool:
    return Path(file).is_relative_to(_STANDARD_LIBRARY) and "site-packages" not in file


def difference(one: Any, other: Any, path: str = "") -> str | None:
    """Return the first difference of two values of JSON data, or None if they are equal."""
    if isinstance(one, dict) and isinstance(other, dict):
        keys = dict.fromkeys((*one, *other))
        parts = ((one.get(key), other.get(key), f"{path}.{key}".lstrip(".")) for key in keys)
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        parts = ((a, b, f"{path}[{n}]") for n, (a, b) in enumerate(zip(one, other, strict=True)))
    else:
        return (
            None if one == other else f"{path}: {_excerpt(one, other)} and {_excerpt(other, one)}"
        )
    return next((found for part in parts if (found := difference(*part))), None)


def _excerpt(value: Any, other: Any) -> str:
    """Return a value as text; of a long text only the part from the first difference."""
    text, other_text = json.dumps(value, default=str), json.dumps(other, default=str)
    if len(text) <= _LONGEST_VALUE:
        return text
    first_difference = next(
        (n for n, (a, b) in enumerate(zip(text, other_text, strict=False)) if a != b), 0
    )
    start = max(0, min(first_difference - 10, len(text) - _LONGEST_VALUE))
    return f"{'...' if start else ''}{text[start : start + _LONGEST_VALUE]}..."


def run_coroutine(coroutine: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine in a new event loop, also while another one runs in this thread."""
    loop = None
    with contextlib.suppress(RuntimeError):
        loop = asyncio.get_running_loop()
    if loop is None:  # Not in an `except` block, which tracebacks of the coroutine would show.
        return asyncio.run(coroutine)
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(copy_context().run, asyncio.run, coroutine).result()
