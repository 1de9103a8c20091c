"""The do-nothing baseline: finishes without any action."""

from webproctor.benchmarks import Benchmark
from webproctor.core.episodes import Turn
from webproctor.core.observations import Observation, View


class DoNothing:
    """Finishes every task without any action."""

    reads: frozenset[View] = frozenset()

    async def act(self, observation: Observation) -> Turn:
        return Turn(done=True)


def do_nothing(benchmark: Benchmark) -> DoNothing:
    """Finishes without any action: the lower bound of scores."""
    return DoNothing()
