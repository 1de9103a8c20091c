"""Episodes of the policy for reinforcement learning, judged by the benchmark."""

import asyncio
import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import torch  # pyright: ignore

from webproctor.benchmarks import Benchmark
from webproctor.core.sessions import SessionLost
from webproctor.core.tasks import Task
from webproctor.methods.policy.network import Policy
from webproctor.methods.policy.operations import Choice, call, past
from webproctor.methods.policy.tokens import Token, Trace, tokens
from webproctor.rollouts.episode import Ended, OpenEpisode


@dataclass(frozen=True)
class Rollout:
    """An episode of the policy.

    Attributes:
        task: The task's id.
        group: The task's family, or its id in a benchmark without families.
        steps: What the policy saw and chose in each step.
        value: The score, 0 to 1; None if the episode is void.
    """

    task: str
    group: str
    steps: tuple[tuple[list[Token], Choice], ...]
    value: float | None


async def rollouts(
    policy: Policy,
    benchmark: Benchmark,
    tasks: Sequence[Task],
    *,
    times: int,
    turns: int,
    seed: str,
    at_once: int = 2,
    listen: Callable[[int], None] | None = None,
) -> list[Rollout]:
    """Return episodes of the policy with drawn actions, in the order of the tasks.

    Args:
        benchmark: The benchmark, entered.
        times: Episodes of each task.
        turns: Maximum number of steps.
        seed: Seed of the drawn actions.
        at_once: Episodes at the same time.
        listen: Called with the number of finished episodes after each one.
    """
    slots, done = asyncio.Semaphore(at_once), 0

    async def one(task: Task, time: int) -> Rollout:
        nonlocal done
        # An episode's actions do not depend on the episodes beside it.
        generator = torch.Generator()
        generator.manual_seed(_number(f"{seed}:{task.id}:{time}"))
        async with slots:
            made = await rollout(policy, benchmark, task, turns, generator)
        done += 1
        if listen is not None:
            listen(done)
        return made

    return await asyncio.gather(*(one(task, time) for task in tasks for time in range(times)))


async def rollout(
    policy: Policy, benchmark: Benchmark, task: Task, turns: int, generator: torch.Generator
) -> Rollout:
    """Return one episode of the policy with drawn actions."""
    group = str(task.tags.get(benchmark.cluster, task.id))
    steps: list[tuple[list[Token], Choice]] = []
    episode = OpenEpisode(benchmark, task, frozenset({"content"}))
    try:
        seen = await episode.begin()
        trace = Trace(task.instruction)
        for _ in range(turns):
            read = tokens(trace.situation(seen.texts["content"]))
            choice = policy.choose(read, generator)
            steps.append((read, choice))
            stepped = await episode.step(call(choice, read))
            trace.acted(past(choice, read), stepped.result)
            if stepped.seen is None or stepped.ended is not None:
                break
            seen = stepped.seen
        ended: Ended = await episode.finish()
    except SessionLost:
        return Rollout(task.id, group, tuple(steps), None)
    finally:
        await episode.close()
    return Rollout(task.id, group, tuple(steps), ended.value)


def _number(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") >> 1
