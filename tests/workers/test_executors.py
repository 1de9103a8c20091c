"""`--workers` selects where workers run."""

from importlib.util import find_spec

import pytest

from webproctor.core.errors import UserError
from webproctor.environments.parallel import Auto
from webproctor.workers import executors
from webproctor.workers.executors import executor_of
from webproctor.workers.processes import Processes


@pytest.mark.parametrize("workers", ["0", "-1", "1.5", "slurm", "ray:", "ray://", "http://host:1"])
def test_other_values_are_user_errors(workers: str) -> None:
    with pytest.raises(UserError, match=r"give a number of processes, `ray`, or `ray://HOST:PORT`"):
        executor_of(workers, None)


async def test_cores_are_divided_among_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executors, "cores", lambda: 8)
    for parallel, each in (None, 3), (5, 5), (Auto(9), Auto(9)):
        executor = executor_of("3", parallel)
        assert isinstance(executor, Processes)
        assert (executor.count, executor.parallel) == (3, each)


@pytest.mark.skipif(find_spec("ray") is not None, reason="Ray is installed")
def test_ray_must_be_installed() -> None:
    with pytest.raises(UserError, match=r"pip install 'webproctor\[ray\]'"):
        executor_of("ray", None)
