"""Train the policy: by imitation of oracles, then by reinforcement learning in the browser.

Reinforcement learning is GRPO (Shao et al. 2024, arXiv:2402.03300, section 4.1) on whole episodes:
several episodes of each task, each compared with the mean score of its task. The server judges the
score. Void episodes, in which the environment failed, are left out and never count as 0.
"""

import itertools
import math
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import mean
from typing import Any

import torch  # pyright: ignore
from torch import Tensor  # pyright: ignore

from webproctor.benchmarks import Benchmark
from webproctor.core.errors import UserError
from webproctor.core.tasks import Task
from webproctor.methods.policy.network import Config, Policy, batch_of
from webproctor.methods.policy.operations import Choice
from webproctor.methods.policy.tokens import Token, tokenize
from webproctor.training.policy_demonstrations import Demonstration
from webproctor.training.policy_rollouts import Rollout


@dataclass(frozen=True)
class PolicySettings:
    """Settings of a training run.

    Attributes:
        updates: Updates of imitation.
        batch_size: Steps per update.
        rate: The maximum learning rate of imitation; it decays to 0.
        rounds: Rounds of reinforcement learning; 0 for imitation alone.
        tasks_per_family: New tasks in a round, per family; see `next_tasks`.
        rollouts: Episodes of each task.
        max_steps: Maximum number of steps of an episode.
        passes: Passes over the steps of a round.
        rl_learning_rate: The learning rate of reinforcement learning.
        clip: Limit of the change of a probability in a round, as in PPO.
        imitation_weight: Weight of the demonstrations' loss in reinforcement learning.
        seed: Seed of the weights, the order of steps and the drawn actions.
    """

    updates: int = 400
    batch_size: int = 16
    rate: float = 1e-3
    rounds: int = 4
    tasks_per_family: int = 2
    rollouts: int = 4
    max_steps: int = 25
    passes: int = 3
    rl_learning_rate: float = 2e-4
    clip: float = 0.2
    imitation_weight: float = 0.3
    seed: int = 0


@dataclass
class Round:
    """The results of one round of episodes, before the policy learns from them.

    Attributes:
        groups: For each family the numbers of won, lost and void episodes.
        seconds: Time for the episodes.
        learning: Time for learning from them.
    """

    groups: dict[str, list[int]] = field(default_factory=dict[str, list[int]])
    seconds: float = 0.0
    learning: float = 0.0

    @property
    def episodes(self) -> int:
        """Number of episodes that were judged."""
        return sum(won + lost for won, lost, _ in self.groups.values())

    @property
    def won(self) -> int:
        """Number of episodes that were won."""
        return sum(won for won, _, _ in self.groups.values())


_BATCHES_SORTED = 8
"""Batches of samples of similar length are made from this many batches at a time."""
Sample = tuple[list[Token], Choice]


def new_policy(config: Config, settings: PolicySettings, device: str) -> Policy:
    """Return a policy with random weights."""
    torch.manual_seed(settings.seed)
    return Policy(config).to(device)


def imitate(
    policy: Policy,
    demonstrations: Sequence[Demonstration],
    settings: PolicySettings,
    listen: Callable[[int, float], None] | None = None,
) -> list[float]:
    """Train a policy in place to choose as the demonstrations; return the mean loss by twentieth.

    Args:
        listen: Called after each twentieth of the updates, with their number and the mean loss.

    Raises:
        UserError: If there are no demonstrations, or the loss is not finite.
    """
    steps = _samples(demonstrations)
    if not steps:
        raise UserError("there are no demonstrations: the oracle won no episode.")
    rng = random.Random(settings.seed)
    optimizer = torch.optim.AdamW(policy.parameters(), lr=settings.rate, weight_decay=0.01)
    # PyTorch has no warm-up, or fails, in fewer than 11 steps.
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, settings.rate, total_steps=max(11, settings.updates), pct_start=0.1
    )
    lengths = [len(tokens) for tokens, _ in steps]
    batches = itertools.chain.from_iterable(
        _batches(lengths, settings.batch_size, rng) for _ in itertools.count()
    )
    losses, recent_losses = list[float](), list[float]()
    policy.train()
    for update, batch in enumerate(itertools.islice(batches, settings.updates), 1):
        loss = _imitation_loss(policy, [steps[index] for index in batch], rng)
        _update(policy, optimizer, loss, "--learning-rate")
        schedule.step()
        recent_losses.append(loss.item())
        if 20 * update // settings.updates > 20 * (update - 1) // settings.updates:
            losses.append(sum(recent_losses) / len(recent_losses))
            recent_losses.clear()
            if listen is not None:
                listen(update, losses[-1])
    policy.eval()
    return losses


def learn(
    policy: Policy,
    rollouts: Sequence[Rollout],
    demonstrations: Sequence[Demonstration],
    settings: PolicySettings,
    round: int = 0,
) -> None:
    """Train a policy in place with the episodes of a round.

    Args:
        demonstrations: Mixed in, so that what was imitated is not unlearned.
        round: The number of the round, for the order of steps.

    Raises:
        UserError: If the loss is not finite.
    """
    chosen = [
        (step, advantage)
        for rollout, advantage in zip(rollouts, advantages(rollouts), strict=True)
        for step in rollout.steps
        if advantage
    ]
    if not chosen:
        return
    steps, rng = _samples(demonstrations), random.Random(f"{settings.seed}:{round}")
    optimizer = torch.optim.AdamW(
        policy.parameters(), lr=settings.rl_learning_rate, weight_decay=0.0
    )
    with torch.no_grad():
        before = torch.cat(
            [
                _log_probabilities(policy, [chosen[index][0] for index in batch])
                for batch in _in_order(len(chosen), settings.batch_size)
            ]
        )
    policy.train()
    for _ in range(settings.passes):
        for batch in _batches([len(tokens) for (tokens, _), _ in chosen], settings.batch_size, rng):
            log_probabilities = _log_probabilities(policy, [chosen[index][0] for index in batch])
            batch_advantages = torch.tensor(
                [chosen[index][1] for index in batch], device=log_probabilities.device
            )
            ratio = (log_probabilities - before[batch]).exp()
            bounded = ratio.clamp(1 - settings.clip, 1 + settings.clip)
            loss = -torch.minimum(ratio * batch_advantages, bounded * batch_advantages).mean()
            if steps and settings.imitation_weight:
                mixed = rng.sample(steps, min(settings.batch_size, len(steps)))
                loss = loss + settings.imitation_weight * _imitation_loss(policy, mixed, rng)
            _update(policy, optimizer, loss, "--rl-learning-rate or --imitation-weight")
    policy.eval()


def advantages(rollouts: Sequence[Rollout]) -> list[float]:
    """Return each episode's score minus the mean score of its task; 0 for void episodes."""
    values: dict[str, list[float]] = {}
    for rollout in rollouts:
        if rollout.value is not None:
            values.setdefault(rollout.task, []).append(rollout.value)
    return [
        # `fmean` would not always return the score that all have.
        0.0 if rollout.value is None else rollout.value - mean(values[rollout.task])
        for rollout in rollouts
    ]


def divide_tasks(
    benchmark: Benchmark, demonstrations: int, settings: PolicySettings
) -> tuple[list[Task], dict[str, list[Task]]]:
    """Return the tasks to imitate, and by family the tasks for the rounds. No task is in both.

    Args:
        demonstrations: Tasks to imitate of each family.

    Raises:
        UserError: If a family has too few tasks for the same number in each round.
    """
    groups: dict[str, list[Task]] = {}
    for task in benchmark.tasks():
        groups.setdefault(str(task.tags.get(benchmark.cluster, task.id)), []).append(task)
    needed = demonstrations + settings.rounds * settings.tasks_per_family
    for name, family_tasks in groups.items():
        if (count := len(family_tasks)) < needed:
            raise UserError(
                f"{name} has {count} {'task' if count == 1 else 'tasks'}, and the training needs "
                f"{needed}: "
                f"{demonstrations} to imitate and {settings.tasks_per_family} in each of "
                f"{settings.rounds} rounds. Give more --seeds, or fewer "
                "--demonstrations-per-family, --rounds or --tasks-per-family."
            )
    first = [task for family_tasks in groups.values() for task in family_tasks[:demonstrations]]
    return first, {name: family_tasks[demonstrations:] for name, family_tasks in groups.items()}


def next_tasks(
    later: Mapping[str, Sequence[Task]], rounds: Sequence[Round], settings: PolicySettings
) -> list[Task]:
    """Return the tasks of the next round, none of which was in an earlier one.

    A family that is always or never won teaches nothing, since only episodes of different scores
    are compared. So the first round has the same number of tasks of each family, and later ones
    have more of the families that were partly won (as dynamic sampling, Yu et al. 2025,
    arXiv:2503.14476, section 3.2): in proportion to p (1 - p), the variance of the score at a share
    p of won episodes.

    Args:
        later: The tasks for all rounds, by family.
        rounds: The earlier rounds.
    """
    used = dict.fromkeys(later, 0)
    counts = dict.fromkeys(later, settings.tasks_per_family)
    won, judged = dict.fromkeys(later, 0.0), dict.fromkeys(later, 0.0)
    for earlier in rounds:
        for name in later:
            used[name] += counts[name]
            wins, losses, _ = earlier.groups.get(name, (0, 0, 0))
            # The policy changes, so older rounds count less.
            won[name] = won[name] / 2 + wins
            judged[name] = judged[name] / 2 + wins + losses
        shares = {name: (won[name] + 0.25) / (judged[name] + 0.5) for name in later}
        remaining = {name: len(tasks) - used[name] for name, tasks in later.items()}
        weights = {name: share * (1 - share) for name, share in shares.items()}
        counts = _allot(settings.tasks_per_family * len(later), weights, remaining)
    return [
        task
        for name, tasks in later.items()
        for task in tasks[used[name] : used[name] + counts[name]]
    ]


def _allot(total: int, weights: Mapping[str, float], limits: Mapping[str, int]) -> dict[str, int]:
    """Return numbers that add up to `total`, nearly in proportion to weights, within limits."""
    counts = dict.fromkeys(weights, 0)
    for _ in range(total):
        available = [name for name in weights if counts[name] < limits[name]]
        # The method of Sainte-Lague.
        counts[max(available, key=lambda name: weights[name] / (2 * counts[name] + 1))] += 1
    return counts


def round_results(rollouts: Sequence[Rollout], seconds: float) -> Round:
    """Return the results of a round."""
    results = Round(seconds=seconds)
    for one in rollouts:
        counts = results.groups.setdefault(one.group, [0, 0, 0])
        counts[2 if one.value is None else 0 if one.value >= 1 else 1] += 1
    return results


def _samples(
    demonstrations: Sequence[Demonstration],
) -> list[tuple[list[Token], tuple[Choice, ...]]]:
    return [
        (tokenize(step.situation), step.choices) for one in demonstrations for step in one.steps
    ]


def _imitation_loss(
    policy: Policy, steps: Sequence[tuple[list[Token], tuple[Choice, ...]]], rng: random.Random
) -> Tensor:
    # Of equally right choices, such as a word that is there twice, one is drawn.
    return -_log_probabilities(
        policy, [(tokens, rng.choice(choices)) for tokens, choices in steps]
    ).mean()


def _log_probabilities(policy: Policy, samples: Sequence[Sample]) -> Tensor:
    device = str(policy.norm.weight.device)
    batch = batch_of([tokens for tokens, _ in samples], policy.config.buckets, device)
    return policy.log_probabilities(batch, [choice for _, choice in samples])


def _update(policy: Policy, optimizer: Any, loss: Tensor, option: str) -> None:
    if not math.isfinite(value := loss.item()):
        raise UserError(f"the loss is {value}: use a lower {option}.")
    optimizer.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(policy.parameters(), 1.0)
    optimizer.step()


def _batches(lengths: Sequence[int], size: int, rng: random.Random) -> Iterator[list[int]]:
    """Yield the indices of all samples in random batches of samples of similar length."""
    order = list(range(len(lengths)))
    rng.shuffle(order)
    batches: list[list[int]] = []
    for start in range(0, len(order), _BATCHES_SORTED * size):
        window = sorted(order[start : start + _BATCHES_SORTED * size], key=lengths.__getitem__)
        batches += [window[position : position + size] for position in range(0, len(window), size)]
    rng.shuffle(batches)
    yield from batches


def _in_order(count: int, size: int) -> Iterator[range]:
    for start in range(0, count, size):
        yield range(start, min(count, start + size))
