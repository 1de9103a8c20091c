"""Settings of the benchmark."""

import pytest

from webproctor.benchmarks.webgames.benchmark import MOST_SEEDS, webgames
from webproctor.core.errors import UserError


def test_seeds_have_an_upper_bound() -> None:
    """Settings also come from a run's files, which someone may have altered."""
    with pytest.raises(UserError, match=r"at most 10,000 instances of each task"):
        webgames(seeds=MOST_SEEDS + 1)
