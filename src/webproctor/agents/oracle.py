"""The oracle: enters the correct answers as a person would."""

from webproctor.benchmarks import Benchmark
from webproctor.core.agents import Agent, SelfDrivenAgent


def oracle(benchmark: Benchmark) -> Agent | SelfDrivenAgent:
    """Enters the correct answers: the upper bound of scores."""
    return benchmark.oracle()
