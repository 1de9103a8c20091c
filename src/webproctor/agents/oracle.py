"""The oracle: knows the right answers and enters them as a person would."""

from webproctor.benchmarks import Benchmark
from webproctor.episodes import Agent, SelfDrivenAgent


def oracle(benchmark: Benchmark) -> Agent | SelfDrivenAgent:
    """The upper bound: what it cannot reach, no agent can."""
    return benchmark.oracle()
