"""TurkingBench: real crowdsourcing pages that an agent reads and fills in.

Xu et al., "Tur[k]ingBench: A Challenge Benchmark for Web Agents", NAACL 2025.

A task is an *instance*: one row of inputs put into the page of one crowdsourcing job. The agent
acts with the `form` action set; what the page then holds is compared with what workers answered.
"""

from webproctor.benchmarks.turkingbench.benchmark import TurkingBench, turkingbench

__all__ = ["TurkingBench", "turkingbench"]
