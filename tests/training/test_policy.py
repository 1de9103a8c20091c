"""The policy learns from demonstrations and its own episodes, but not from void ones."""

import contextlib
import json
from collections import Counter
from collections.abc import AsyncIterator, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

torch = pytest.importorskip("torch", reason="PyTorch is not installed: extra `models`")

from torch.optim.optimizer import (  # noqa: E402  # pyright: ignore
    register_optimizer_step_pre_hook,
)

from webproctor.agents import make_agent  # noqa: E402
from webproctor.benchmarks import Benchmark, load_benchmark  # noqa: E402
from webproctor.cli import command  # noqa: E402
from webproctor.core.errors import UserError  # noqa: E402
from webproctor.core.loop import run_episode  # noqa: E402
from webproctor.core.sessions import SessionLost  # noqa: E402
from webproctor.core.tasks import Task  # noqa: E402
from webproctor.methods.policy.network import Config, Policy, batch_of, load  # noqa: E402
from webproctor.methods.policy.operations import OPERATIONS, Choice  # noqa: E402
from webproctor.methods.policy.tokens import Situation, Token, tokenize  # noqa: E402
from webproctor.training.policy import (  # noqa: E402
    PolicySettings,
    Round,
    advantages,
    divide_tasks,
    imitate,
    learn,
    new_policy,
    next_tasks,
    round_results,
)
from webproctor.training.policy_demonstrations import DemonstratedStep, Demonstration  # noqa: E402
from webproctor.training.policy_rollouts import Rollout, rollouts  # noqa: E402
from webproctor.training.policy_run import read_figures, recorded_salt, train_policy  # noqa: E402

AGENT = f"{Path(__file__).parents[2]}/src/webproctor/agents/policy.py:policy"
TINY = Config(width=32, layers=2, heads=2, buckets=512)
QUICK = PolicySettings(
    updates=60,
    batch_size=8,
    rate=3e-3,
    rounds=1,
    tasks_per_family=1,
    rollouts=2,
    max_steps=4,
    passes=1,
)
NAMES = [operation.name for operation in OPERATIONS]
ENTER, BACK = Choice(NAMES.index("enter")), Choice(NAMES.index("back"))
CLICK, STOP = "[0 button] Go\n[end of the page]", "Stop\n[end of the page]"


def games(*families: str, **settings: Any) -> Benchmark:
    given = {"clock": "virtual", "difficulty": ("easy",), "salt": "s", "split": "train"}
    return load_benchmark("webgames", family=families, **given | settings)


def page(content: str) -> list[Token]:
    return tokenize(Situation("Go or stop.", content))


def probability(policy: Policy, seen: list[Token], choice: Choice) -> float:
    with torch.no_grad():
        batch = batch_of([seen], policy.config.buckets)
        return float(policy.log_probabilities(batch, [choice]).exp())


def test_imitated_choices_become_more_probable() -> None:
    target = next(at for at, one in enumerate(page(CLICK)) if one.kind == "element")
    right = {CLICK: Choice(0, target), STOP: ENTER}
    steps = [
        DemonstratedStep(Situation("Go or stop.", content), (one,))
        for content, one in right.items()
    ]
    policy = new_policy(TINY, QUICK, "cpu")
    losses = imitate(policy, [Demonstration("t", "g", tuple(steps))], QUICK)
    assert losses[-1] < losses[0] / 5
    assert all(policy.choose(page(content)) == one for content, one in right.items())


def rates(updates: int) -> list[float]:
    """Return the learning rate of each update of imitation."""
    found: list[float] = []
    hook = register_optimizer_step_pre_hook(lambda one, *_: found.append(one.param_groups[0]["lr"]))
    steps = (DemonstratedStep(Situation("Go or stop.", STOP), (ENTER,)),)
    try:
        policy = new_policy(TINY, QUICK, "cpu")
        imitate(policy, [Demonstration("t", "g", steps)], replace(QUICK, updates=updates))
    finally:
        hook.remove()
    return found


def test_the_learning_rate_of_imitation_rises_to_its_maximum_and_decays_to_0() -> None:
    found = rates(40)
    highest = found.index(max(found))
    assert len(found) == 40
    assert max(found) == pytest.approx(QUICK.rate, rel=0.01)
    assert 0 < highest < 8
    assert found[:highest] == sorted(found[:highest])
    assert found[highest:] == sorted(found[highest:], reverse=True)
    assert found[-1] < QUICK.rate / 1000


@pytest.mark.parametrize("updates", [1, 2, 9, 10, 11])
def test_a_few_updates_of_imitation_have_a_learning_rate(updates: int) -> None:
    found = rates(updates)
    assert len(found) == updates
    assert found[0] == pytest.approx(QUICK.rate / 25)


def test_training_without_demonstrations_is_a_user_error() -> None:
    with pytest.raises(UserError, match="the oracle won no episode"):
        imitate(new_policy(TINY, QUICK, "cpu"), [], QUICK)


def test_advantages_are_relative_to_the_task_mean_and_void_episodes_do_not_count() -> None:
    rollouts = [Rollout("a", "g", (), value) for value in (1.0, 0.0, None, 0.0)]
    rollouts.append(Rollout("b", "g", (), 1.0))
    assert advantages(rollouts) == pytest.approx([2 / 3, -1 / 3, 0, -1 / 3, 0])
    assert round_results(rollouts, 1.0).groups == {"g": [2, 2, 1]}


def test_equal_scores_that_are_fractions_have_no_advantage() -> None:
    rollouts = [Rollout("a", "g", (), 0.1) for _ in range(3)]
    assert advantages(rollouts) == [0, 0, 0]


def test_choices_of_successful_episodes_become_more_probable() -> None:
    seen, policy = page(STOP), new_policy(TINY, QUICK, "cpu")
    won, lost = ENTER, BACK
    before = probability(policy, seen, won), probability(policy, seen, lost)
    rollouts = [Rollout("a", "g", ((seen, won),), 1.0), Rollout("a", "g", ((seen, lost),), 0.0)]
    learn(policy, rollouts, [], QUICK)
    assert probability(policy, seen, won) > before[0]
    assert probability(policy, seen, lost) < before[1]


def test_void_episodes_and_equal_scores_change_nothing() -> None:
    seen, policy = page(STOP), new_policy(TINY, QUICK, "cpu")
    before = {name: value.clone() for name, value in policy.state_dict().items()}
    steps = ((seen, ENTER),)
    rollouts = [Rollout("a", "g", steps, 1.0), Rollout("a", "g", steps, None)]
    learn(
        policy, [*rollouts, Rollout("b", "g", steps, 0.0), Rollout("b", "g", steps, 0.0)], [], QUICK
    )
    assert all(torch.equal(value, before[name]) for name, value in policy.state_dict().items())


def test_every_task_is_used_once() -> None:
    settings = replace(QUICK, rounds=3, tasks_per_family=2)
    first, later = divide_tasks(games("i-accept", "key-combo", seeds=9), 3, settings)
    rounds, used = list[Round](), list(first)
    for won in (0, 2, 4):
        used += next_tasks(later, rounds, settings)
        rounds.append(Round({"i-accept": [won, 4 - won, 0], "key-combo": [4, 0, 0]}))
    assert len(used) == len({task.id for task in used}) == 2 * (3 + 3 * 2)


@pytest.mark.parametrize(
    ("results", "expected"),
    [
        ({"i-accept": [8, 0, 0], "key-combo": [4, 4, 0]}, "key-combo"),
        ({"i-accept": [3, 5, 0], "key-combo": [0, 8, 0]}, "i-accept"),
    ],
)
def test_later_rounds_have_more_tasks_of_partly_solved_families(
    results: dict[str, list[int]], expected: str
) -> None:
    settings = replace(QUICK, rounds=2, tasks_per_family=2)
    _, later = divide_tasks(games("i-accept", "key-combo", seeds=9), 3, settings)
    assert families(next_tasks(later, [], settings)) == {"i-accept": 2, "key-combo": 2}
    found = families(next_tasks(later, [Round(results)], settings))
    assert found.total() == 4
    assert found[expected] >= 3


def test_a_round_has_the_remaining_tasks() -> None:
    settings = replace(QUICK, rounds=2, tasks_per_family=2)
    _, later = divide_tasks(games("i-accept", "key-combo", seeds=7), 3, settings)
    partly = Round({"i-accept": [2, 2, 0], "key-combo": [4, 0, 0]})
    assert families(next_tasks(later, [partly], settings)) == {"i-accept": 2, "key-combo": 2}


def families(tasks: Iterable[Task]) -> Counter[str]:
    return Counter(str(task.tags["family"]) for task in tasks)


def test_too_few_seeds_are_a_user_error() -> None:
    with pytest.raises(UserError, match="i-accept has 2 tasks, and the training needs 3: 2 to"):
        divide_tasks(games("i-accept", seeds=2), 2, QUICK)


async def test_an_episode_ended_by_the_environment_is_void() -> None:
    benchmark = games("i-accept", seeds=1)

    @contextlib.asynccontextmanager
    async def session(*_: Any) -> AsyncIterator[Any]:
        raise SessionLost("browser", "the browser has ended")
        yield

    benchmark.session = session  # type: ignore[method-assign]
    policy = new_policy(TINY, QUICK, "cpu")
    [one] = await rollouts(policy, benchmark, benchmark.tasks(), times=1, max_steps=4, seed="0")
    assert (one.value, one.group) == (None, "i-accept")


async def test_training_is_resumed_after_its_last_round(executable: object, tmp_path: Path) -> None:
    benchmark, settings = games("i-accept", seeds=2), replace(QUICK, updates=2, max_steps=1)
    done = await train_policy(benchmark, tmp_path, settings, demonstrations=1, config=TINY)
    assert done.demonstrations == {"i-accept": 1}
    assert done.rounds[0].episodes == 2
    assert read_figures(tmp_path) == done
    with pytest.raises(UserError, match="already has a training"):
        await train_policy(benchmark, tmp_path, settings, demonstrations=1, config=TINY)
    three, more = games("i-accept", seeds=3), replace(settings, rounds=2)
    resumed = await train_policy(three, tmp_path, more, demonstrations=1, config=TINY, resume=True)
    assert (resumed.losses, len(resumed.rounds)) == (done.losses, 2)
    for stage in ("imitation", "round-1", "round-2"):
        load(tmp_path / stage, "cpu")
    with pytest.raises(UserError, match="has other settings"):
        await train_policy(three, tmp_path, settings, demonstrations=2, config=TINY, resume=True)


async def test_training_is_not_resumed_with_another_salt_or_other_tasks(
    executable: object, tmp_path: Path
) -> None:
    settings = replace(QUICK, updates=1, rounds=0)
    benchmark = games("i-accept", seeds=1)
    done = await train_policy(benchmark, tmp_path, settings, demonstrations=1, config=TINY)
    assert (done.salt, recorded_salt(tmp_path)) == ("s", "s")
    for other, message in (
        (games("i-accept", seeds=1, salt="other"), "has another salt"),
        (games("button-hold", seeds=1), "has demonstrations of other tasks"),
    ):
        with pytest.raises(UserError, match=message):
            await train_policy(
                other, tmp_path, settings, demonstrations=1, config=TINY, resume=True
            )


@pytest.mark.exhaustive
async def test_a_trained_policy_solves_an_unseen_seed(executable: object, tmp_path: Path) -> None:
    """Seeds of the split test have other puzzles; the policy holds the button as they say.

    Passwords are random, so such a short training copies most of them, but not all.
    """
    benchmark, settings = games("button-hold", seeds=5), replace(QUICK, updates=120)
    await train_policy(benchmark, tmp_path, settings, demonstrations=4, config=TINY)
    held_out = games("button-hold", split="test", seeds=4)
    agent = make_agent(AGENT, held_out, policy=tmp_path)
    solved = []
    async with held_out:
        for task in held_out.tasks():
            async with held_out.session(task) as session:
                episode = await run_episode(task, session, agent)
            solved.append(held_out.score(task, episode).value)
    assert max(solved) == 1


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ("--split train", "Give more --seeds"),
        ("--split test --seeds 30", "are of the split test: add --split train"),
        ("--seeds 30", "are of the split test: add --split train"),
        ("--split train --seeds 30 --width 30", "width 30: must be a multiple of 4"),
        ("--split train --seeds 30 --device nothing", "device 'nothing' cannot be used"),
    ],
)
def test_the_command_refuses_untrainable_settings(options: str, why: str, tmp_path: Path) -> None:
    line = f"train policy webgames --family i-accept {options} --out {tmp_path / 'new'}"
    done = CliRunner().invoke(command, line.split())
    assert isinstance(done.exception, UserError)
    assert why in str(done.exception)
    assert not (tmp_path / "new").exists()


@pytest.mark.parametrize(
    ("split", "why"),
    [
        ("test_task", "are of the split test_task: add --split train"),
        ("challenge", "are of the split challenge: add --split train"),
        ("", "has no split and may be a test task"),
    ],
)
async def test_test_tasks_of_any_benchmark_are_refused(
    split: str, why: str, tmp_path: Path
) -> None:
    benchmark = load_benchmark("mind2web")
    [task, *_] = benchmark.tasks()
    benchmark.tasks = lambda: [replace(task, split=split)]  # type: ignore[method-assign]
    with pytest.raises(UserError, match=why):
        await train_policy(benchmark, tmp_path / "new", QUICK, demonstrations=1)


@pytest.mark.exhaustive
def test_the_command_learns_three_families(executable: object, tmp_path: Path) -> None:
    """Imitation and reinforcement learning on a CPU, and the normal run on the split test."""
    families = "--family button-hold --family i-accept --family file-credentials"
    chosen = f"{families} --difficulty easy --difficulty base --clock virtual"
    out = tmp_path / "policy"
    train = (
        f"train policy webgames {chosen} --split train --seeds 9 --demonstrations-per-family 10 "
        f"--updates 200 --rounds 2 --out {out} --json"
    )
    done = CliRunner().invoke(command, train.split())
    assert done.exit_code == 0, done.output
    assert set(json.loads(done.stdout)["demonstrations"].values()) == {10}
    run = (
        f"run webgames {chosen} --split test --seeds 5 --agent {AGENT} --policy {out} "
        f"--out {tmp_path / 'run'} --json"
    )
    ran = CliRunner().invoke(command, run.split())
    assert json.loads(ran.stdout)["figures"]["success"] >= 0.7, ran.output
