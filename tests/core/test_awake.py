"""Time limits do not count the time in which the process was stopped."""

import asyncio
import time

import pytest

from webproctor.core import awake
from webproctor.core.awake import TICK, AwakeClock, not_while_stopped


class Machine:
    """A machine whose monotonic clock a test sets."""

    seconds = 0.0

    def monotonic(self) -> float:
        return self.seconds


def test_the_clock_does_not_count_time_while_the_process_is_stopped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    machine = Machine()
    monkeypatch.setattr(awake, "time", machine)
    clock = AwakeClock()
    begun = clock.now()
    for _ in range(5):
        machine.seconds += TICK
        assert clock.now() - begun == machine.seconds
    machine.seconds += 1000
    assert clock.now() - begun == 5 * TICK
    machine.seconds += TICK
    assert clock.now() - begun == 6 * TICK


async def test_a_timeout_is_extended_only_by_the_time_the_process_was_stopped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(awake, "TICK", 0.01)
    monkeypatch.setattr(awake, "_MAX_BUSY_PAUSE", 0.1)
    async with asyncio.timeout(0.2) as limit, not_while_stopped(limit):
        time.sleep(0.3)  # noqa: ASYNC251 - nothing else runs, as in a process that was stopped
        await asyncio.sleep(0)
    assert not limit.expired()
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.2) as limit, not_while_stopped(limit):
            await asyncio.Event().wait()
