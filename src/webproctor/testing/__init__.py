"""Check benchmarks and agents against their interfaces, for tests of plug-ins.

from webproctor.testing import assert_passed, check_benchmark

def test_my_benchmark():
    assert_passed(check_benchmark(MyBenchmark))
"""

from webproctor.testing.agents import check_agent
from webproctor.testing.benchmarks import check_benchmark
from webproctor.testing.checks import Check, assert_passed

__all__ = ["Check", "assert_passed", "check_agent", "check_benchmark"]
