"""Environments for TRL: tools, rewards, void episodes that are run again, and a training run."""

import asyncio
import json
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import processes
import pytest
from models.tiny_chat import NEEDED, create
from rollouts.adapters.examples import ROOT, example, lines, port, run
from rollouts.conftest import TOKEN, Service, games, serving

from webproctor.benchmarks import load_benchmark
from webproctor.core.errors import UserError
from webproctor.rollouts.adapters.trl import Environments


@asynccontextmanager
async def environments(service: Service, **settings: Any) -> AsyncIterator[Environments]:
    environments = await asyncio.to_thread(
        Environments, str(service.http.base_url), TOKEN, **settings
    )
    try:
        yield environments
    finally:
        await asyncio.to_thread(environments.close)
        while service.pool.open:
            await service.pool.wait_until_closed()


async def begin(one: Any, task: str = "date@0") -> str:
    return await asyncio.to_thread(one.reset, prompt="ignored", task=task)


def kill_browsers(before: set[int]) -> None:
    processes.send(signal.SIGKILL, processes.find("browser") - before)


async def test_an_environment_acts_and_its_reward_is_the_score(service: Service) -> None:
    async with environments(service) as make:
        one: Any = make()
        assert "Page: Today's date" in await begin(one)
        assert "pressed 7" in await one.press(keys="7")
        assert "element: " in await one.click(element="x")
        assert await one.get_reward() == 0.0
        assert "has ended" in await one.press(keys="7")
        assert "value='7'" not in await begin(one)
        assert await one.done(answer="x") == "The episode has ended. No action is possible."
        assert await one.get_reward() == 0.0
        assert service.pool.open == 1


async def test_an_unreadable_message_is_an_invalid_action(service: Service) -> None:
    deep: Any = []
    for _ in range(500):
        deep = [deep]
    async with environments(service) as make:
        one: Any = make()
        await begin(one)
        assert "JSON" in await one.press(keys=deep)
        assert "pressed \ufffd" in await one.press(keys="\ud800")
        assert "at most" in await one.press(keys="x" * 2**20)
        assert "pressed 7" in await one.press(keys="7")
        assert await one.get_reward() == 0.0


async def test_tools_can_be_selected(service: Service) -> None:
    async with environments(service, tools=("press", "done")) as make:
        names = {name for name in vars(type(make())) if not name.startswith("_")}
        assert names == {"press", "done"}
        assert make.rows()[0]["task"] == "date@0"
        assert "UTC" in make.rows()[0]["prompt"][0]["content"]
    with pytest.raises(UserError, match="there is no action 'fly'"):
        await asyncio.to_thread(Environments, str(service.http.base_url), TOKEN, tools=["fly"])


async def test_tools_have_schemas() -> None:
    utils = pytest.importorskip("transformers.utils", reason=NEEDED)
    from webproctor.core.actions import action_set
    from webproctor.core.llm import Tool
    from webproctor.rollouts.adapters.trl import _method

    for name in ("web", "form", "computer"):
        for one in action_set(name).schema():
            method = _method(Tool(**one))
            schema = utils.get_json_schema(method.__get__(object()))["function"]
            assert schema["name"] == one["name"]
            assert (
                schema["parameters"]["properties"].keys() == one["parameters"]["properties"].keys()
            )
            assert schema["parameters"].get("required", []) == one["parameters"].get("required", [])


@pytest.mark.exhaustive
async def test_a_void_episode_continues_in_a_new_one(executable: object) -> None:
    before = processes.find("browser")
    async with serving(games("date"), limit=2) as service, environments(service) as make:
        one: Any = make()
        await begin(one)
        await one.press(keys="1")
        await one.press(keys="2")
        kill_browsers(before)
        assert "value='123'" in await one.press(keys="3")
        kill_browsers(before)
        assert await one.get_reward() == 0.0
        assert service.pool.counts["void"] == 2
        assert service.pool.counts["scored"] == 1


@pytest.mark.exhaustive
async def test_an_episode_that_remains_void_has_no_reward(executable: object) -> None:
    before = processes.find("browser")
    async with serving(games("date"), limit=2) as service, environments(service, again=0) as make:
        one: Any = make()
        await begin(one)
        kill_browsers(before)
        assert await one.press(keys="1") == "The environment failed."
        assert await one.get_reward() is None
        await begin(one)
        assert await one.get_reward() == 0.0


async def test_an_observation_that_differs_makes_the_episode_void(service: Service) -> None:
    async with environments(service) as make:
        one: Any = make()
        await begin(one)
        await one.press(keys="1")
        one._digests[1] = "of another page"
        for session in list(service.pool._open):
            await service.pool.discard(session)
        assert await one.press(keys="2") == "The environment failed."
        assert await one.get_reward() is None


@pytest.mark.exhaustive
async def test_a_stopped_service_has_no_reward(executable: object) -> None:
    async with serving(games("date"), limit=2) as service:
        url = str(service.http.base_url)
        environments = await asyncio.to_thread(Environments, url, TOKEN, reconnect=0)
        one: Any = environments()
        await begin(one)
    assert await one.press(keys="1") == "The environment failed."
    assert await one.get_reward() is None
    await asyncio.to_thread(environments.close)


CALLS = (
    {"name": "click", "arguments": {"element": 0}},
    {"name": "press", "arguments": {"keys": "a"}},
)


class Faulty(Environments):
    """Loses the session of every third episode before its first action.

    Attributes:
        lose: Ends a session.
        rewards: The rewards of all rollouts.
    """

    lose: Callable[[str], None]

    def __init__(self, *given: Any, **settings: Any) -> None:
        super().__init__(*given, **settings)
        faulty, self.begun, self.rewards = self, 0, []

        # TRL asks only environments of one class for rewards.
        class One(self._environment_class):  # pyright: ignore[reportGeneralTypeIssues]
            def reset(self, task: str | None = None, **row: Any) -> str:
                seen = super().reset(task, **row)
                faulty.begun += 1
                if faulty.begun % 3 == 0:
                    faulty.lose(self._session)
                return seen

            async def get_reward(self) -> float | None:
                faulty.rewards.append(reward := await super().get_reward())
                return reward

        self._environment_class = One


@pytest.mark.exhaustive
async def test_training_excludes_void_rollouts(executable: object, tmp_path: Path) -> None:
    pytest.importorskip("miniwob", reason="the pages of MiniWoB++ are not installed")
    model = create(CALLS, tmp_path)
    datasets, trl = (pytest.importorskip(name, reason=NEEDED) for name in ("datasets", "trl"))
    loop = asyncio.get_running_loop()

    def train(service: Service) -> tuple[list[dict[str, Any]], list[float | None]]:
        def lose(session: str) -> None:
            asyncio.run_coroutine_threadsafe(service.pool.discard(session), loop).result()

        url = str(service.http.base_url)
        with Faulty(url, TOKEN, tools=("click", "press"), again=0) as faulty:
            faulty.lose = lose
            trainer = trl.GRPOTrainer(
                model=str(model),
                args=trl.GRPOConfig(
                    output_dir=str(tmp_path / "trained"),
                    max_steps=2,
                    per_device_train_batch_size=8,
                    num_generations=8,
                    max_completion_length=8,
                    max_tool_calling_iterations=1,
                    logging_steps=1,
                    use_cpu=True,
                    report_to=[],
                    save_strategy="no",
                ),
                train_dataset=datasets.Dataset.from_list(faulty.rows()),
                environment_factory=faulty,
            )
            trainer.train()
            return trainer.state.log_history, faulty.rewards

    def load() -> Any:
        return load_benchmark("miniwob", environment=("click-test",))

    async with serving(load, limit=8) as service:
        history, rewards = await asyncio.to_thread(train, service)
    assert rewards.count(None) == 5
    assert 1.0 in rewards
    for number in range(2):
        known = [one for one in rewards[8 * number : 8 * number + 8] if one is not None]
        assert history[number]["reward"] == pytest.approx(sum(known) / len(known))
        assert history[number]["tools/call_frequency"] > 0


@pytest.mark.exhaustive
async def test_the_trainer_runs_the_example(service: Service, tmp_path: Path) -> None:
    calls = [*CALLS, {"name": "done", "arguments": {"answer": "x"}}]
    model = create(calls, tmp_path)
    short = "max_steps=2, max_completion_length=8, use_cpu=True, report_to=[]"
    changes = {
        "8080": port(service),
        "Qwen/Qwen3-0.6B": str(model),
        "max_steps=2": f"{short}, num_generations=4, per_device_train_batch_size=4",
    }
    code = example("TRL", "python", changes)
    printed = await run("python", "-c", code, folder=tmp_path, path=ROOT / ".venv" / "bin")
    assert "'tools/call_frequency'" in printed or "train_loss" in printed
    assert json.loads((tmp_path / "trained/checkpoint-2/trainer_state.json").read_text())
    while service.pool.open:
        await service.pool.wait_until_closed()


def test_the_example_is_short() -> None:
    assert lines("TRL", "python") <= 20
