"""The do-nothing baseline: finishes without any action."""

from webproctor.benchmarks import Benchmark
from webproctor.core.episodes import Step
from webproctor.core.observations import Observation, View


class DoNothing:
    """Finishes every task without any action."""

    reads: frozenset[View] = frozenset()

    async def act(self, observation: Observation) -> Step:
        return Step(done=True)


def do_nothing(benchmark: Benchmark) -> DoNothing:
    """Finishes without any action: the lower bound of scores."""
    return DoNothing()
