"""Time in which the service was stopped does not count for its clients."""

import pytest
from core.test_awake import Machine
from rollouts.conftest import serving

from webproctor.benchmarks import load_benchmark
from webproctor.core import awake
from webproctor.core.awake import TICK


async def test_time_while_the_service_was_stopped_does_not_count_for_leases_and_limits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    machine = Machine()
    monkeypatch.setattr(awake, "time", machine)
    async with serving(lambda: load_benchmark("mind2web"), limit=1) as service:
        session = (await service.create(seed=0, lease=1))["session"]
        machine.seconds += 1e6
        stepped = await service.step(session, "scroll", direction="down")
        assert (stepped["steps"], stepped["ended"]) == (1, None)
        machine.seconds += TICK  # The client had the time to send a request.
        while service.pool.open:
            await service.pool.wait_until_closed()
        assert service.pool.counts["expired"] == 1
