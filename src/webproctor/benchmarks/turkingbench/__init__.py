"""TurkingBench: filling in real crowdsourcing pages.

Xu et al., "Tur[k]ingBench: A Challenge Benchmark for Web Agents", NAACL 2025.

A task is an *instance*: the page of a crowdsourcing job, filled with one row of inputs. The agent
uses the `form` action set; the values in the page are then compared with the workers' answers.
"""

from webproctor.benchmarks.turkingbench.benchmark import TurkingBench, turkingbench

__all__ = ["TurkingBench", "turkingbench"]
