"""Tests of the sessions that the benchmark opens."""

import asyncio
import time
from dataclasses import replace

import pytest
from per_change import first

from webproctor.benchmarks.turkingbench import turkingbench
from webproctor.core.episodes import Episode
from webproctor.core.loop import run_episode
from webproctor.core.sessions import DATA, SessionLost

MAP = "Map directions"


async def test_a_session_opens_the_page_of_its_instance(write_task, executable):
    rows = [{"word": word, "Answer.q": "x"} for word in ("one", "two")]
    folder = write_task("T & co?", "<title>${word}</title><input name=q>", rows)
    async with turkingbench(data=folder, split="all") as benchmark:
        for task, title in zip(benchmark.tasks(), ["one", "two"], strict=True):
            async with benchmark.session(task) as session:
                seen = await session.observe(frozenset({"elements"}))
                assert seen.title == title
                assert (
                    seen.url == f"http://turkingbench.localhost/task/T%20%26%20co%3F/{task.id[-1]}/"
                )
                assert [element.name for element in seen.read("elements")] == ["q"]


async def test_concurrent_sessions_do_not_interfere(write_task, executable):
    rows = [{"i": str(n), "Answer.q": str(n)} for n in range(3)]
    folder = write_task("T", "<input name=q>", rows)
    async with turkingbench(data=folder, split="all") as benchmark:

        async def work(task) -> float:
            async with benchmark.session(task) as session:
                episode = await run_episode(task, session, benchmark.oracle())
            return benchmark.score(task, episode).value

        assert await asyncio.gather(*map(work, benchmark.tasks())) == [1.0] * 3


async def test_without_field_names_elements_have_no_name(write_task, executable):
    folder = write_task("T", "<input name=q><input name=r>", [{"i": "1", "Answer.q": "x"}])
    async with turkingbench(data=folder, split="all", field_names=False) as benchmark:
        [task] = benchmark.tasks()
        async with benchmark.session(task) as session:
            seen = await session.observe(frozenset({"elements"}))
            assert [element.name for element in seen.read("elements")] == ["", ""]


async def test_public_libraries_are_served_from_local_copies(write_task, executable):
    library = "https://code.jquery.com/jquery-3.2.1.slim.min.js"
    page = f"<script src='{library}'></script><script>$('<input name=q>').appendTo('body')</script>"
    folder = write_task("T", page + "<img src='https://pictures.example/x.png'>", [
        {"i": "1", "Answer.q": "x"}
    ])  # fmt: skip
    async with turkingbench(data=folder, split="all") as benchmark:
        [task] = benchmark.tasks()
        async with benchmark.session(task) as session:
            evidence = await session.evidence()
    assert [field["name"] for field in evidence["fields"]] == ["q"]
    assert evidence["mirrored"] == 1
    assert evidence["refused"] == ["https://pictures.example/x.png"]


_ADDS_FIELDS = """<input name=a><button type=button onclick="
    this.outerHTML = '<input name=b><input name=c type=hidden><input name=d>'">Add</button>"""


@pytest.mark.parametrize("actions", first("form", "web"))
async def test_fields_that_a_page_adds_later_are_named_if_a_worker_filled_them_in(
    write_task, executable, actions: str
):
    row = {"i": "1", **{f"Answer.{name}": "x" for name in "abc"}, "Answer.d": ""}
    folder = write_task("T", _ADDS_FIELDS, [row])
    async with turkingbench(data=folder, split="all") as benchmark:
        [task] = benchmark.tasks()
        async with benchmark.session(replace(task, actions=actions)) as session:
            found = benchmark.score(task, Episode(task=task.id, evidence=await session.evidence()))
            assert "late" not in found.details
            await session.page.run("document.querySelector('button').click()")
            found = benchmark.score(task, Episode(task=task.id, evidence=await session.evidence()))
    assert found.details["late"] == ["b"]
    assert [field["name"] for field in found.details["fields"]] == ["a"]


@pytest.mark.parametrize("actions", first("form", "web"))
async def test_a_field_without_a_metric_makes_the_episode_void_before_it_starts(
    write_task, executable, actions: str
):
    folder = write_task("T", "<input name=q type=date>", [{"i": "1", "Answer.q": "2026-01-01"}])
    async with turkingbench(data=folder, split="all") as benchmark:
        [task] = benchmark.tasks()
        with pytest.raises(SessionLost, match="field 'q' is an input of type 'date'") as error:
            async with benchmark.session(replace(task, actions=actions)):
                pass
    assert error.value.cause == DATA


@pytest.mark.exhaustive
async def test_a_hanging_page_ends_only_its_own_session(write_task, executable):
    rows = [{"script": script, "Answer.q": "x"} for script in ("while (true);", "1")]
    folder = write_task("T", "<script>${script}</script><input name=q>", rows)
    timeout = 3.0
    async with turkingbench(data=folder, split="all", timeout=timeout) as benchmark:
        hangs, well = benchmark.tasks()
        began = time.monotonic()
        with pytest.raises(SessionLost) as lost:
            async with benchmark.session(hangs):
                pass
        assert lost.value.cause == "page hangs"
        hung = time.monotonic() - began
        began = time.monotonic()
        async with benchmark.session(well) as session:
            assert len((await session.evidence())["fields"]) == 1
        # On a busy machine both take longer.
        assert hung < 3 * timeout + 10 * (time.monotonic() - began)


@pytest.mark.exhaustive
async def test_a_benchmark_can_be_opened_again(executable):
    benchmark = turkingbench(task=(MAP,), instances=1)
    [task] = benchmark.tasks()
    for _ in range(2):
        async with benchmark, benchmark.session(task) as session:
            assert (await session.observe()).title is not None


def test_a_benchmark_can_be_opened_in_another_event_loop(executable):
    benchmark = turkingbench(task=(MAP,), instances=1)
    [task] = benchmark.tasks()

    async def fields() -> int:
        async with benchmark, benchmark.session(task) as session:
            return len((await session.evidence())["fields"])

    assert asyncio.run(fields()) == asyncio.run(fields()) > 0


@pytest.mark.usefixtures("executable")
async def test_a_page_can_only_reach_its_own_instance():
    ask = "fetch('{}').then((it) => it.status)"
    async with turkingbench(task=(MAP,), instances=2) as benchmark:
        first, second = benchmark.tasks()
        async with benchmark.session(first) as one, benchmark.session(second) as two:
            assert await one.page.run(ask.format("../0/")) == 200
            assert await one.page.run(ask.format("../1/")) == 404
            assert await two.page.run(ask.format("../1/")) == 200
            assert await two.page.run("document.cookie") == ""
