"""Entry points for untrusted input ("targets"), and how they are fuzzed.

A target takes an input and returns a value or raises a documented error. Any other exception is a
crash. An input that takes longer than `LIMIT` is too slow.
"""

import contextlib
import gc
import os
import signal
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

from fuzz import mutation

from webproctor.core.errors import UserError

LIMIT = 5.0
"""Maximum CPU seconds for one input."""
SIZES = (1_000, 10_000, 100_000)
"""Sizes in bytes of the inputs for measuring growth."""
STEEPEST = 30.0
"""Maximum time ratio for ten times the input; 10 is linear, 100 quadratic."""
FAST = 0.3
"""CPU seconds below which growth is ignored."""

Files = dict[str, bytes]
# Folders in memory are created and removed a hundred times as fast.
_MEMORY = next((path for path in ("/dev/shm",) if os.access(path, os.W_OK)), None)


@dataclass(frozen=True)
class Target:
    """An entry point for untrusted input.

    Attributes:
        name: Its name on the command line.
        make: Generates an input, usually a faulty one.
        read: Reads the input.
        refusals: The documented errors.
        units: Texts that are repeated for long inputs.
        grown: Builds a long input from a repeated unit.
        before: Prefixes of the units; each is tried.
    """

    name: str
    make: Callable[[Random], Any]
    read: Callable[[Any], object]
    refusals: tuple[type[Exception], ...] = (UserError,)
    units: Sequence[str] = ()
    grown: Callable[[str], Any] = str
    before: Sequence[str] = ("",)


class TooSlow(BaseException):
    """An input exceeded the time limit; tested code does not catch a BaseException."""


@dataclass(frozen=True)
class Outcome:
    """The outcome of one input.

    Attributes:
        kind: `read`, `refused`, `crashed` or `slow`.
        seconds: CPU seconds.
        place: For a crash, the error and the line of code; for an input that is too slow, `slow`.
        message: Further information.
    """

    kind: str
    seconds: float
    place: str = ""
    message: str = ""


@dataclass
class Count:
    """The outcomes of a target's inputs.

    Attributes:
        kinds: Number of inputs that were `read`, `refused`, `crashed`, `slow`.
        faults: For each failing line of code, the number of the first such input, and its outcome.
        slowest: Maximum CPU seconds of an input.
    """

    kinds: Counter[str] = field(default_factory=Counter)
    faults: dict[str, tuple[int, str]] = field(default_factory=dict)
    slowest: float = 0.0


def input_of(target: Target, seed: int, number: int) -> Any:
    """Return one input of a target, which is determined by seed and number."""
    return target.make(Random(f"{seed}:{target.name}:{number}"))


def fuzz(target: Target, inputs: int, *, seed: int = 0, first: int = 0) -> Count:
    """Run a target on inputs, numbered from `first`."""
    count = Count()
    for number in range(first, first + inputs):
        given = input_of(target, seed, number)
        outcome = tried(target, given)
        count.kinds[outcome.kind] += 1
        count.slowest = max(count.slowest, outcome.seconds)
        if outcome.place:
            count.faults.setdefault(outcome.place, (number, f"{outcome.message} {given!r:.300}"))
    return count


def tried(target: Target, given: Any, limit: float | None = None) -> Outcome:
    """Run a target on one input, with a limit in CPU seconds, by default `LIMIT`."""
    limit = LIMIT if limit is None else limit
    kind, place, message = "read", "", ""
    started = time.process_time()
    try:
        with limited(limit):
            target.read(given)
    except target.refusals:
        kind = "refused"
    except TooSlow:
        kind, place, message = "slow", "slow", f"took more than {limit:g} s"
    except Exception as error:  # noqa: BLE001 - any exception is a finding
        frames = traceback.extract_tb(error.__traceback__)
        last = [one for one in frames if "/src/webproctor/" in one.filename or one is frames[-1]]
        where = last[-1] if "/src/webproctor/" in last[-1].filename or len(last) == 1 else last[-2]
        kind, message = "crashed", f"{error!s:.200} in: {where.line}"
        place = f"{type(error).__name__} at {Path(where.filename).name}:{where.lineno}"
    return Outcome(kind, time.process_time() - started, place, message)


def growth(target: Target) -> list[str]:
    """Return the units whose repetition makes a target crash or take superlinear time."""
    found = []
    gc.collect()
    gc.freeze()  # Excludes existing objects from garbage collection during the inputs.
    for unit, before in product(target.units, target.before):
        taken: list[float] = []
        for size in SIZES:
            given = target.grown(before + unit * max(1, size // len(unit)))
            limit = max(FAST, STEEPEST * taken[-1]) if taken else LIMIT
            outcome = tried(target, given, limit)
            taken.append(outcome.seconds)
            if outcome.kind in ("crashed", "slow") or outcome.seconds > limit:
                times = ", ".join(f"{each:.3f}" for each in taken)
                what = f"{before!r} and {unit!r} repeated to {size:,} bytes"
                found.append(f"{what}: {outcome.place or 'slow'} {outcome.message} ({times} s)")
                break
    gc.unfreeze()
    return found


@contextlib.contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Raise `TooSlow` after `seconds` of this process's CPU time."""

    def stop(*_: object) -> None:
        raise TooSlow

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def of_files(read: Callable[[Path], object]) -> Callable[[Mapping[str, bytes]], object]:
    """Convert a reader of a folder to a reader of files by name."""

    def reads(files: Mapping[str, bytes]) -> object:
        with tempfile.TemporaryDirectory(prefix="webproctor-fuzz-", dir=_MEMORY) as named:
            folder = Path(named)
            for name, content in files.items():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                (folder / name).write_bytes(content)
            return read(folder)

    return reads


def of_texts(*seeds: str) -> Callable[[Random], str]:
    """Return a generator of faulty texts from valid ones."""

    def make(random: Random) -> str:
        return mutation.text(random, random.choice(seeds), seeds)

    return make
