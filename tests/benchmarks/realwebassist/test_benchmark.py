"""Tasks, sessions and baselines of the benchmark."""

from pathlib import Path
from typing import Any

import pytest
from benchmarks.realwebassist.conftest import Write, step

from webproctor.agents import make_agent
from webproctor.benchmarks import load_benchmark
from webproctor.benchmarks.realwebassist.benchmark import RealWebAssist, realwebassist
from webproctor.benchmarks.realwebassist.dataset import Dataset
from webproctor.core.actions import Action
from webproctor.core.actions.web import Click, Type, Wait
from webproctor.core.errors import UserError
from webproctor.core.loop import run_episode
from webproctor.methods.grounding.session import PointingSession
from webproctor.methods.speech.transcripts import write as write_transcripts


def test_transcripts_are_required_only_for_the_selected_participants(
    write: Write, tmp_path: Path
) -> None:
    data = write()
    heard = {(2, 1): "open the thickets", (2, 2): "the first one"}
    write_transcripts(tmp_path / "heard.json", heard, {})
    benchmark = realwebassist(data=data, participant=(2,), transcripts=tmp_path / "heard.json")
    assert benchmark.tasks()[0].instruction == "open the thickets"
    with pytest.raises(UserError, match="no instruction 1 of participant 1"):
        realwebassist(data=data, transcripts=tmp_path / "heard.json")


def test_the_condition_covers_the_instructions(write: Write) -> None:
    def data_of(instruction: str) -> str:
        return realwebassist(data=write({1: [step(1, instruction)]})).condition["data"]

    assert data_of("open the shop") != data_of("click at 5, 5")


async def worked(benchmark: RealWebAssist, agent: Any) -> list[float]:
    marks = []
    for task in benchmark.tasks():
        async with benchmark.session(task) as session:
            episode = await run_episode(task, session, agent)
        marks.append(benchmark.score(task, episode).value)
    return marks


async def test_the_oracle_is_always_correct_and_do_nothing_never(write: Write) -> None:
    benchmark = realwebassist(data=write())
    assert await worked(benchmark, benchmark.oracle()) == [1.0] * 4
    assert await worked(benchmark, make_agent("do-nothing", benchmark)) == [0.0] * 4


async def test_a_noisy_oracle_misses_at_the_given_rate(write: Write) -> None:
    many = {1: [step(number, f"say {number}", str(number)) for number in range(1, 201)]}
    benchmark = realwebassist(data=write(many))
    agent = make_agent("noisy-oracle", benchmark, error_rate=0.3, seed=1)
    marks = await worked(benchmark, agent)
    assert sum(marks) == 140
    assert marks == await worked(benchmark, agent)


async def test_the_centre_and_a_random_point_are_baselines(write: Write) -> None:
    middle = {"x": 29, "y": 29, "width": 2, "height": 2}
    many = {1: [step(number, f"say {number}", str(number), middle) for number in range(1, 41)]}
    benchmark = realwebassist(data=write(many))
    assert await worked(benchmark, make_agent("centre", benchmark)) == [1.0] * 40
    assert sum(await worked(benchmark, make_agent("random", benchmark, seed=1))) < 4


def test_a_noisy_oracle_requires_a_benchmark_with_an_oracle() -> None:
    with pytest.raises(UserError, match="has no noisy oracle"):
        make_agent("noisy-oracle", load_benchmark("webgames"))


@pytest.fixture
def session(write: Write) -> PointingSession:
    dataset = Dataset(write())
    return PointingSession([one.target for one in dataset.sessions[1] if one.scored])


async def test_each_screenshot_comes_with_its_instruction(session: PointingSession) -> None:
    seen = await session.observe(frozenset({"screenshot"}))
    assert (seen.instruction, seen.width, seen.height) == ("open the shop", 60, 60)
    assert seen.read("screenshot").startswith(b"\x89PNG")
    await session.act(Click(x=1, y=2))
    assert (await session.observe()).instruction == "close all tabs"
    assert session.points == [(1, 2)]


@pytest.mark.parametrize("action", [Type(text="x"), Click(element=1)])
async def test_an_action_without_a_point_does_not_advance_the_step(
    session: PointingSession, action: Action
) -> None:
    assert not (await session.act(action)).ok
    assert session.points == []


async def test_waiting_answers_without_a_point(session: PointingSession) -> None:
    await session.act(Wait())
    assert session.points == [None]


async def test_the_history_includes_unscored_steps(write: Write) -> None:
    benchmark = realwebassist(data=write(history="extracted_actions_gt.json"), past=2)
    last = benchmark.tasks()[1]
    async with benchmark.session(last) as opened:
        assert (await opened.observe()).history == (
            "Instruction: close all tabs\n   Action: did it",
            "Instruction: scroll down\n   Action: did it",
        )


async def test_boxes_are_never_shown_to_an_agent(write: Write) -> None:
    odd = {"x": 13.25, "y": 17.5, "width": 3.125, "height": 4.0625}
    folder = write({1: [step(1, "x", box=odd)]}, history="extracted_actions_gt.json")
    benchmark = realwebassist(data=folder, past=1)
    [task] = benchmark.tasks()
    async with benchmark.session(task) as opened:
        shown = await opened.observe(frozenset({"screenshot"}))
        result = await opened.act(Click(x=1, y=1))
    visible = f"{task} {shown} {result}"
    assert not any(str(number) in visible for number in odd.values())
