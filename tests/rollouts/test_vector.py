"""The client, and the vectorized environment over a service."""

import asyncio
import contextlib
import json
import signal
import threading
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import gymnasium
import numpy as np
import processes
import pytest
from in_memory import Memory, MemorySession
from rollouts.conftest import TOKEN, Service, games, serving

from webproctor.benchmarks import Benchmark, load_benchmark
from webproctor.core.errors import UserError
from webproctor.core.sessions import SessionLost
from webproctor.rollouts.client import ServiceFull, connected
from webproctor.rollouts.episode import ClientObservation, OpenEpisode
from webproctor.rollouts.schema import MESSAGE_BYTES
from webproctor.rollouts.spaces import MAX_LENGTH
from webproctor.rollouts.vector import RolloutVectorEnv

GAMES = games("date", "patience")


@pytest.fixture(scope="module")
def others(executable: object) -> set[int]:
    """Browsers that were started before the service's, which other tests share."""
    return processes.find("browser")


@contextlib.contextmanager
def in_thread(
    port: int = 0,
    *,
    load: Callable[[], Benchmark] = GAMES,
    emptied: bool = False,
) -> Iterator[Service]:
    """A service in another thread, as the environment blocks its own; with `emptied`, its sessions
    must have been closed at the end."""
    ready: list[Service] = []
    there, done = threading.Event(), asyncio.Event()
    loop = asyncio.new_event_loop()

    async def run() -> None:
        async with serving(load, port, limit=3) as service:
            ready.append(service)
            there.set()
            await done.wait()

    thread = threading.Thread(target=loop.run_until_complete, args=(run(),))
    thread.start()
    there.wait()
    try:
        yield ready[0]
        # The service closes the sessions of a connection after the connection has ended.
        ended = ready[0].pool.drained(60 if emptied else 0)
        assert asyncio.run_coroutine_threadsafe(ended, loop).result() or not emptied
    finally:
        loop.call_soon_threadsafe(done.set)
        thread.join()
        loop.close()


@pytest.fixture(scope="module")
def url(others: set[int]) -> Iterator[str]:
    """The address of a service."""
    with in_thread(emptied=True) as service:
        yield str(service.http.base_url)


@pytest.fixture(scope="module")
def env(url: str) -> Iterator[RolloutVectorEnv]:
    """An environment of one session, in a running episode."""
    environment = RolloutVectorEnv(url, TOKEN, 1)
    environment.reset(options={"task": ["date@0"]})
    yield environment
    environment.close()


def act(name: str, **arguments: Any) -> str:
    return json.dumps({"name": name, "arguments": arguments})


def test_sessions_step_together_and_ended_ones_are_reset(url: str) -> None:
    env = RolloutVectorEnv(url, TOKEN, 3)
    try:
        seen, infos = env.reset(options={"task": ["date@0", "patience@0", "date@0"]})
        assert list(infos["task"]) == ["date@0", "patience@0", "date@0"]
        assert seen in env.observation_space
        actions = (act("press", keys="7"), act("done", answer="x"), "nonsense")
        seen, rewards, terminated, truncated, infos = env.step(actions)
        assert list(terminated) == [False, True, False]
        assert (list(rewards), any(truncated)) == ([0.0] * 3, False)
        assert infos["outcome"][1] == "scored"
        assert "there is no action '\"nonsense\"'" in seen["result"][2]
        seen, _, terminated, _, infos = env.step([act("wait", seconds=1)] * 3)
        assert not any(terminated)
        assert seen["result"][1] == ""
        assert infos["task"][1] in ("date@0", "patience@0")
    finally:
        env.close()


@pytest.fixture
def recorded() -> Iterator[str]:
    """The address of a service of recorded tasks, which need no browser."""
    with in_thread(load=lambda: load_benchmark("mind2web")) as service:
        yield str(service.http.base_url)


def test_a_seed_determines_the_tasks_of_all_later_episodes(recorded: str) -> None:
    env = RolloutVectorEnv(recorded, TOKEN, 2)

    def tasks(seed: int) -> list[str]:
        """Return the tasks of three episodes of each session; steps reset those that have ended."""
        found = list(env.reset(seed=seed)[1]["task"])
        for _ in range(2):
            env.step([act("done", answer="x")] * 2)
            found += env.step(["ignored"] * 2)[4]["task"]
        return [*found, *env.reset()[1]["task"]]

    try:
        first = tasks(3)
        assert tasks(3) == first
        assert any(tasks(seed) != first for seed in (4, 5, 6))
    finally:
        env.close()


@pytest.fixture
def adding() -> Iterator[str]:
    """The address of a service of two equal tasks, which need no browser."""
    with in_thread(load=Memory) as service:
        yield str(service.http.base_url)


def test_an_interrupted_step_can_be_given_again(
    adding: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    env = RolloutVectorEnv(adding, TOKEN, 2)
    actions = (act("press", keys="a"), act("done", answer="42"))
    try:
        env.reset()
        with monkeypatch.context() as interrupted:
            interrupted.setattr(env, "_remember", interrupt)
            with pytest.raises(KeyboardInterrupt):
                env.step(actions)
        with pytest.raises(UserError, match="the next step has the index 1, not 0"):
            env.step((act("press", keys="b"), actions[1]))
        _, rewards, terminated, *_ = env.step(actions)
        assert (list(rewards), list(terminated)) == ([0.0, 1.0], [False, True])
    finally:
        env.close()


def test_a_reset_waits_for_one_that_was_interrupted(
    adding: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    env = RolloutVectorEnv(adding, TOKEN, 3, wait=0)  # All sessions of the service.
    run = env._threaded_client.thread.run

    def interrupted(coroutine: Coroutine[Any, Any, Any]) -> Any:
        threading.Thread(target=run, args=(coroutine,)).start()
        raise KeyboardInterrupt

    try:
        with monkeypatch.context() as interrupting:
            interrupting.setattr(env._threaded_client.thread, "run", interrupted)
            with pytest.raises(KeyboardInterrupt):
                env.reset()
        with pytest.raises(gymnasium.error.ResetNeeded):
            env.step([act("done")] * 3)
        assert len(env.reset()[1]["task"]) == 3
    finally:
        env.close()


def test_a_step_after_a_reset_that_failed_raises(adding: str) -> None:
    env = RolloutVectorEnv(adding, TOKEN, 2)
    try:
        env.reset()
        env.step([act("press", keys="a")] * 2)
        with pytest.raises(UserError, match="there is no task 'nothing'"):
            env.reset(options={"task": ["one", "nothing"]})
        with pytest.raises(gymnasium.error.ResetNeeded):
            env.step([act("press", keys="a")] * 2)
    finally:
        env.close()


def test_the_tasks_of_an_episode_can_be_given_to_reset(adding: str) -> None:
    env = RolloutVectorEnv(adding, TOKEN, 2)
    try:
        tasks = env.reset(options={"task": ["two", "one"]})[1]["task"]
        assert list(env.reset(options={"task": tasks})[1]["task"]) == ["two", "one"]
    finally:
        env.close()


def test_a_pause_of_hours_between_steps_does_not_end_an_episode() -> None:
    with in_thread(load=Memory) as service:
        env = RolloutVectorEnv(str(service.http.base_url), TOKEN, 1)
        env.reset()
        [session] = service.pool._open.values()
        assert session.lease_seconds == 24 * 3600
        env.close()


def test_long_texts_are_truncated(adding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MemorySession, "text", "x" * (MAX_LENGTH + 1))
    env = RolloutVectorEnv(adding, TOKEN, 1)
    try:
        assert env.reset()[0] in env.observation_space
    finally:
        env.close()


def test_pictures_are_refused(adding: str) -> None:
    with pytest.raises(UserError, match="'screenshot' is not a text"):
        RolloutVectorEnv(adding, TOKEN, 1, reads=("text", "screenshot"))


def test_too_many_sessions_and_a_wrong_token_are_errors(url: str) -> None:
    env = RolloutVectorEnv(url, TOKEN, 4, wait=0)
    try:
        with pytest.raises(ServiceFull):
            env.reset()
    finally:
        env.close()
    with pytest.raises(UserError, match="status 401"):
        RolloutVectorEnv(url, "wrong", 1)
    with pytest.raises(UserError, match="no service answers there"):
        RolloutVectorEnv("http://127.0.0.1:1", TOKEN, 1)


def test_a_killed_browser_truncates_with_its_cause_and_the_next_step_resets(
    url: str, others: set[int]
) -> None:
    env = RolloutVectorEnv(url, TOKEN, 2)
    try:
        env.reset()
        processes.send(signal.SIGKILL, processes.find("browser") - others)
        _, rewards, terminated, truncated, infos = env.step([act("wait", seconds=1)] * 2)
        assert list(truncated) == [True, True]
        assert list(infos["void"]) == ["browser", "browser"]
        assert not any(terminated)
        assert not any(rewards)
        _, _, _, truncated, infos = env.step([act("wait", seconds=1)] * 2)
        assert not any(truncated)
        assert "void" not in infos
    finally:
        env.close()


def test_an_episode_that_fails_to_start_is_void_and_starts_at_the_next_step(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, begun = OpenEpisode.begin, [0]

    async def begin(self: OpenEpisode, *following: Any) -> ClientObservation:
        begun[0] += 1
        if begun[0] in (1, 3):
            raise SessionLost("browser", "it does not start")
        return await real(self, *following)

    monkeypatch.setattr(OpenEpisode, "begin", begin)
    env = RolloutVectorEnv(url, TOKEN, 1)
    try:
        _, infos = env.reset()
        assert list(infos["void"]) == ["browser"]
        _, _, terminated, truncated, infos = env.step([act("wait", seconds=1)])
        assert (list(terminated), list(truncated), "void" in infos) == ([False], [False], False)
        _, infos = env.reset()
        assert list(infos["void"]) == ["browser"]
        assert "void" not in env.step([act("wait", seconds=1)])[-1]
    finally:
        env.close()


def test_a_stopped_service_truncates_and_the_next_step_reconnects(others: set[int]) -> None:
    with in_thread() as service:
        port = service.http.base_url.port or 0
        env = RolloutVectorEnv(str(service.http.base_url), TOKEN, 2)
        env.reset(options={"task": ["date@0", "patience@0"]})
    try:
        _, rewards, terminated, truncated, infos = env.step([act("wait", seconds=1)] * 2)
        assert list(truncated) == [True, True]
        assert list(infos["void"]) == ["service", "service"]
        assert list(infos["task"]) == ["date@0", "patience@0"]
        assert not any(terminated)
        assert not any(rewards)
        with in_thread(port):
            seen, _, terminated, truncated, infos = env.step([act("wait", seconds=1)] * 2)
            assert not any(terminated | truncated)
            assert "void" not in infos
            assert all(seen["elements"])
            env.close()
    finally:
        env.close()


@pytest.mark.parametrize(
    "text",
    [
        "\ud800",
        '{"name": "\\ud800"}',
        '{"name": "wait", "arguments": {"seconds": NaN}}',
        '{"name": "wait", "arguments": {"seconds": 1' + "0" * 400 + "}}",
        '{"name": "wait", "arguments": {"seconds": ' + "[" * 500 + "]" * 500 + "}}",
        '{"name": "wait", "arguments": ' + "[" * 100_000,
        '{"name": "press", "arguments": {"keys": "' + "x" * MESSAGE_BYTES + '"}}',
        '{"name": ["wait"], "arguments": []}',
        "[]",
        "",
    ],
    ids=lambda text: text[:50],
)
def test_text_that_is_not_an_action_is_an_invalid_action(env: RolloutVectorEnv, text: str) -> None:
    seen, rewards, terminated, truncated, infos = env.step([text])
    assert seen["result"][0]
    assert seen["elements"][0]
    assert "void" not in infos
    assert (rewards[0], terminated[0], truncated[0]) == (0, False, False)


def test_there_must_be_one_action_seed_and_task_per_session(env: RolloutVectorEnv) -> None:
    for actions in ([], [act("done")] * 2, act("done")):
        with pytest.raises(UserError, match=r"actions for 1 sessions: give one for each"):
            env.step(actions)
    with pytest.raises(UserError, match="2 seeds"):
        env.reset(seed=[1, 2])
    with pytest.raises(UserError, match="2 tasks"):
        env.reset(options={"task": ["date@0"] * 2})
    with pytest.raises(UserError, match="there is no task 'nothing'"):
        env.reset(options={"task": ["nothing"]})
    assert env.reset(seed=np.int64(3))[1]["task"] == env.reset(seed=[3])[1]["task"]


def test_a_step_before_reset_or_after_close_raises(url: str) -> None:
    environment = RolloutVectorEnv(url, TOKEN, 1)
    with pytest.raises(gymnasium.error.ResetNeeded):
        environment.step([act("done")])
    environment.close()
    environment.close()
    for call in (environment.reset, lambda: environment.step([act("done")])):
        with pytest.raises(gymnasium.error.ClosedEnvironmentError):
            call()


@pytest.mark.parametrize("action", [None, 5, b"x", {"name": "press"}])
def test_an_action_of_another_type_is_invalid(env: RolloutVectorEnv, action: Any) -> None:
    seen, rewards, terminated, truncated, infos = env.step([action])
    assert "there is no action" in seen["result"][0]
    assert (rewards[0], terminated[0], truncated[0]) == (0, False, False)
    assert "void" not in infos


def test_a_reset_during_a_step_starts_an_episode_that_continues(env: RolloutVectorEnv) -> None:
    with ThreadPoolExecutor() as threads:
        step = threads.submit(env.step, [act("press", keys="7")])
        reset = threads.submit(env.reset, options={"task": ["date@0"]})
        assert reset.result()[0]["elements"][0]
        assert not any(step.result()[2] | step.result()[3])
    assert not any(env.step([act("press", keys="7")])[3])


async def test_a_client_that_is_not_closed_leaves_no_session(service: Service) -> None:
    address = str(service.http.base_url)
    async with connected(address, TOKEN) as client:
        begun = await client.ask("create", task="date@0")
        assert service.pool.open == 1
        stepped = await client.ask(
            "step", begun.session, action={"name": "press", "arguments": {"keys": "1"}}
        )
        assert stepped.steps == 1
    while service.pool.open:
        await service.pool.wait_until_closed()
