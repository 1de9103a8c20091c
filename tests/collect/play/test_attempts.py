"""Attempts: their owner, their end, and what survives a closed tab or a killed server."""

import asyncio
import contextlib
import dataclasses
import json
import os
import signal
import sqlite3
import sys
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
from collect.players import Player, Served, served
from collect.visitors import Visitor, store_in
from playwright.async_api import Browser as Chromium
from sqlalchemy import select

from webproctor.benchmarks.people import steps_of
from webproctor.collect.play import open_study, study
from webproctor.collect.play.tables import Attempt, Participant
from webproctor.collect.store import Person, database
from webproctor.core.errors import UserError
from webproctor.core.tasks import Limits
from webproctor.environments.browser.witness import Input
from webproctor.harness.reading import read_run

FORMS: dict[str, Any] = {"split": "all", "instances": 1}
GAME = {"task": ("right-click-easy",)}


@contextlib.asynccontextmanager
async def visitor(link: str) -> AsyncIterator[Visitor]:
    """A participant by HTTP."""
    address, _, token = link.partition("/enter?token=")
    async with httpx.AsyncClient(base_url=address, timeout=60) as client:
        assert (await client.post("/enter", data={"token": token})).status_code == 303
        yield Visitor(client, "play")


async def begun(server: Served, name: str) -> Visitor:
    """Enter, end the practice task, and start the first task."""
    person = await server.stack.enter_async_context(visitor(server.link(name)))
    await person.post("/play/start", practice="1")
    [live] = [live for live in server.lives if live.position == 0]
    await person.post("/play/answer", attempt=str(live.id), give_up="1")
    await person.post("/play/start")
    return person


def test_task_order_depends_on_seed_and_pseudonym(tmp_path: Path) -> None:
    with store_in(tmp_path) as store:
        studies = [
            open_study(store, tmp_path / str(number), "turkingbench", FORMS, seed=seed)
            for number, seed in enumerate((1, 1, 2))
        ]
    orders = [[task.id for task in study.order("ann")] for study in studies]
    other = [task.id for task in studies[0].order("bob")]
    assert orders[0] == orders[1]
    assert orders[0] not in (orders[2], other)
    assert sorted(orders[0]) == sorted(other) == sorted(task.id for task in studies[0].tasks)


async def test_attempts_of_other_people_are_refused(tmp_path: Path) -> None:
    async with served(tmp_path, "realwebassist") as server:
        ann, eve = await begun(server, "ann"), await begun(server, "eve")
        [live] = [one for one in server.lives if one.person == server.person("ann").id]
        picture = f"/play/attempts/{live.id}/0.png"
        assert (await ann.get(picture)).content.startswith(b"\x89PNG")
        assert (await eve.get(picture)).status_code == 404
        assert (await eve.get(f"/play/attempts/{live.id}/0.sound")).status_code == 404
        assert (await eve.get(f"/play/attempts/{live.id}/state")).json() == {"running": False}
        for path, fields in (
            ("/play/click", {"step": "0", "x": "1", "y": "1"}),
            ("/play/answer", {"give_up": "1"}),
        ):
            await eve.post(path, attempt=str(live.id), **fields)
        assert live.answers == []
        assert not live.finished
        administrator = await server.stack.enter_async_context(visitor(server.administrator))
        assert (await administrator.get("/play/")).status_code == 403


async def test_pages_of_an_attempt_require_its_key_and_its_own_origin(tmp_path: Path) -> None:
    async with served(tmp_path, "turkingbench", FORMS) as server:
        ann = await begun(server, "ann")
        panel = (await ann.get("/play/")).text
        [live] = server.lives
        host = f"{live.label}.localhost:{server.port}"
        own = {"host": host, "cookie": f"webproctor-attempt={live.key}"}
        assert f"http://{host}/enter?key={live.key}" in panel
        page = await ann.http.get("/", headers=own)
        assert "<form" in page.text
        assert page.headers["content-security-policy"].startswith("default-src 'self'")
        entered = await ann.http.get(f"/enter?key={live.key}", headers={"host": host})
        assert (entered.status_code, entered.headers["location"]) == (303, "/")
        assert "httponly" in entered.headers["set-cookie"].lower()
        ann.http.cookies.delete("webproctor-attempt")
        for headers, status in (
            ({"host": host}, 403),
            ({"host": host, "cookie": "webproctor-attempt=x"}, 403),
            (own | {"origin": server.address}, 403),
            (own | {"sec-fetch-site": "cross-site", "sec-fetch-mode": "cors"}, 403),
            (own | {"host": f"a{'0' * 32}.localhost:{server.port}"}, 404),
        ):
            assert (await ann.http.get("/", headers=headers)).status_code == status
            assert (await ann.http.post("/own/submit", headers=headers)).status_code == status
        assert (await ann.http.get("/enter?key=x", headers={"host": host})).status_code == 403
        # The panel is not served at the host of an attempt.
        assert (await ann.http.get("/play/", headers=own)).status_code == 404


async def test_forms_of_other_sites_or_without_the_token_change_nothing(tmp_path: Path) -> None:
    async with served(tmp_path, "realwebassist") as server:
        ann = await begun(server, "ann")
        [live] = server.lives
        fields = {"attempt": str(live.id), "step": "0", "x": "1", "y": "1", "give_up": "1"}
        csrf = await ann.csrf()
        for path in ("/play/click", "/play/answer", "/play/start"):
            assert (await ann.http.post(path, data=fields)).status_code == 403
            for headers in ({"origin": "https://evil.example"}, {"sec-fetch-site": "cross-site"}):
                answer = await ann.http.post(path, data=fields | {"csrf": csrf}, headers=headers)
                assert answer.status_code == 403
        assert live.answers == []
        assert not live.finished


NO_FORMS = (
    b"", b"[]", b'{"fields": 1, "inputs": []}', b"\xff", b"[" * 100_000,
    b'{"fields": [{"name": "x", "type": "text", "visible": true, "values": ["1"]}],'
    b' "inputs": []}',
    b'{"fields": [], "inputs": [["down", "x", 0, 0, "", ""]]}',
)  # fmt: skip


async def test_malformed_submissions_are_refused(tmp_path: Path) -> None:
    async with served(tmp_path, "turkingbench", FORMS, limit=1) as server:
        ann = await begun(server, "ann")
        [live] = server.lives
        host = f"{live.label}.localhost:{server.port}"
        headers = {"host": host, "cookie": f"webproctor-attempt={live.key}"}
        for content in NO_FORMS:
            answer = await ann.http.post("/own/submit", headers=headers, content=content)
            assert answer.status_code == 400, content
            assert not live.finished


@pytest.mark.parametrize("id", ["²", "9" * 5000, "-1", "x"])
async def test_invalid_ids_are_refused(tmp_path: Path, id: str) -> None:
    async with served(tmp_path, "realwebassist") as server:
        ann = await begun(server, "ann")
        assert (await ann.get(f"/play/attempts/{id}/state")).json() == {"running": False}
        assert (await ann.get(f"/play/attempts/{id}/0.png")).status_code == 404
        for path in ("/play/answer", "/play/click"):
            assert (await ann.post(path, attempt=id, step="0")).status_code == 400


async def test_a_body_above_the_limit_is_refused(tmp_path: Path) -> None:
    async with served(tmp_path, "turkingbench", FORMS, limit=1) as server:
        ann = await begun(server, "ann")
        [live] = server.lives
        host = f"{live.label}.localhost:{server.port}"
        headers = {"host": host, "cookie": f"webproctor-attempt={live.key}"}
        with contextlib.suppress(httpx.WriteError):
            answer = await ann.http.post("/own/submit", headers=headers, content=bytes(20 * 2**20))
            assert answer.status_code == 413
        assert not live.finished


async def test_an_answer_and_a_step_count_once(tmp_path: Path) -> None:
    async with served(tmp_path, "realwebassist") as server:
        ann = await begun(server, "ann")
        [live] = server.lives
        clicks = [
            ann.post("/play/click", attempt=str(live.id), step="0", x=str(x), y="1")
            for x in range(5)
        ]
        await asyncio.gather(*clicks)
        assert len(live.answers) == 1
        for fields in ({"x": "a", "y": "1"}, {"x": "nan", "y": "1"}, {}):
            answer = await ann.post("/play/click", attempt=str(live.id), step="1", **fields)
            assert answer.status_code == 400
        await ann.post("/play/answer", attempt=str(live.id), give_up="1")
        await ann.post("/play/click", attempt=str(live.id), step="1", x="1", y="1")
        with server.store.reading() as db:
            row = db.get(Attempt, live.id)
            assert row is not None
            assert len(row.answers) == 1


async def test_an_attempt_ends_at_the_time_limit_of_agents(tmp_path: Path) -> None:
    async with served(tmp_path, "webgames", GAME) as server:
        [task] = server.study.tasks
        server.study.tasks = [dataclasses.replace(task, limits=Limits(seconds=1))]
        ann = await begun(server, "ann")
        timer = server.live.timer
        assert timer is not None
        await timer
        assert "You have finished the task" in (await ann.get("/play/")).text
    [result] = read_run(tmp_path / "run").results
    assert (result.cause, result.seconds, result.solved) == ("time limit", 1, False)


async def test_the_time_limit_ends_an_attempt_after_the_database_was_locked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    logged = asyncio.Event()
    monkeypatch.setattr(study._LOG, "exception", lambda _: logged.set())
    monkeypatch.setattr(database, "_BUSY_TIMEOUT", 0.01)
    monkeypatch.setattr(study, "_RETRY_SECONDS", 0.01)
    async with served(tmp_path, "webgames", GAME) as server:
        [task] = server.study.tasks
        server.study.tasks = [dataclasses.replace(task, limits=Limits(seconds=1))]
        await begun(server, "ann")
        timer = server.live.timer
        assert timer is not None
        with sqlite3.connect(tmp_path / "collect.db", isolation_level=None) as other:
            other.execute("BEGIN IMMEDIATE")
            await logged.wait()
            other.execute("ROLLBACK")
        await timer
    [result] = read_run(tmp_path / "run").results
    assert result.cause == "time limit"


async def test_an_answer_after_the_time_limit_does_not_count(tmp_path: Path) -> None:
    async with served(tmp_path, "webgames", GAME) as server:
        await begun(server, "ann")
        live = server.live
        live.started -= 2 * timedelta(seconds=live.attempt.task.limits.seconds)
        assert not await server.study.answer(live, "late")
        assert server.lives == []
    [result] = read_run(tmp_path / "run").results
    assert (result.cause, result.solved) == ("time limit", False)


async def test_the_next_task_is_hidden_until_the_person_starts_it(
    tmp_path: Path,
) -> None:
    async with served(tmp_path, "webgames", {"difficulty": ("easy",)}) as server:
        ann = await server.stack.enter_async_context(visitor(server.link("ann")))
        # No task without the practice task.
        await ann.post("/play/start")
        assert server.lives == []
        await ann.post("/play/start", practice="1")
        await ann.post("/play/answer", attempt=str(server.live.id), give_up="1")
        between = (await ann.get("/play/")).text
        assert "Task 1 of" in between
        assert not [task for task in server.study.tasks if task.instruction in between]
        await asyncio.gather(*(ann.post("/play/start") for _ in range(4)))
        assert len(server.lives) == 1


async def test_an_attempt_continues_after_its_tab_was_closed(
    tmp_path: Path, chromium: Chromium
) -> None:
    async with served(tmp_path, "webgames", GAME) as server:
        link = server.link("ann")
        ann = await Player.enter(chromium, link)
        await ann.practise()
        await ann.start()
        instruction = await ann.page.locator("#instruction").inner_text()
        await ann.page.context.close()
        again = await Player.enter(chromium, link)
        assert await again.page.locator("#instruction").inner_text() == instruction
        window = await again.window()
        assert await window.evaluate("[innerWidth, innerHeight]") == [1280, 720]
        assert await window.evaluate("opener") is None
        await again.page.context.close()


async def test_after_a_restart_a_form_continues_and_a_game_starts_again(tmp_path: Path) -> None:
    async with served(tmp_path / "form", "turkingbench", FORMS) as server:
        await begun(server, "ann")
        label, key = server.live.label, server.live.key
    async with served(tmp_path / "form", "turkingbench", FORMS) as server:
        assert (server.live.label, server.live.key) == (label, key)
    async with served(tmp_path / "game", "webgames", GAME) as server:
        await begun(server, "ann")
    async with served(tmp_path / "game", "webgames", GAME) as server:
        assert server.lives == []
        ann = await server.stack.enter_async_context(visitor(server.link("ann")))
        assert "task 1 of 1" in (await ann.get("/play/")).text
        await ann.post("/play/start")
        assert server.live.tries == 2
        await ann.post("/play/answer", attempt=str(server.live.id), give_up="1")
    [result] = read_run(tmp_path / "game/run").results
    assert result.cause == "gave up"


@contextlib.asynccontextmanager
async def process(study: Path, *more: str) -> AsyncIterator[dict[str, Any]]:
    """Serve by the command in a process that is killed at the end of the block."""
    command = ["-m", "webproctor", "play", "realwebassist", "--study", str(study), "--json", *more]
    started = await asyncio.create_subprocess_exec(
        sys.executable, *command, stdout=asyncio.subprocess.PIPE
    )
    assert started.stdout is not None
    try:
        yield json.loads(await started.stdout.readline())
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.kill(started.pid, signal.SIGKILL)
        await started.wait()


@pytest.mark.exhaustive
async def test_a_killed_server_keeps_everything_that_it_has_answered(tmp_path: Path) -> None:
    async with (
        process(tmp_path, "--person", "ann", "--limit", "3") as output,
        visitor(output["participants"]["ann"]) as ann,
    ):
        for task in range(2):
            await ann.post("/play/start", practice="" if task else "1")
            await ann.post("/play/answer", attempt=str(task + 1), give_up="1")
        await ann.post("/play/start")
        for step in range(2):
            click = await ann.post("/play/click", attempt="3", step=str(step), x="8", y="9")
            assert click.status_code == 303
    async with served(tmp_path, "realwebassist", limit=3) as server:
        ann = await server.stack.enter_async_context(visitor(server.link("ann")))
        # The task that ran continues at its third screenshot.
        assert "Screenshot 3" in (await ann.get("/play/")).text
        assert (server.live.id, server.live.answers[1]["point"]) == (3, [8, 9])
        await ann.post("/play/answer", attempt="3", give_up="1")
    run = read_run(tmp_path / "run")
    assert (run.participants, len(run.results)) == (["ann"], 2)


async def test_people_who_start_at_the_same_time_get_different_numbers(
    tmp_path: Path, database: str | None
) -> None:
    with store_in(tmp_path, database) as store:
        async with served(tmp_path, "realwebassist", store=store) as server:
            names = [f"p{number}" for number in range(8)]
            await asyncio.gather(*(server.take(name, 1) for name in names))
            with store.reading() as db:
                numbers = db.scalars(select(Participant.number)).all()
                assert sorted(numbers) == list(range(1, 9))
                assert len(db.scalars(select(Person)).all()) == 9
    run = read_run(tmp_path / "run")
    assert sorted(run.participants) == names
    assert (run.epochs, len(run.results)) == (8, 8)


async def test_a_study_with_other_settings_is_refused(tmp_path: Path) -> None:
    async with served(tmp_path, "realwebassist", limit=1):
        pass
    others: tuple[tuple[str, dict[str, Any], dict[str, Any], str], ...] = (
        ("realwebassist", {}, {"limit": 2}, ": limit is 1 there and 2 now"),
        ("realwebassist", {"past": 1}, {"limit": 1}, ": past is "),
        ("realwebassist", {}, {"limit": 1, "seed": 3}, ": order is "),
        ("turkingbench", {}, {}, ": benchmark is 'realwebassist' there and 'turkingbench' now; "),
    )
    for benchmark, settings, more, differing in others:
        with pytest.raises(UserError, match=f"{differing}.*settings, or with another folder"):
            async with served(tmp_path, benchmark, settings, **more):
                pass


def given(kind: str, stamp: float, detail: str = "", x: float = 0, y: float = 0) -> Input:
    return Input(kind, 0.0, stamp, x, y, detail, "")


def test_inputs_are_converted_to_the_actions_of_agents() -> None:
    steps = steps_of(
        [
            given("down", 1, "left", 5, 6), given("up", 1.1, "left", 6, 6),
            given("key", 2, "Shift"), given("key", 2, "H"), given("key", 2.5, "i"),
            given("key", 3, "Enter"), given("wheel", 4, "0,100"), given("wheel", 5, "0,20"),
            given("down", 6, "left", 10, 10), given("move", 6.5), given("up", 7, "left", 200, 10),
        ]
    )  # fmt: skip
    calls = [step.actions[0] for step in steps]
    assert [call["name"] for call in calls] == ["click", "type", "press", "scroll", "drag"]
    assert calls[1]["arguments"] == {"text": "Hi"}
    assert calls[3]["arguments"]["down"] == 120
    assert calls[4]["arguments"] == {"x": 10, "y": 10, "to_x": 200, "to_y": 10}
    assert [step.seconds for step in steps] == [1, 1.5, 0.5, 2, 1]


def test_impossible_inputs_are_skipped() -> None:
    steps = steps_of(
        [
            given("wheel", 1, "much"), given("wheel", 1, "nan,1"), given("down", float("nan")),
            given("down", 1, "left", float("inf")), given("nonsense", 1), given("up", 1),
            given("key", 2, "\ud800"),
        ]
    )  # fmt: skip
    [step] = steps
    assert json.loads(step.model_dump_json())["actions"][0]["arguments"] == {"text": "\ufffd"}
