"""Baselines of pointing: the middle of every screenshot, and an oracle that errs."""

from typing import Annotated

from webproctor.actions.web import Click
from webproctor.benchmarks import Benchmark
from webproctor.episodes import SelfDrivenAgent, Turn
from webproctor.errors import UserError
from webproctor.observations import Observation, View


class Centre:
    """Clicks the middle of every screenshot."""

    takes = frozenset({"web"})
    reads: frozenset[View] = frozenset({"screenshot"})

    async def act(self, observation: Observation) -> Turn:
        observation.read("screenshot")
        return Turn(actions=[Click(x=observation.width / 2, y=observation.height / 2)])


def centre(benchmark: Benchmark) -> Centre:
    """What hitting the middle of the screen is worth."""
    return Centre()


def noisy_oracle(
    benchmark: Benchmark,
    *,
    noise: Annotated[float, "Share of the steps that it misses, 0 to 1."] = 0.1,
    seed: Annotated[int, "Decides which."] = 0,
) -> SelfDrivenAgent:
    """An oracle that errs: what a known accuracy of steps is worth over long sequences.

    Raises:
        UserError: If the benchmark has none.
    """
    make = getattr(benchmark, "noisy_oracle", None)
    if make is None:
        raise UserError(f"{benchmark.name} has no oracle that errs: choose another agent.")
    if not 0 <= noise <= 1:
        raise UserError(f"noise {noise}: it must be 0 to 1.")
    return make(noise, seed)
