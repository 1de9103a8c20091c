"""A benchmark as a Gymnasium environment."""

import json
from collections.abc import Iterator

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import webproctor.gym
from webproctor.actions import action_set
from webproctor.benchmarks import load_benchmark
from webproctor.gym import WebEnv

pytestmark = pytest.mark.usefixtures("executable")

TASK = "Same question or not/0"
ACTIONS = action_set("web").by_name


@pytest.fixture(scope="module")
def env(executable: object) -> Iterator[WebEnv]:
    made = webproctor.gym.make("turkingbench", reads=("elements", "text"))
    yield made
    made.close()


def act(name: str, **arguments: object) -> str:
    return json.dumps({"name": name, "arguments": arguments})


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_gymnasium_finds_no_fault(executable: object) -> None:
    made = gymnasium.make("webproctor/turkingbench-v1", render_mode="rgb_array")
    check_env(made.unwrapped)
    made.close()


def test_reset_shows_the_named_task(env: WebEnv) -> None:
    observation, info = env.reset(options={"task": TASK})
    assert info == {"task": TASK}
    assert "crowdsourcing" in observation["instruction"]
    assert [one["name"] for one in json.loads(observation["elements"])]


def test_the_seed_chooses_the_task(env: WebEnv) -> None:
    first, again = (env.reset(seed=5)[1]["task"] for _ in range(2))
    others = {env.reset(seed=seed)[1]["task"] for seed in range(6)}
    assert first == again
    assert len(others) > 1


def test_done_ends_the_episode_with_its_mark(env: WebEnv) -> None:
    observation, _ = env.reset(options={"task": TASK})
    gold = load_benchmark("turkingbench").oracle()
    assert gold is not None
    for element in json.loads(observation["elements"]):
        chosen = act("modify_radio", input_name=element["name"], input_value=element["options"][0])
        _, reward, terminated, truncated, _ = env.step(chosen)
        assert (reward, terminated, truncated) == (0.0, False, False)
    _, reward, terminated, _, info = env.step(act("done"))
    assert terminated
    assert reward == info["score"]["value"]


@pytest.mark.parametrize("rubbish", ["", "[]", "{}", '{"name": "fly"}', '{"name": "modify_text"}'])
def test_a_bad_action_is_answered(env: WebEnv, rubbish: str) -> None:
    env.reset(options={"task": TASK})
    observation, _, terminated, _, _ = env.step(rubbish)
    assert observation["result"]
    assert not terminated


def test_an_episode_is_truncated_at_its_limit_of_turns(env: WebEnv) -> None:
    env.reset(options={"task": TASK})
    limit = env.tasks[TASK].limits.turns
    ends = [env.step("rubbish")[3] for _ in range(limit)]
    assert ends == [False] * (limit - 1) + [True]


def test_pictures_are_arrays_of_the_size_of_the_view(executable: object) -> None:
    made = webproctor.gym.make("turkingbench", reads=("screenshot",))
    observation, _ = made.reset(options={"task": TASK})
    made.close()
    assert observation["screenshot"].shape == (720, 1280, 3)
    assert observation["screenshot"].dtype == np.uint8


def test_games_are_played_with_the_actions_of_the_web(executable: object) -> None:
    made = webproctor.gym.make("webgames", task=("date",), clock="virtual")
    try:
        observation, _ = made.reset(options={"task": "date@0"})
        assert "UTC" in observation["instruction"]
        assert json.loads(made.action_space.sample())["name"] in ACTIONS
        observation, *_ = made.step(act("press", keys="7"))
        assert '"value":"7"' in observation["elements"].replace(" ", "")
        *_, terminated, _, info = made.step(act("done", answer="a-b-c-1234"))
        assert terminated
        assert info["score"]["value"] == 0.0
    finally:
        made.close()
