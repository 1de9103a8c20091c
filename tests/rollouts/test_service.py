"""The service over HTTP: sessions, outcomes, refusals, leases, metrics."""

import asyncio
import signal
from collections.abc import AsyncIterator

import processes
import pytest
from jsonschema import Draft202012Validator
from rollouts.conftest import TOKEN, Service, elements, games, serving

from webproctor.benchmarks import Benchmark, load_benchmark
from webproctor.rollouts import instances
from webproctor.rollouts.service import MESSAGE_BYTES


async def test_a_session_is_created_stepped_scored_and_closed(service: Service) -> None:
    begun = await service.create(task="date@0")
    session = begun["session"]
    assert "UTC" in begun["observation"]["texts"]["instruction"]
    assert elements(begun)
    stepped = await service.step(session, "press", keys="7")
    assert (stepped["steps"], stepped["ended"]) == (1, None)
    assert '"value": "7"' in stepped["observation"]["texts"]["elements"]
    scored = await service.post(f"/sessions/{session}/score")
    assert scored["ended"]["outcome"] == "scored"
    assert scored["ended"]["value"] == 0.0
    assert (await service.post(f"/sessions/{session}/score"))["ended"] == scored["ended"]
    again = await service.http.post(
        f"/sessions/{session}/step", json={"action": {"name": "wait", "arguments": {"seconds": 1}}}
    )
    assert again.status_code == 409
    reset = await service.post(f"/sessions/{session}/reset", task="patience@0")
    assert (reset["task"], reset["steps"], reset["ended"]) == ("patience@0", 0, None)
    await service.post(f"/sessions/{session}/close")
    gone = await service.http.post(f"/sessions/{session}/score", json={})
    assert gone.status_code == 404
    assert "has ended: closed" in gone.json()["error"]


@pytest.mark.parametrize(
    ("benchmark", "reads"),
    [("realwebassist", {"screenshot"}), ("mind2web", {"elements", "text"})],
)
async def test_the_default_views_are_those_available_in_the_data(
    benchmark: str, reads: set[str]
) -> None:
    async with serving(lambda: load_benchmark(benchmark)) as service:
        begun = await service.create(seed=0)
        seen = begun["observation"]
        assert reads <= {*seen["texts"], *seen["pictures"]}
        await service.post(f"/sessions/{begun['session']}/close")


async def test_a_view_that_the_data_lacks_is_refused_and_the_episode_continues() -> None:
    async with serving(lambda: load_benchmark("mind2web")) as recorded:
        session = (await recorded.create())["session"]
        for path in ("/sessions", f"/sessions/{session}/observe"):
            answer = await recorded.http.post(path, json={"reads": ["screenshot"]})
            assert answer.status_code == 400
            assert "there is no view 'screenshot' of these tasks" in answer.json()["error"]
        assert (await recorded.step(session, "click", element=0))["ended"] is None


async def test_done_ends_the_episode_with_its_score(service: Service) -> None:
    session = (await service.create(task="date@0"))["session"]
    ended = (await service.step(session, "done", answer="no"))["ended"]
    assert (ended["outcome"], ended["value"], ended["truncated"]) == ("scored", 0.0, False)
    assert ended["details"]["won"] is False
    await service.post(f"/sessions/{session}/close")


async def test_an_invalid_action_is_an_error_result(service: Service) -> None:
    session = (await service.create(task="date@0"))["session"]
    assert "there is no action 'fly'" in (await service.step(session, "fly"))["result"]
    assert (await service.step(session, "click", element="x"))["ended"] is None
    assert (
        "give the answer as `answer`" in (await service.step(session, "done", text="no"))["result"]
    )
    await service.post(f"/sessions/{session}/close")


async def test_equal_seeds_select_equal_tasks_with_equal_observations(service: Service) -> None:
    one, two = [await service.create(seed=7) for _ in range(2)]
    assert one["task"] == two["task"]
    assert one["observation"]["digest"] == two["observation"]["digest"]
    for each in (one, two):
        await service.post(f"/sessions/{each['session']}/close")


async def test_views_can_be_selected(service: Service) -> None:
    begun = await service.create(task="date@0", reads=["text"])
    assert set(begun["observation"]["texts"]) == {"instruction", "url", "title", "text"}
    path = f"/sessions/{begun['session']}/observe"
    seen = (await service.post(path, reads=["screenshot"]))["observation"]
    assert seen["pictures"]["screenshot"].startswith("iVBOR")
    await service.post(f"/sessions/{begun['session']}/close")


async def test_a_fork_continues_from_an_earlier_step(service: Service) -> None:
    session = (await service.create(task="date@0"))["session"]
    seen = [await service.step(session, "press", keys=key) for key in "123"]
    fork = await service.post(f"/sessions/{session}/fork", step=2)
    assert (fork["steps"], fork["ended"]) == (2, None)
    observed = await service.post(f"/sessions/{fork['session']}/observe")
    assert observed["observation"]["digest"] == seen[1]["observation"]["digest"]
    other = await service.step(fork["session"], "press", keys="9")
    assert other["observation"]["digest"] != seen[2]["observation"]["digest"]
    too_far = await service.http.post(f"/sessions/{session}/fork", json={"step": 4})
    assert too_far.status_code == 400
    for one in (session, fork["session"]):
        await service.post(f"/sessions/{one}/close")


async def test_a_full_service_says_when_to_retry(service: Service) -> None:
    sessions = [(await service.create(task="date@0"))["session"] for _ in range(4)]
    refused = await service.http.post("/sessions", json={})
    assert (refused.status_code, refused.headers["retry-after"]) == (503, "1")
    assert refused.json()["retry_after"] == 1
    waiting = asyncio.create_task(service.create(task="date@0", wait=60))
    await asyncio.sleep(0)
    await service.post(f"/sessions/{sessions[0]}/close")
    sessions[0] = (await waiting)["session"]
    for one in sessions:
        await service.post(f"/sessions/{one}/close")


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ({"task": "nothing"}, "there is no task 'nothing'. GET /tasks lists all tasks."),
        ({"task": "date"}, "there is no task 'date'. Did you mean 'date@0'? GET /tasks lists"),
        ({"next": "patence@0"}, "there is no task 'patence@0'. Did you mean 'patience@0'"),
        ({"lease": 0}, "lease: Input should be greater than or equal to 1"),
        ({"reads": ["all"]}, "reads.0: "),
        ({"reads": ["dom"]}, "the view 'dom' is for agents in Python"),
        ({"tsak": "date@0"}, "tsak: Extra inputs are not permitted"),
    ],
)
async def test_invalid_requests_are_refused(service: Service, body: object, why: str) -> None:
    answer = await service.http.post("/sessions", json=body)
    assert answer.status_code == 400
    assert why in answer.json()["error"]
    assert service.pool.open == 0
    # An instance that is still in use would never be closed.
    assert not any(one.session_count for one in service.pool.instances.running)


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"authorization": ""}, 401),
        ({"authorization": f"Bearer {TOKEN}x"}, 401),
        ({"host": "evil.test"}, 403),
        ({"origin": "http://evil.test"}, 403),
    ],
)
async def test_requests_without_the_token_and_of_other_sites_are_refused(
    service: Service, headers: dict[str, str], status: int
) -> None:
    for path in ("/tasks", "/metrics", "/openapi.json", "/nothing"):
        assert (await service.http.get(path, headers=headers)).status_code == status


async def test_an_expired_lease_closes_the_session(service: Service) -> None:
    expired = service.pool.counts["expired"]
    session = (await service.create(task="date@0", lease=1))["session"]
    while service.pool.open:
        await service.pool.wait_until_closed()
    assert service.pool.counts["expired"] == expired + 1
    gone = await service.http.post(f"/sessions/{session}/step", json={"action": {"name": "done"}})
    assert gone.status_code == 404
    assert gone.json()["error"] == "the session has ended: errored, client."


async def test_metrics_count_sessions_and_outcomes(service: Service) -> None:
    before = await service.metric('webproctor_episodes_total{outcome="scored"}')
    session = (await service.create(task="date@0"))["session"]
    forked = await service.metric("webproctor_sessions_forked_total")
    fork = await service.post(f"/sessions/{session}/fork", step=0)
    assert await service.metric("webproctor_sessions_forked_total") == forked + 1
    assert await service.metric("webproctor_sessions") == 2
    assert await service.metric("webproctor_sessions_limit") == 4
    await service.post(f"/sessions/{fork['session']}/close")
    await service.post(f"/sessions/{session}/score")
    await service.post(f"/sessions/{session}/close")
    assert await service.metric('webproctor_episodes_total{outcome="scored"}') == before + 1
    assert await service.metric('webproctor_request_seconds_count{request="create"}') > 0


async def test_the_schema_describes_the_answers(service: Service) -> None:
    schema = (await service.http.get("/openapi.json")).json()
    begun = await service.create(task="date@0")
    answer = {"$ref": "#/components/schemas/Answer", "components": schema["components"]}
    Draft202012Validator(answer).validate(begun)
    body = schema["paths"]["/sessions/{session}/step"]["post"]["requestBody"]
    assert body["content"]["application/json"]["schema"]["$ref"].endswith("/Step")
    await service.post(f"/sessions/{begun['session']}/close")


async def test_a_killed_browser_makes_its_episodes_void_and_the_next_ones_work(
    executable: object,
) -> None:
    before = processes.find("browser")
    async with serving(games("date"), limit=4) as service:
        begun = [await service.create() for _ in range(3)]
        processes.send(signal.SIGKILL, processes.find("browser") - before)
        for one in begun:
            ended = (await service.step(one["session"], "wait", seconds=1))["ended"]
            assert (ended["outcome"], ended["value"], ended["cause"]) == ("void", None, "browser")
        after = await service.post(f"/sessions/{begun[0]['session']}/reset")
        assert after["ended"] is None
        assert service.pool.counts["void"] == 3
    assert processes.find("browser") == before


@pytest.mark.exhaustive
async def test_a_browser_process_is_replaced_after_a_number_of_sessions(executable: object) -> None:
    before = processes.find("browser")
    async with serving(games("date"), limit=2, renew_after=2) as service:
        first = await service.create()
        old = processes.find("browser") - before
        second = await service.create()
        assert processes.find("browser") - before == old
        await service.post(f"/sessions/{first['session']}/close")
        third = await service.create()
        assert processes.find("browser") - before > old
        # The puzzle is the same in the new process.
        assert third["observation"]["digest"] == second["observation"]["digest"]
        await service.post(f"/sessions/{second['session']}/close")
        assert not old & processes.find("browser")


async def test_a_draining_service_keeps_open_sessions(executable: object) -> None:
    async with serving(games("date"), limit=2) as service:
        session = (await service.create())["session"]
        drained = asyncio.create_task(service.pool.drained(60))
        await asyncio.sleep(0)
        refused = await service.http.post("/sessions", json={})
        assert (refused.status_code, "stopping" in refused.json()["error"]) == (503, True)
        assert (await service.http.get("/health")).json()["state"] == "draining"
        assert (await service.step(session, "wait", seconds=1))["steps"] == 1
        await service.post(f"/sessions/{session}/close")
        assert await drained
        assert not (await service.http.get("/health")).json()["sessions"]


async def test_a_standby_follows_the_steps_of_a_session(executable: object) -> None:
    async with serving(games("date"), limit=2, standby=True) as service:
        session = (await service.create())["session"]
        [leased] = service.pool._open.values()
        assert leased.episode.prepared_fork is not None
        standby = leased.episode.prepared_fork.episode
        await service.step(session, "press", keys="1")
        seen = await service.step(session, "press", keys="2")
        fork = await service.post(f"/sessions/{session}/fork", step=2)
        assert service.pool._open[fork["session"]].episode is standby
        observed = await service.post(f"/sessions/{fork['session']}/observe")
        assert observed["observation"] == seen["observation"]


async def test_after_the_first_fork_a_page_is_loaded_ahead_for_later_ones(
    executable: object,
) -> None:
    async with serving(games("date"), limit=2) as service:
        session = (await service.create())["session"]
        [leased] = service.pool._open.values()
        assert leased.episode.prepared_fork is None
        await service.post(f"/sessions/{session}/reset")
        assert leased.episode.prepared_fork is None
        fork = await service.post(f"/sessions/{session}/fork", step=0)
        await service.post(f"/sessions/{fork['session']}/close")

        await service.post(f"/sessions/{session}/reset")
        assert leased.episode.prepared_fork is not None
        loaded = leased.episode.prepared_fork.episode
        seen = await service.step(session, "press", keys="1")
        assert not loaded.calls
        fork = await service.post(f"/sessions/{session}/fork", step=1)
        assert service.pool._open[fork["session"]].episode is loaded
        observed = await service.post(f"/sessions/{fork['session']}/observe")
        assert observed["observation"] == seen["observation"]
        await service.post(f"/sessions/{fork['session']}/close")

        await service.post(f"/sessions/{session}/reset")
        assert leased.episode.prepared_fork is not None
        await service.post(f"/sessions/{session}/reset")  # The episode was not forked.
        assert leased.episode.prepared_fork is None


async def test_episodes_on_prepared_pages_are_the_same(executable: object) -> None:
    async with serving(games("date"), limit=2, prepared_pages=1) as service:
        first = await service.create()
        [instance] = service.pool.instances.running
        prepared_pages = instance.benchmark.browser.prepared_pages  # type: ignore[attr-defined]
        await prepared_pages.wait_until_filled()
        assert prepared_pages.ready == 1
        again = await service.post(f"/sessions/{first['session']}/reset")
        assert again["observation"] == first["observation"]
        await prepared_pages.wait_until_filled()
        fork = await service.post(f"/sessions/{first['session']}/fork", step=0)
        observed = await service.post(f"/sessions/{fork['session']}/observe")
        assert observed["observation"] == first["observation"]
        for one in (first, fork):
            await service.post(f"/sessions/{one['session']}/close")


async def test_an_unknown_next_task_is_refused(service: Service) -> None:
    answer = await service.http.post("/sessions", json={"next": "none"})
    assert answer.status_code == 400
    assert answer.json()["error"].startswith("there is no task 'none'.")


@pytest.mark.exhaustive
async def test_episodes_on_preloaded_pages_are_equal(executable: object) -> None:
    def load() -> Benchmark:
        return load_benchmark("miniwob", environment=("click-checkboxes", "enter-text"), seeds=2)

    first, second = "click-checkboxes@0", "enter-text@1"
    views = ["elements", "html", "text"]
    async with serving(load) as service:
        expected = (await service.create(task=second, reads=views))["observation"]
        opened = await service.create(task=first, next=second, reads=views)
        seen = await service.post(f"/sessions/{opened['session']}/reset", task=second)
        assert seen["observation"] == expected


@pytest.mark.exhaustive
async def test_a_session_that_is_reset_moves_to_a_new_browser_process(executable: object) -> None:
    before = processes.find("browser")
    async with serving(games("date"), limit=2, renew_after=2) as service:
        session = (await service.create())["session"]
        old = processes.find("browser") - before
        await service.post(f"/sessions/{session}/reset")
        assert processes.find("browser") - before == old
        assert (await service.post(f"/sessions/{session}/reset"))["ended"] is None
        assert not old & processes.find("browser")
        assert processes.find("browser") - before
        await service.post(f"/sessions/{session}/close")


@pytest.mark.exhaustive
async def test_a_browser_process_is_replaced_when_its_memory_grows(
    executable: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(instances, "_MEMORY_CHECK_INTERVAL", 3)
    before = processes.find("browser")
    async with serving(games("date"), limit=1, renew_memory=1) as service:
        session = (await service.create())["session"]
        old = processes.find("browser") - before
        replaced = 'webproctor_browsers_replaced_total{reason="memory"}'
        assert await service.metric(replaced) == 0
        while await service.metric(replaced) == 0:
            assert (await service.post(f"/sessions/{session}/reset"))["ended"] is None
        assert (await service.post(f"/sessions/{session}/reset"))["ended"] is None
        assert not old & processes.find("browser")
        await service.post(f"/sessions/{session}/close")


async def test_requests_that_are_too_large_are_refused(service: Service) -> None:
    large = await service.http.post("/sessions", json={"task": "x" * MESSAGE_BYTES})
    assert (large.status_code, "at most" in large.json()["error"]) == (413, True)

    async def parts() -> AsyncIterator[bytes]:  # Sent without a length.
        for _ in range(5):
            yield b" " * (MESSAGE_BYTES // 4)

    streamed = await service.http.post(
        "/sessions", content=parts(), headers={"content-type": "application/json"}
    )
    assert (streamed.status_code, "at most" in streamed.json()["error"]) == (413, True)
    assert service.pool.open == 0


async def test_metrics_contain_no_session_ids(service: Service) -> None:
    session = (await service.create(task="date@0"))["session"]
    text = (await service.http.get("/metrics")).text
    assert not any(part in text for part in session.split("."))
    await service.post(f"/sessions/{session}/close")
