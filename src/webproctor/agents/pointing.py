"""Grounding baselines: the centre of every screenshot, and an oracle with errors."""

from typing import Annotated

from webproctor.benchmarks import Benchmark
from webproctor.core.actions.web import Click
from webproctor.core.agents import SelfDrivenAgent
from webproctor.core.episodes import Step
from webproctor.core.errors import UserError
from webproctor.core.observations import Observation, View


class Centre:
    """Clicks the centre of every screenshot."""

    takes = frozenset({"web"})
    reads: frozenset[View] = frozenset({"screenshot"})

    async def act(self, observation: Observation) -> Step:
        observation.read("screenshot")
        return Step(actions=[Click(x=observation.width / 2, y=observation.height / 2)])


def centre(benchmark: Benchmark) -> Centre:
    """Clicks the centre of every screenshot: a lower bound of grounding scores."""
    return Centre()


def noisy_oracle(
    benchmark: Benchmark,
    *,
    error_rate: Annotated[float, "Share of steps with a wrong click, 0 to 1."] = 0.1,
    seed: Annotated[int, "Seed of the choice of steps."] = 0,
) -> SelfDrivenAgent:
    """An oracle with errors: shows the effect of a known step accuracy on long sequences.

    Raises:
        UserError: If the benchmark has no such oracle.
    """
    if not 0 <= error_rate <= 1:
        raise UserError(f"error_rate {error_rate}: must be 0 to 1.")
    return benchmark.noisy_oracle(error_rate, seed)
