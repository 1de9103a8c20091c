"""Episodes of the policy for reinforcement learning, judged by the benchmark."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import torch  # pyright: ignore

from webproctor.benchmarks import Benchmark
from webproctor.core.sessions import SessionLost
from webproctor.core.tasks import Task
from webproctor.methods.policy.network import Policy
from webproctor.methods.policy.operations import Choice, call, past_action
from webproctor.methods.policy.tokens import Token, Trace, tokenize
from webproctor.rollouts.episode import Ended, OpenEpisode
from webproctor.training.parallel import run_episodes


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
    max_steps: int,
    seed: str,
    at_once: int = 2,
    listen: Callable[[int], None] | None = None,
) -> list[Rollout]:
    """Return episodes of the policy with drawn actions, in the order of the tasks.

    Args:
        benchmark: The benchmark, entered.
        times: Episodes of each task.
        max_steps: Maximum number of steps.
        seed: Seed of the drawn actions.
        at_once: Episodes at the same time.
        listen: Called with the number of finished episodes after each one.
    """

    async def run_one(task: Task, time: int) -> Rollout:
        # An episode's actions do not depend on those that run at the same time.
        generator = torch.Generator()
        generator.manual_seed(_seed_number(f"{seed}:{task.id}:{time}"))
        return await rollout(policy, benchmark, task, max_steps, generator)

    episodes = [partial(run_one, task, time) for task in tasks for time in range(times)]
    return await run_episodes(episodes, at_once, listen)


async def rollout(
    policy: Policy, benchmark: Benchmark, task: Task, max_steps: int, generator: torch.Generator
) -> Rollout:
    """Return one episode of the policy with drawn actions."""
    group = str(task.tags.get(benchmark.cluster, task.id))
    steps: list[tuple[list[Token], Choice]] = []
    episode = OpenEpisode(benchmark, task, frozenset({"content"}))
    try:
        observation = await episode.begin()
        trace = Trace(task.instruction)
        for _ in range(max_steps):
            tokens = tokenize(trace.situation(observation.texts["content"]))
            choice = policy.choose(tokens, generator)
            steps.append((tokens, choice))
            step_result = await episode.step(call(choice, tokens))
            trace.add(past_action(choice, tokens), step_result.result)
            if step_result.observation is None or step_result.ended is not None:
                break
            observation = step_result.observation
        ended: Ended = await episode.finish()
    except SessionLost:
        return Rollout(task.id, group, tuple(steps), None)
    finally:
        await episode.close()
    return Rollout(task.id, group, tuple(steps), ended.value)


def _seed_number(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") >> 1
