"""`--workers` says where the workers are."""

import os
from importlib.util import find_spec

import pytest

from webproctor.core.errors import UserError
from webproctor.workers.executors import executor_of


@pytest.mark.parametrize("workers", ["0", "-1", "1.5", "slurm", "ray:", "ray://", "http://host:1"])
def test_other_values_are_refused(workers: str) -> None:
    with pytest.raises(UserError, match=r"give a number of processes, `ray`, or `ray://HOST:PORT`"):
        executor_of(workers, None)


async def test_cores_are_divided_among_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 8)
    assert [executor_of("3", parallel).slots for parallel in (None, 5)] == [3, 5]


@pytest.mark.skipif(find_spec("ray") is not None, reason="Ray is installed")
def test_ray_has_to_be_installed() -> None:
    with pytest.raises(UserError, match=r"pip install 'webproctor\[ray\]'"):
        executor_of("ray", None)
