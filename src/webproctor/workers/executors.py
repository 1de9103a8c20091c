"""Choose where the workers of a run are."""

import math
import re

from webproctor.core.errors import UserError
from webproctor.environments.machine import cores
from webproctor.environments.parallel import Parallel
from webproctor.workers.connection import Executor
from webproctor.workers.processes import Processes

_RAY = re.compile(r"ray(?:://(?P<address>[^/\s]+))?")


def executor_of(workers: str, parallel: Parallel | None) -> Executor:
    """Return what starts the workers of a run.

    Args:
        workers: A number of processes on this machine, `ray` for the machines of the Ray cluster
            that this machine belongs to, or `ray://HOST:PORT` for another Ray cluster.
        parallel: How many episodes each worker runs at the same time; by default the number of its
            cores. If it is `auto`, each worker chooses for its part of its machine.

    Raises:
        UserError: If it is none of these, or Ray is not installed.
    """
    if workers.isdecimal() and int(workers) > 0:
        count = int(workers)
        return Processes(count, parallel or math.ceil(cores() / count))
    if (on_ray := _RAY.fullmatch(workers)) is None:
        raise UserError(
            f"workers {workers!r}: give a number of processes, `ray`, or `ray://HOST:PORT`."
        )
    try:
        from webproctor.workers.on_ray import RayCluster
    except ModuleNotFoundError as error:
        raise UserError("workers on Ray need Ray: pip install 'webproctor[ray]'.") from error
    return RayCluster(on_ray["address"], parallel)
