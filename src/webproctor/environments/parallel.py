"""How many episodes run at the same time: a fixed number, or one that is chosen during the run.

The number is chosen from measurements of the first episodes. If an episode uses `s` cores while it
runs, and there are `c` cores that no other program uses, `a = c / s` episodes would fill them if
all used them evenly. They do not: some wait while others compute. `a + MARGIN * sqrt(a)` episodes
keep the cores busy, as in the square-root staffing rule of queueing theory (Halfin and Whitt,
"Heavy-Traffic Limits for Queues with Many Exponential Servers", Operations Research 29(3), 1981).
"""

import asyncio
import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from anyio import CapacityLimiter

from webproctor.core.errors import UserError
from webproctor.environments.machine import Machine, Memory, Usage, cores

MOST = 128
"""Maximum number of episodes at the same time, if `auto` is given without one."""
MARGIN = 3.0
_ASSUMED = 300e6  # bytes of an episode before it is measured: a browser with a page
_WARM_UP = 10.0  # seconds at most until the measurement begins: a browser is started only once
_LONGEST = 30.0  # seconds at most of the measurement
_KEPT_FREE = 0.1  # share of the memory that is not used
_STALLED = 0.1  # share of time in which processes wait for memory
_SETTLING = 10.0  # seconds from one reduction to the next: episodes that run must end
_CALM = 60.0  # seconds without pressure before the number grows again
_DOUBLING = 1.0  # seconds until the number is doubled again, up to the chosen one


@dataclass(frozen=True)
class Auto:
    """The number of episodes is chosen during the run.

    Attributes:
        most: The maximum.
    """

    most: int = MOST


Parallel = int | Auto
"""The number of episodes at the same time."""


@dataclass(frozen=True)
class Part:
    """The part of the machine that the number of episodes is chosen for.

    Attributes:
        workers: The number of processes that divide the machine equally, each of which chooses its
            own number.
        cores: The maximum number of cores.
    """

    workers: int = 1
    cores: float = math.inf


def parallel(given: int | str | None) -> Parallel:
    """Parse `4`, `auto`, or `auto:16` for at most 16; None is the number of cores.

    Raises:
        UserError: If it is something else.
    """
    if given is None:
        return cores()
    name, colon, most = str(given).partition(":")
    if name == "auto" and not colon:
        return Auto()
    number = most if name == "auto" else str(given)
    if not number.isascii() or not number.isdecimal() or int(number) < 1:
        raise UserError(f"parallel {given}: must be at least 1, `auto`, or `auto:N` for at most N.")
    return Auto(int(number)) if name == "auto" else int(number)


class Slots:
    """Lets a number of episodes run at the same time; each is in a block `async with slots`.

    Attributes:
        most: The maximum that `limit` ever has.
        busy: The number of episodes that run.
    """

    def __init__(self, number: int) -> None:
        self.most = number
        self.busy = 0
        self._limiter = CapacityLimiter(number)

    @property
    def limit(self) -> int:
        """The number of episodes that may run. Reducing it ends none: fewer are started."""
        return int(self._limiter.total_tokens)

    async def __aenter__(self) -> None:
        await self._limiter.acquire()
        self.begin()

    async def __aexit__(self, *_: object) -> None:
        self.end()
        self._limiter.release()

    def begin(self) -> None:
        """Count an episode that begins, also if another process has limited their number."""
        self.busy += 1

    def end(self) -> None:
        """Count the end of an episode."""
        self.busy -= 1

    def about(self) -> dict[str, Any] | None:
        """Return how the number was chosen, as JSON data; None if it was given."""
        return None


def slots(wanted: Parallel, on_choice: Callable[[str], None] | None = None) -> Slots:
    """Return slots for episodes.

    Args:
        on_choice: Called with a sentence whenever the number has been chosen, or changes.
    """
    return Slots(wanted) if isinstance(wanted, int) else AutoSlots(wanted.most, on_choice)


class AutoSlots(Slots):
    """Slots whose number is chosen from measurements of the first episodes.

    It begins with one episode per core. It is reduced by a quarter when memory runs out, and grows
    again, up to the chosen number, when there has been enough for a minute.

    Args:
        most: The maximum.
        on_choice: Called with a sentence when the number has been chosen, or is reduced.
        machine: Reads the machine's limits.
        clock: Returns seconds.
        part: The part of the machine that these episodes may use.
        on_limit: Called whenever `limit` has changed.
    """

    def __init__(
        self,
        most: int = MOST,
        on_choice: Callable[[str], None] | None = None,
        machine: Machine | None = None,
        clock: Callable[[], float] = time.monotonic,
        part: Part | None = None,
        on_limit: Callable[[], None] | None = None,
    ) -> None:
        self._machine, self._clock = machine or Machine(), clock
        self._part = part or Part()
        super().__init__(self._first(most))
        self.most = most
        self._on_choice = on_choice or (lambda said: None)
        self._on_limit = on_limit or (lambda: None)
        self._watching: asyncio.Task[None] | None = None
        self._finished = 0
        self._before: Usage | None = None
        self._began: float | None = None  # when the first episode began
        self._measuring: _Measuring | None = None
        self._measured: _Measured | None = None
        self._chosen: int | None = None
        self._said = ""
        self._lowered: list[str] = []
        self._shrinks = self._grows = -math.inf  # when the number may be reduced, and may grow
        self._ran = (0.0, 0.0)  # the time of the last event, and seconds of all episodes until then

    def begin(self) -> None:
        self._count()
        super().begin()
        if self._began is None:
            self._began, self._before = self._clock(), self._machine.usage()
        if self._watching is None or self._watching.done():
            self._watching = asyncio.create_task(self._watch())

    def end(self) -> None:
        self._count()
        self._finished += 1
        self.tick()
        super().end()

    def divide(self, part: Part) -> None:
        """Choose again for another part of the machine, from the same measurements."""
        self._part = part
        if self._measured is None:
            self._let(self._first(self.most))
        else:
            self._choose(self._measured)

    def about(self) -> dict[str, Any]:
        return {
            "episodes": self.limit,
            "most": self.most,
            "why": self._said or f"{self.limit} at once, one per core: the run was too short",
            "lowered": list(self._lowered),
        }

    async def _watch(self) -> None:
        while self.busy:
            await asyncio.sleep(1)
            self.tick()

    def tick(self) -> None:
        """Choose the number when enough is measured, and adapt it to the memory."""
        self._count()
        if self._chosen is None:
            self._measure()
        else:
            self._adapt(self._chosen)

    def _count(self) -> None:
        now = self._clock()
        at, seconds = self._ran
        self._ran = now, seconds + self.busy * (now - at) if self.busy else seconds

    def _measure(self) -> None:
        now = self._clock()
        if self._began is None or self._before is None:
            return
        if self._measuring is None:
            if (self._finished or now - self._began >= _WARM_UP) and (
                usage := self._machine.usage()
            ):
                self._measuring = _Measuring(
                    now, self._finished, self._ran[1], usage, time.thread_time()
                )
            return
        begun = self._measuring
        enough = self._finished - begun.finished >= 2 * self.limit
        if not enough and now - begun.at < _LONGEST:
            return
        usage, seconds = self._machine.usage(), self._ran[1]
        if usage is None or self._machine.memory() is None or seconds <= begun.seconds:
            return
        ran, took = seconds - begun.seconds, now - begun.at
        used, idle = usage.processor - begun.usage.processor, usage.idle - begun.usage.idle
        self._measured = _Measured(
            used=used / took,
            idle=idle / took,
            share=used / ran,
            own=(time.thread_time() - begun.own) / ran,
            size=max(1e6, (usage.memory - self._before.memory) / self.limit),
        )
        self._choose(self._measured)

    def _choose(self, measured: "_Measured") -> None:
        memory = self._machine.memory()
        if memory is None:
            return
        share, own, size, workers = measured.share, measured.own, measured.size, self._part.workers
        # Not the cores of other programs, which make episodes wait too.
        cores = min(self._cores(), measured.used + measured.idle / workers)
        by_cores = filling(max(share / max(cores, 1e-6), own))
        by_memory = self.limit + _within(memory, workers * size)
        self._chosen = max(1, min(by_cores, by_memory, self.most))
        if self._chosen < self.limit:
            self._let(self._chosen)
        one_of = f", as one of {workers} workers of the machine" if workers > 1 else ""
        self._said = (
            f"{self._chosen} at once: an episode uses {share:.2f} of {cores:.3g} cores "
            f"({own:.2f} in the event loop), so {by_cores} keep them busy; it uses "
            f"{_megabytes(size)} of memory, which is enough for {by_memory}; at most {self.most}"
            f"{one_of}"
        )
        self._on_choice(self._said)
        self._adapt(self._chosen)

    def _adapt(self, chosen: int) -> None:
        now, memory = self._clock(), self._machine.memory()
        if memory is None:
            return
        if why := _pressure(memory):
            self._grows = now + _CALM
            if now >= self._shrinks and self.limit > 1:
                self._let(self.limit * 3 // 4)
                self._shrinks = now + _SETTLING
                self._lowered.append(f"to {self.limit}: {why}")
                self._on_choice(f"{self.limit} at once: {why}")
        elif self.limit < chosen and now >= self._grows:
            # At most twice as many, as new episodes need their memory only after a while.
            more = self.limit + 1 if self._lowered else 2 * self.limit
            self._let(min(chosen, more))
            self._grows = now + (_CALM if self._lowered else _DOUBLING)

    def _let(self, number: int) -> None:
        """Let as many episodes run."""
        if number != self.limit:
            self._limiter.total_tokens = number
            self._on_limit()

    def _cores(self) -> float:
        """Return the maximum number of cores that all episodes may use."""
        return min(self._machine.cores() / self._part.workers, self._part.cores)

    def _first(self, most: int) -> int:
        """Return the number before anything is measured."""
        begins = _within(self._machine.memory(), self._part.workers * _ASSUMED)
        return max(1, min(most, math.ceil(self._cores()), begins))


@dataclass(frozen=True)
class _Measuring:
    """The state at the beginning of the measurement.

    Attributes:
        at: The time.
        finished: Finished episodes.
        seconds: Seconds of all episodes.
        usage: What all processes use.
        own: Processor seconds of the event loop's thread.
    """

    at: float
    finished: int
    seconds: float
    usage: Usage
    own: float


@dataclass(frozen=True)
class _Measured:
    """What was measured.

    Attributes:
        used: Cores that all episodes used.
        idle: Cores of the machine that did nothing.
        share: Cores that one episode uses.
        own: Those that it uses in the thread of the event loop, which cannot use more than one.
        size: Bytes of one episode.
    """

    used: float
    idle: float
    share: float
    own: float
    size: float


def filling(share: float) -> int:
    """Return how many episodes keep the cores busy.

    Args:
        share: The share of all cores that one episode uses.
    """
    evenly = 1 / max(share, 1e-6)
    return max(1, round(evenly + MARGIN * math.sqrt(evenly)))


def _within(memory: Memory | None, size: float) -> int:
    """Return how many more episodes of a size the free memory is enough for."""
    if memory is None:
        return MOST
    return max(0, int((memory.free - _KEPT_FREE * memory.whole) / size))


def _pressure(memory: Memory) -> str:
    """Say why memory runs out; "" if it does not."""
    if memory.free < _KEPT_FREE * memory.whole:
        return f"{_megabytes(memory.free)} of {_megabytes(memory.whole)} of memory are free"
    if memory.stalled > _STALLED:
        return f"processes waited for memory in {100 * memory.stalled:.0f} % of the time"
    return ""


def _megabytes(size: float) -> str:
    return f"{size / 1e6:,.0f} MB"
