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

MAX_EPISODES = 128
"""Maximum number of episodes at the same time, if `auto` is given without one."""
MARGIN = 3.0
_ASSUMED_MEMORY = 300e6  # bytes of an episode before it is measured: a browser with a page
_WARM_UP = 10.0  # seconds at most until the measurement begins: a browser is started only once
_MAX_MEASUREMENT = 30.0  # seconds at most of the measurement
_FREE_SHARE = 0.1  # share of the memory that is not used
_MAX_STALLED_SHARE = 0.1  # share of time in which processes wait for memory
_SHRINK_INTERVAL = 10.0  # seconds from one reduction to the next: episodes that run must end
_REGROW_DELAY = 60.0  # seconds without pressure before the number grows again
_DOUBLE_INTERVAL = 1.0  # seconds until the number is doubled again, up to the chosen one


@dataclass(frozen=True)
class Auto:
    """The number of episodes is chosen during the run.

    Attributes:
        maximum: The maximum.
    """

    maximum: int = MAX_EPISODES


Parallel = int | Auto
"""The number of episodes at the same time."""


@dataclass(frozen=True)
class Part:
    """The part of the machine for which a process chooses its number of episodes.

    Attributes:
        workers: The number of processes that divide the machine equally.
        cores: The maximum number of cores.
    """

    workers: int = 1
    cores: float = math.inf


def parallel(value: int | str | None) -> Parallel:
    """Parse `4`, `auto`, or `auto:16` for at most 16; None is the number of cores.

    Raises:
        UserError: If the value has another form.
    """
    if value is None:
        return cores()
    name, colon, limit = str(value).partition(":")
    if name == "auto" and not colon:
        return Auto()
    number = limit if name == "auto" else str(value)
    if not number.isascii() or not number.isdecimal() or int(number) < 1:
        raise UserError(f"parallel {value}: must be at least 1, `auto`, or `auto:N` for at most N.")
    return Auto(int(number)) if name == "auto" else int(number)


class Slots:
    """Lets a number of episodes run at the same time; each is in a block `async with slots`.

    Attributes:
        maximum: The maximum that `limit` ever has.
        busy: The number of episodes that run.
    """

    def __init__(self, number: int) -> None:
        self.maximum = number
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


def slots(setting: Parallel, on_choice: Callable[[str], None] | None = None) -> Slots:
    """Return slots for episodes.

    Args:
        on_choice: Called with a sentence whenever the number has been chosen, or changes.
    """
    return Slots(setting) if isinstance(setting, int) else AutoSlots(setting.maximum, on_choice)


class AutoSlots(Slots):
    """Slots whose number is chosen from measurements of the first episodes.

    It begins with one episode per core. It is reduced by a quarter when memory runs out, and grows
    again, up to the chosen number, when there has been enough for a minute.

    Args:
        maximum: The maximum.
        on_choice: Called with a sentence when the number has been chosen, or is reduced.
        machine: Reads the machine's limits.
        clock: Returns seconds.
        part: The part of the machine that these episodes may use.
        on_limit: Called whenever `limit` has changed.
    """

    def __init__(
        self,
        maximum: int = MAX_EPISODES,
        on_choice: Callable[[str], None] | None = None,
        machine: Machine | None = None,
        clock: Callable[[], float] = time.monotonic,
        part: Part | None = None,
        on_limit: Callable[[], None] | None = None,
    ) -> None:
        self._machine, self._clock = machine or Machine(), clock
        self._part = part or Part()
        super().__init__(self._initial_number(maximum))
        self.maximum = maximum
        self._on_choice = on_choice or (lambda sentence: None)
        self._on_limit = on_limit or (lambda: None)
        self._watch_task: asyncio.Task[None] | None = None
        self._finished_count = 0
        self._usage_before: Usage | None = None
        self._started_at: float | None = None  # When the first episode started.
        self._measurement_start: _MeasurementStart | None = None
        self._measurement: _Measurement | None = None
        self._chosen: int | None = None
        self._explanation = ""
        self._lowered: list[str] = []
        # When the number may be reduced, and when it may grow.
        self._may_shrink_at = self._may_grow_at = -math.inf
        # The time of the last event, and the seconds of all episodes until then.
        self._busy_time = (0.0, 0.0)

    def begin(self) -> None:
        self._count()
        super().begin()
        if self._started_at is None:
            self._started_at, self._usage_before = self._clock(), self._machine.usage()
        if self._watch_task is None or self._watch_task.done():
            self._watch_task = asyncio.create_task(self._watch())

    def end(self) -> None:
        self._count()
        self._finished_count += 1
        self.tick()
        super().end()

    def divide(self, part: Part) -> None:
        """Choose again for another part of the machine, from the same measurements."""
        self._part = part
        if self._measurement is None:
            self._set_limit(self._initial_number(self.maximum))
        else:
            self._choose(self._measurement)

    def about(self) -> dict[str, Any]:
        return {
            "episodes": self.limit,
            "most": self.maximum,
            "why": self._explanation
            or f"{self.limit} at once, one per core: the run was too short",
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
        last_time, seconds = self._busy_time
        self._busy_time = now, seconds + self.busy * (now - last_time) if self.busy else seconds

    def _measure(self) -> None:
        now = self._clock()
        if self._started_at is None or self._usage_before is None:
            return
        if self._measurement_start is None:
            if (self._finished_count or now - self._started_at >= _WARM_UP) and (
                usage := self._machine.usage()
            ):
                self._measurement_start = _MeasurementStart(
                    now, self._finished_count, self._busy_time[1], usage, time.thread_time()
                )
            return
        start = self._measurement_start
        enough = self._finished_count - start.finished >= 2 * self.limit
        if not enough and now - start.time < _MAX_MEASUREMENT:
            return
        usage, seconds = self._machine.usage(), self._busy_time[1]
        if usage is None or self._machine.memory() is None or seconds <= start.seconds:
            return
        busy_seconds, elapsed = seconds - start.seconds, now - start.time
        used_cpu, idle_cpu = usage.processor - start.usage.processor, usage.idle - start.usage.idle
        self._measurement = _Measurement(
            used_cores=used_cpu / elapsed,
            idle_cores=idle_cpu / elapsed,
            cores_per_episode=used_cpu / busy_seconds,
            event_loop_cores=(time.thread_time() - start.event_loop_seconds) / busy_seconds,
            memory_per_episode=max(1e6, (usage.memory - self._usage_before.memory) / self.limit),
        )
        self._choose(self._measurement)

    def _choose(self, measurement: "_Measurement") -> None:
        memory = self._machine.memory()
        if memory is None:
            return
        cores_per_episode, event_loop_cores, memory_per_episode, workers = (
            measurement.cores_per_episode,
            measurement.event_loop_cores,
            measurement.memory_per_episode,
            self._part.workers,
        )
        # Not the cores of other programs, which make episodes wait too.
        cores = min(self._cores(), measurement.used_cores + measurement.idle_cores / workers)
        by_cores = episodes_to_fill(max(cores_per_episode / max(cores, 1e-6), event_loop_cores))
        by_memory = self.limit + _fitting(memory, workers * memory_per_episode)
        self._chosen = max(1, min(by_cores, by_memory, self.maximum))
        if self._chosen < self.limit:
            self._set_limit(self._chosen)
        suffix = f", as one of {workers} workers of the machine" if workers > 1 else ""
        self._explanation = (
            f"{self._chosen} at once: an episode uses {cores_per_episode:.2f} of {cores:.3g} cores "
            f"({event_loop_cores:.2f} in the event loop), so {by_cores} keep them busy; it uses "
            f"{_megabytes(memory_per_episode)} of memory, which is enough for {by_memory}; "
            f"at most {self.maximum}{suffix}"
        )
        self._on_choice(self._explanation)
        self._adapt(self._chosen)

    def _adapt(self, chosen: int) -> None:
        now, memory = self._clock(), self._machine.memory()
        if memory is None:
            return
        if reason := _pressure(memory):
            self._may_grow_at = now + _REGROW_DELAY
            if now >= self._may_shrink_at and self.limit > 1:
                self._set_limit(self.limit * 3 // 4)
                self._may_shrink_at = now + _SHRINK_INTERVAL
                self._lowered.append(f"to {self.limit}: {reason}")
                self._on_choice(f"{self.limit} at once: {reason}")
        elif self.limit < chosen and now >= self._may_grow_at:
            # At most twice as many, as new episodes need their memory only after a while.
            increased = self.limit + 1 if self._lowered else 2 * self.limit
            self._set_limit(min(chosen, increased))
            self._may_grow_at = now + (_REGROW_DELAY if self._lowered else _DOUBLE_INTERVAL)

    def _set_limit(self, number: int) -> None:
        """Let as many episodes run."""
        if number != self.limit:
            self._limiter.total_tokens = number
            self._on_limit()

    def _cores(self) -> float:
        """Return the maximum number of cores that all episodes may use."""
        return min(self._machine.cores() / self._part.workers, self._part.cores)

    def _initial_number(self, maximum: int) -> int:
        """Return the number before anything is measured."""
        by_memory = _fitting(self._machine.memory(), self._part.workers * _ASSUMED_MEMORY)
        return max(1, min(maximum, math.ceil(self._cores()), by_memory))


@dataclass(frozen=True)
class _MeasurementStart:
    """The state at the beginning of the measurement.

    Attributes:
        time: The time.
        finished: Finished episodes.
        seconds: Seconds of all episodes.
        usage: What all processes use.
        event_loop_seconds: Processor seconds of the event loop's thread.
    """

    time: float
    finished: int
    seconds: float
    usage: Usage
    event_loop_seconds: float


@dataclass(frozen=True)
class _Measurement:
    """What was measured.

    Attributes:
        used_cores: Cores that all episodes used.
        idle_cores: Cores of the machine that did nothing.
        cores_per_episode: Cores that one episode uses.
        event_loop_cores: Those that it uses in the thread of the event loop, which cannot use more
            than one.
        memory_per_episode: Bytes of one episode.
    """

    used_cores: float
    idle_cores: float
    cores_per_episode: float
    event_loop_cores: float
    memory_per_episode: float


def episodes_to_fill(share: float) -> int:
    """Return how many episodes keep the cores busy.

    Args:
        share: The share of all cores that one episode uses.
    """
    even_count = 1 / max(share, 1e-6)
    return max(1, round(even_count + MARGIN * math.sqrt(even_count)))


def _fitting(memory: Memory | None, size: float) -> int:
    """Return how many more episodes fit into the free memory, given the bytes of one."""
    if memory is None:
        return MAX_EPISODES
    return max(0, int((memory.free - _FREE_SHARE * memory.total) / size))


def _pressure(memory: Memory) -> str:
    """Say why memory runs out; "" if it does not."""
    if memory.free < _FREE_SHARE * memory.total:
        return f"{_megabytes(memory.free)} of {_megabytes(memory.total)} of memory are free"
    if memory.stalled > _MAX_STALLED_SHARE:
        return f"processes waited for memory in {100 * memory.stalled:.0f} % of the time"
    return ""


def _megabytes(size: float) -> str:
    return f"{size / 1e6:,.0f} MB"
