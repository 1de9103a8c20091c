"""The do-nothing baseline: looks at nothing and finishes at once."""

from webproctor.benchmarks import Benchmark
from webproctor.episodes import Turn
from webproctor.observations import Observation, View


class DoNothing:
    """Leaves every page as it finds it."""

    reads: frozenset[View] = frozenset()

    async def act(self, observation: Observation) -> Turn:
        return Turn(done=True)


def do_nothing(benchmark: Benchmark) -> DoNothing:
    """The lower bound: marks above it are earned."""
    return DoNothing()
