"""Tests of the Gymnasium environments."""

import json
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import gymnasium
import numpy as np
import processes
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers import DelayObservation, FrameStackObservation
from per_change import first

import webproctor.gym
from webproctor.benchmarks import load_benchmark
from webproctor.core.actions import action_set
from webproctor.core.errors import UserError
from webproctor.environments.browser import Viewport
from webproctor.gym import WebEnv
from webproctor.rollouts.spaces import MAX_LENGTH, Unicode

pytestmark = pytest.mark.usefixtures("executable")

TASK = "Same question or not/0"
ACTIONS = action_set("web").by_name


@pytest.fixture(scope="module")
def env(executable: object) -> Iterator[WebEnv]:
    environment = webproctor.gym.make("turkingbench", reads=("elements", "text"))
    yield environment
    environment.close()


@pytest.fixture(scope="module")
def stored() -> Iterator[WebEnv]:
    """An environment without a browser."""
    environment = webproctor.gym.make("mind2web")
    yield environment
    environment.close()


@pytest.fixture(scope="module")
def games(executable: object) -> Iterator[WebEnv]:
    environment = webproctor.gym.make("webgames", task=("date", "buttons"), clock="virtual")
    yield environment
    environment.close()


def act(name: str, **arguments: object) -> str:
    return json.dumps({"name": name, "arguments": arguments})


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize(
    ("name", "settings"),
    first(
        ("mind2web", {}),
        ("grounding", {"reads": ("screenshot",), "render_mode": "rgb_array"}),
        ("realwebassist", {"reads": ("screenshot",)}),
        ("turkingbench", {"render_mode": "rgb_array"}),
        ("webgames", {"task": ("buttons",), "clock": "virtual"}),
        count=2,
    ),
)
def test_the_environment_passes_the_checker_of_gymnasium(
    executable: object, name: str, settings: dict[str, Any]
) -> None:
    environment = gymnasium.make(f"webproctor/{name}-v1", **settings)
    check_env(environment.unwrapped, skip_render_check="render_mode" not in settings)
    environment.close()


@pytest.mark.parametrize(
    ("name", "settings", "message"),
    first(
        ("mind2web", {}, "noted"),
        ("webgames", {"task": ("buttons",), "clock": "virtual"}, "waited"),
    ),
)
def test_vectorized_environments_share_observations_in_memory(
    executable: object, name: str, settings: dict[str, Any], message: str
) -> None:
    environment = gymnasium.make_vec(
        f"webproctor/{name}-v1", num_envs=2, vectorization_mode="async", **settings
    )
    try:
        seen, _ = environment.reset(seed=1)
        assert all(seen["instruction"])
        after, *_ = environment.step((act("wait", seconds=0.1), "no action"))
    finally:
        environment.close()
    assert seen["result"] == ("", "")
    assert message in after["result"][0]
    assert "must be JSON" in after["result"][1]


def test_observations_can_be_stacked(stored: WebEnv) -> None:
    stacked = FrameStackObservation(stored, 2, padding_type="zero")
    first, _ = stacked.reset(seed=1)
    after, *_ = stacked.step("no action")
    assert first["instruction"][0] == ""
    assert after["instruction"] == (first["instruction"][1],) * 2
    assert after in stacked.observation_space


def test_observations_can_be_delayed(stored: WebEnv) -> None:
    delayed = DelayObservation(stored, 1)
    first, _ = delayed.reset(seed=1)
    after, *_ = delayed.step("no action")
    assert first["instruction"] == ""
    assert after["instruction"]


def test_the_spaces_are_printed_without_addresses_of_objects(stored: WebEnv) -> None:
    assert str(stored.action_space) == "ActionText()"
    assert "'text': Unicode()" in str(stored.observation_space)


def test_an_episode_with_the_same_seed_has_the_same_observations(games: WebEnv) -> None:
    first, again = (games.reset(seed=1)[0] for _ in range(2))
    there, *_ = games.step(act("navigate", url=first["url"]))
    assert first == again
    assert there["url"] == first["url"]
    assert there["text"] == first["text"]


def test_text_is_truncated_to_the_longest_in_the_space() -> None:
    space = Unicode()
    assert space.contains("x" * MAX_LENGTH)
    assert not space.contains("x" * (MAX_LENGTH + 1))


def test_a_recorded_screenshot_larger_than_the_viewport_is_a_user_error() -> None:
    environment = webproctor.gym.make(
        "realwebassist", reads=("screenshot",), viewport=Viewport(10, 10)
    )
    with pytest.raises(UserError, match=r"set viewport=Viewport\(\d+, \d+\)"):
        environment.reset()
    environment.close()


def test_reset_opens_the_named_task(env: WebEnv) -> None:
    observation, info = env.reset(options={"task": TASK})
    assert info == {"task": TASK}
    assert "crowdsourcing" in observation["instruction"]
    assert [one["name"] for one in json.loads(observation["elements"])]


def test_the_instruction_is_that_of_the_current_step() -> None:
    environment = webproctor.gym.make("realwebassist", reads=("screenshot",))
    task = "3/Compare two places to stay and reserve the better one"
    first, _ = environment.reset(options={"task": task})
    second, *_ = environment.step(act("click", x=5, y=5))
    environment.close()
    assert first["instruction"] == "Find me a place to stay."
    assert second["instruction"] == "Open the two places in the old town."


def test_the_seed_selects_the_task(stored: WebEnv) -> None:
    first, again = (stored.reset(seed=5)[1]["task"] for _ in range(2))
    others = {stored.reset(seed=seed)[1]["task"] for seed in range(6)}
    assert first == again
    assert len(others) > 1


def test_done_ends_the_episode_with_its_score(env: WebEnv) -> None:
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
def test_an_invalid_action_gets_an_error_result(stored: WebEnv, rubbish: str) -> None:
    stored.reset(seed=0)
    observation, _, terminated, _, _ = stored.step(rubbish)
    assert observation["result"]
    assert not terminated


def test_an_episode_is_truncated_at_its_step_limit(env: WebEnv) -> None:
    env.reset(options={"task": TASK})
    limit = env.tasks[TASK].limits.steps
    ends = [env.step("rubbish")[3] for _ in range(limit)]
    assert ends == [False] * (limit - 1) + [True]


def test_screenshots_are_arrays_of_the_viewport_size(executable: object) -> None:
    environment = webproctor.gym.make("turkingbench", reads=("screenshot",))
    observation, _ = environment.reset(options={"task": TASK})
    environment.close()
    assert observation["screenshot"].shape == (720, 1280, 3)
    assert observation["screenshot"].dtype == np.uint8


def test_the_last_page_of_an_episode_is_rendered(executable: object) -> None:
    environment = webproctor.gym.make(
        "webgames", task=("date",), clock="virtual", render_mode="rgb_array"
    )
    environment.reset(seed=1)
    first = environment.render()
    environment.step(act("press", keys="7"))
    *_, terminated, _, _ = environment.step(act("done", answer="x"))
    last = environment.render()
    environment.close()
    assert terminated
    assert first is not None
    assert last is not None
    assert first.shape == last.shape == (720, 1280, 3)
    assert not np.array_equal(first, last)


@pytest.mark.parametrize(
    "settings", [{"render_mode": "rgb_array"}, {"reads": ("screenshot",)}, {"reads": ("typo",)}]
)
def test_a_view_that_the_data_lacks_is_a_user_error(settings: dict[str, Any]) -> None:
    with pytest.raises(UserError, match="there is no view"):
        webproctor.gym.make("mind2web", **settings)


def test_games_use_web_actions(games: WebEnv) -> None:
    observation, _ = games.reset(options={"task": "date@0"})
    assert "UTC" in observation["instruction"]
    assert json.loads(games.action_space.sample())["name"] in ACTIONS
    observation, *_ = games.step(act("press", keys="7"))
    assert '"value":"7"' in observation["elements"].replace(" ", "")
    *_, terminated, _, info = games.step(act("done", answer="a-b-c-1234"))
    assert terminated
    assert info["score"]["value"] == 0.0


def test_reporting_a_task_as_infeasible_ends_the_episode(games: WebEnv) -> None:
    games.reset()
    _, reward, terminated, _, info = games.step(act("report_infeasible", reason="no form"))
    assert (reward, terminated, "score" in info) == (0.0, True, True)


def test_a_file_that_was_read_is_in_the_result(games: WebEnv) -> None:
    games.reset(options={"task": "date@0"})
    observation, *_ = games.step(act("read_file", file="notes.txt"))
    assert "Call Ada back." in observation["result"]


def test_a_lost_browser_truncates_with_its_cause_and_reset_works_afterwards(
    executable: object,
) -> None:
    environment = webproctor.gym.make("turkingbench")
    before = processes.find("browser")
    try:
        environment.reset(options={"task": TASK})
        processes.send(signal.SIGKILL, processes.find("browser") - before)
        _, reward, terminated, truncated, info = environment.step(
            act("modify_radio", input_name="same")
        )
        assert (reward, terminated, truncated) == (0.0, False, True)
        assert info == {"task": TASK, "void": "browser"}
        with pytest.raises(gymnasium.error.ResetNeeded):
            environment.step(act("done"))
        observation, _ = environment.reset(options={"task": TASK})
        assert json.loads(observation["elements"])
        assert environment.step(act("done"))[2]
    finally:
        environment.close()


@pytest.mark.parametrize(
    "action", [None, 5, b"{", {"name": 1}, "[" * 100_000, '{"name": "\ud800"}']
)
def test_an_action_of_another_type_is_invalid(stored: WebEnv, action: Any) -> None:
    _, begun = stored.reset(seed=0)
    observation, reward, terminated, truncated, info = stored.step(action)
    assert "action" in observation["result"]
    assert (reward, terminated, truncated, info) == (0.0, False, False, begun)


def test_an_unknown_task_is_a_user_error(stored: WebEnv) -> None:
    with pytest.raises(UserError, match="there is no task 'nothing'"):
        stored.reset(options={"task": "nothing"})


def test_calls_of_several_threads_run_one_after_another(env: WebEnv) -> None:
    env.reset(options={"task": TASK})
    with ThreadPoolExecutor() as threads:
        work = [threads.submit(env.step, "nonsense") for _ in range(3)]
        again = threads.submit(env.reset, options={"task": TASK})
        work += [threads.submit(env.step, "nonsense") for _ in range(3)]
        assert again.result()[1] == {"task": TASK}
        for one in work:
            assert one.result()[1:] == (0.0, False, False, {"task": TASK})
    assert env.step(act("done"))[2]
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(act("done"))


def test_calls_on_a_closed_environment_raise() -> None:
    environment = webproctor.gym.make("mind2web")
    with pytest.raises(gymnasium.error.ResetNeeded):
        environment.step(act("done"))
    environment.reset()
    environment.close()
    environment.close()
    for call in (environment.reset, lambda: environment.step(act("done"))):
        with pytest.raises(gymnasium.error.ClosedEnvironmentError):
            call()
