"""Time in which the service was stopped does not count for its clients."""

import pytest
from rollouts.conftest import serving

from webproctor.benchmarks import load_benchmark
from webproctor.rollouts import awake
from webproctor.rollouts.awake import TICK, AwakeClock


class Machine:
    """A machine whose monotonic clock a test sets."""

    seconds = 0.0

    def monotonic(self) -> float:
        return self.seconds


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    made = Machine()
    monkeypatch.setattr(awake, "time", made)
    return made


def test_the_clock_counts_time_but_not_pauses(machine: Machine) -> None:
    clock = AwakeClock()
    begun = clock.now()
    for _ in range(5):
        machine.seconds += TICK
        assert clock.now() - begun == machine.seconds
    machine.seconds += 1000
    assert clock.now() - begun == 5 * TICK
    machine.seconds += TICK
    assert clock.now() - begun == 6 * TICK


async def test_a_stopped_service_lets_no_lease_and_no_time_limit_pass(machine: Machine) -> None:
    async with serving(lambda: load_benchmark("mind2web"), most=1) as service:
        session = (await service.create(seed=0, lease=1))["session"]
        machine.seconds += 1e6
        stepped = await service.step(session, "scroll", direction="down")
        assert (stepped["steps"], stepped["ended"]) == (1, None)
        machine.seconds += TICK  # The client had the time to send a request.
        while service.pool.open:
            await service.pool.freed()
        assert service.pool.counts["expired"] == 1
