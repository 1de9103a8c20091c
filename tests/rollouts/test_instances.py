"""Instances of a benchmark that the service starts and closes."""

from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any

import pytest

import webproctor
from webproctor.rollouts.instances import Instances


class Fragile(webproctor.Benchmark):
    """Notes that it is left, and then fails."""

    def __init__(self) -> None:
        self.left = False

    async def __aexit__(self, *_: Any) -> None:
        self.left = True
        raise OSError("the server does not stop")

    def tasks(self) -> Sequence[webproctor.Task]:
        return []

    def session(
        self, task: webproctor.Task, surface: str = "page"
    ) -> AbstractAsyncContextManager[webproctor.Session]:
        raise NotImplementedError

    def score(self, task: webproctor.Task, episode: webproctor.Episode) -> webproctor.Score:
        raise NotImplementedError


async def test_all_instances_are_closed_although_closing_one_fails() -> None:
    benchmarks: list[Fragile] = []

    def load() -> Fragile:
        benchmarks.append(Fragile())
        return benchmarks[-1]

    instances = Instances(load, limit=2, renew_after=10, renew_memory=2**30, prepared_pages=0)
    for _ in range(2):
        await instances.take()
    with pytest.raises(OSError, match="does not stop"):
        await instances.close()
    assert [one.left for one in benchmarks] == [True, True]
