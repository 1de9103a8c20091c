"""Tests of offline sessions: every action is followed by the next recorded page."""

import io
from pathlib import Path
from typing import Any, Literal

import pytest
from benchmarks.mind2web.conftest import TASKS, WriteShard
from PIL import Image

from webproctor.agents import make_agent
from webproctor.benchmarks.mind2web.benchmark import Mind2Web, mind2web
from webproctor.benchmarks.mind2web.session import StepsSession
from webproctor.core.actions import Action
from webproctor.core.actions.computer import (
    KeyPress,
    MouseClick,
    MouseMove,
    MouseScroll,
    Screenshot,
    TypeText,
    WaitAWhile,
)
from webproctor.core.actions.web import Click, Hover, Navigate, Press, SelectOption, Type, Wait
from webproctor.core.episodes import Episode, Step
from webproctor.core.errors import UserError
from webproctor.core.llm import Reply
from webproctor.core.loop import run_episode
from webproctor.core.observations import Observation, View
from webproctor.core.sessions import DATA, SessionLost
from webproctor.harness.logs import read_episodes
from webproctor.harness.runs import run


@pytest.fixture
def benchmark(write_shard: WriteShard) -> Mind2Web:
    return mind2web(data=write_shard())


@pytest.fixture
def session(benchmark: Mind2Web) -> StepsSession:
    return StepsSession(benchmark.dataset, benchmark.demonstrations[0])


async def test_elements_are_the_candidates_in_document_order(session: StepsSession) -> None:
    seen = await session.observe(frozenset({"elements"}))
    elements = [(one.index, one.tag, one.label, one.options) for one in seen.read("elements")]
    assert elements == [
        (0, "a", "Home", ()),
        (1, "input", "city", ()),
        (2, "select", "when", ("9:30 AM",)),
        (3, "button", "Go", ()),
    ]


async def test_the_rect_of_an_action_is_the_box_of_its_element(session: StepsSession) -> None:
    assert await session.rect(Click(element=3)) == (0, 160, 100, 18)
    for without in (Click(element=4), Click(x=10, y=165), Wait()):
        assert await session.rect(without) is None
    for _ in range(3):
        await session.act(Wait())
    assert await session.rect(Click(element=3)) is None


async def test_the_text_of_a_page_is_observed_only_if_it_is_read(session: StepsSession) -> None:
    assert "Go" in (await session.observe(frozenset({"text"}))).read("text")
    assert (await session.observe()).text is None


async def test_the_recorded_actions_are_the_history(session: StepsSession) -> None:
    assert (await session.observe()).history == ()
    result = await session.act(Click(element=0))
    assert "[textbox]  city -> TYPE: new york" in result.message
    assert (await session.observe()).history == ("[textbox]  city -> TYPE: new york",)


@pytest.mark.parametrize(
    ("action", "noted"),
    [
        (Click(element=3), ("8", "CLICK", "")),
        (Hover(element=3), ("8", "CLICK", "")),
        (Type(element=1, text="york"), ("4", "TYPE", "york")),
        (SelectOption(element=2, option="x"), ("5", "SELECT", "x")),
        (Wait(), ("", "", "")),
        (Click(x=10, y=165), ("8", "CLICK", "")),
        (Click(x=900, y=900), ("", "CLICK", "")),
    ],
)
async def test_an_action_is_recorded_as_an_operation_of_the_data_set(
    session: StepsSession, action: Action, noted: tuple[str, str, str]
) -> None:
    assert (await session.act(action)).page_changed
    [found] = session.predictions
    assert (found.element, found.op, found.value) == noted


@pytest.mark.parametrize(
    "action", [Navigate(url="http://x"), Press(keys="a"), Click(element=99), Type(text="x")]
)
async def test_an_action_without_a_recorded_result_does_not_advance_the_step(
    session: StepsSession, action: Action
) -> None:
    assert not (await session.act(action)).ok
    assert session.number == 0


CITY, WHEN, GO = 85, 105, 165  # Vertical positions of the elements.


def click(y: int, **how: Any) -> MouseClick:
    return MouseClick(x=10, y=y, **how)


@pytest.mark.parametrize(
    ("actions", "noted"),
    [
        ([click(GO)], ("8", "CLICK", "")),
        ([MouseMove(x=10, y=GO), MouseClick()], ("8", "CLICK", "")),
        ([MouseClick(x=900, y=900)], ("", "CLICK", "")),
        ([click(CITY), TypeText(text="new york")], ("4", "TYPE", "new york")),
        (
            [click(CITY, count=3), KeyPress(keys="ctrl+a"), TypeText(text="york\n")],
            ("4", "TYPE", "york"),
        ),
        ([click(CITY), KeyPress(keys="Enter")], ("4", "CLICK", "")),
        ([click(CITY), click(GO)], ("4", "CLICK", "")),
        # Typing on a list selects the first option that begins with the text.
        ([click(WHEN), TypeText(text="9:3")], ("5", "SELECT", "9:30 AM")),
        ([click(WHEN), TypeText(text="noon")], ("5", "SELECT", "noon")),
    ],
)
async def test_mouse_and_keyboard_actions_are_recorded_as_operations_of_the_data_set(
    session: StepsSession, actions: list[Action], noted: tuple[str, str, str]
) -> None:
    *before, last = [await session.act(action) for action in actions]
    assert all(result.ok and not result.page_changed for result in before)
    assert last.ok
    assert last.page_changed
    [found] = session.predictions
    assert (found.element, found.op, found.value) == noted


@pytest.mark.parametrize(
    "action",
    [
        TypeText(text="x"),
        KeyPress(keys="Enter"),
        MouseClick(),
        click(GO, button="right"),
        MouseScroll(),
        WaitAWhile(),
        Screenshot(region=[0, 0, 9, 9]),
    ],
)
async def test_input_without_a_recorded_result_does_not_advance_the_step(
    session: StepsSession, action: Action
) -> None:
    assert not (await session.act(action)).ok
    assert session.number == 0


async def test_focus_is_lost_on_the_next_page(session: StepsSession) -> None:
    await session.act(click(CITY))
    await session.act(TypeText(text="new york"))
    assert not (await session.act(TypeText(text="9"))).ok
    assert [step.element for step in session.predictions] == ["4"]


async def test_after_the_last_step_actions_fail(session: StepsSession) -> None:
    for _ in range(3):
        await session.act(Wait())
    assert session.over
    assert not (await session.act(Click(element=0))).ok


async def test_a_data_set_without_screenshots_says_so(session: StepsSession) -> None:
    with pytest.raises(SessionLost, match="--text-only"):
        await session.observe(frozenset({"screenshot"}))


def test_an_agent_that_requires_screenshots_is_refused_when_it_is_created(
    benchmark: Mind2Web,
) -> None:
    class Silent:
        async def generate(
            self, messages: object, tools: object = (), *, tool_choice: str = "auto"
        ) -> Reply:
            return Reply()

    with pytest.raises(UserError, match=r"'computer' reads screenshot"):
        make_agent("computer", benchmark, Silent())
    assert make_agent("web", benchmark, Silent(), vision=False)


async def test_the_error_for_a_damaged_screenshot_gives_its_step(session: StepsSession) -> None:
    step = session.current_page().step
    object.__setattr__(step, "screenshot", b"\xff\xd8\xff no picture")
    location = rf"train_0\.json, {step.annotation_id}, action {step.uid}, screenshot"
    with pytest.raises(SessionLost, match=f"{location}: is not a readable image") as error:
        await session.observe(frozenset({"screenshot"}))
    assert error.value.cause == DATA


@pytest.mark.parametrize(
    ("field", "value", "fault"),
    [
        ("cleaned_html", "<html>", "cleaned_html is not valid XML"),
        ("operation", {"op": "JUMP"}, "operation: op is 'JUMP'"),
    ],
)
def test_a_damaged_step_makes_only_its_own_episode_void(
    write_shard: WriteShard, tmp_path: Path, field: str, value: Any, fault: str
) -> None:
    damaged, *others = TASKS[0]["actions"]
    actions = [others[0], damaged | {field: value}, others[1]]
    data = write_shard([TASKS[0] | {"actions": actions}, TASKS[1]])
    done = run("mind2web", "oracle", settings={"data": data}, folder=tmp_path / "run")
    assert {one.task: (one.outcome, one.cause, one.tries) for one in done.results} == {
        "a1": ("void", DATA, 1),
        "b1": ("scored", None, 1),
    }
    error = read_episodes(tmp_path / "run")["a1", 1].error
    assert error is not None
    assert error.message.startswith(f"{data}/train_0.json, a1, action u1: {fault}")


async def test_screenshots_have_the_size_of_their_page(session: StepsSession) -> None:
    picture = io.BytesIO()
    Image.new("RGB", (300, 900)).save(picture, "JPEG")
    step = session.current_page().step
    object.__setattr__(step, "screenshot", picture.getvalue())
    seen = await session.observe(frozenset({"marked_screenshot"}))
    assert (seen.width, seen.height) == (300, 900)
    assert seen.read("marked_screenshot").startswith(b"\x89PNG")


async def _episode(benchmark: Mind2Web, agent: str, number: int = 0) -> Episode:
    task = benchmark.tasks()[number]
    async with benchmark.session(task) as session:
        return await run_episode(task, session, make_agent(agent, benchmark))


async def test_the_oracle_is_correct_wherever_there_is_a_positive(benchmark: Mind2Web) -> None:
    marked = [
        benchmark.score(task, await _episode(benchmark, "oracle", number))
        for number, task in enumerate(benchmark.tasks())
    ]
    assert [mark.value for mark in marked] == [1.0, 0.5]
    assert [mark.details["success"] for mark in marked] == [1.0, 0.0]


async def test_do_nothing_scores_zero_for_every_step(benchmark: Mind2Web) -> None:
    score = benchmark.score(benchmark.tasks()[0], await _episode(benchmark, "do-nothing"))
    assert score.value == 0
    assert [step["cause"] for step in score.details["steps"]] == ["none chosen"] * 3


async def test_steps_after_an_agent_has_finished_count_as_failed(benchmark: Mind2Web) -> None:
    task = benchmark.tasks()[0]
    async with benchmark.session(task) as session:
        await session.act(Type(element=1, text="new york"))
        evidence = await session.evidence()
    score = benchmark.score(task, Episode(task=task.id, evidence=evidence))
    assert score.value == pytest.approx(1 / 3)
    assert [step["cause"] for step in score.details["steps"]] == ["", *["none chosen"] * 2]


class _Chooser:
    """Chooses fixed elements and reports its candidate pool."""

    reads: frozenset[View] = frozenset({"dom"})

    async def act(self, observation: Observation) -> Step:
        return Step(actions=[Click(element=0), Click(element=3)], notes={"pool": ["2", "8"]})


async def test_one_action_per_page_is_scored_and_the_candidate_pool_is_known(
    benchmark: Mind2Web,
) -> None:
    task = benchmark.tasks()[0]
    async with benchmark.session(task) as session:
        episode = await run_episode(task, session, _Chooser())
    assert len(episode.steps) == 3
    steps = benchmark.score(task, episode).details["steps"]
    assert [step["cause"] for step in steps] == [
        "not in the pool",
        "not in the pool",
        "wrong element",
    ]


async def test_with_restored_colons_the_value_shown_on_the_page_is_correct(
    write_shard: WriteShard,
) -> None:
    shard = write_shard()
    cases: tuple[tuple[Literal["lost", "restored"], float], ...] = (
        ("lost", 4 / 7),
        ("restored", 1.0),
    )
    for colons, value in cases:
        benchmark = mind2web(data=shard, colons=colons, task=("a1",))
        session = StepsSession(
            benchmark.dataset, benchmark.demonstrations[0], restore_colons=colons == "restored"
        )
        for action in (Wait(), SelectOption(element=2, option="9:30 AM"), Wait()):
            await session.act(action)
        episode = Episode(task="a1", evidence=await session.evidence())
        marked = benchmark.score(benchmark.tasks()[0], episode)
        assert marked.details["steps"][1]["operation"] == pytest.approx(value)


def test_a_summary_has_macro_and_micro_averages_causes_and_groups(benchmark: Mind2Web) -> None:
    episode = Episode(task="x", evidence={})
    results = [(task, benchmark.score(task, episode)) for task in benchmark.tasks()]
    summary = benchmark.summarise(results)
    assert summary.headline in summary.figures
    assert {"success rate", "element accuracy, micro", "recall cap"} <= set(summary.figures)
    titles = [table.title for table in summary.tables]
    assert titles == ["Per domain", "Per website", "Why steps failed", "Tasks by failed steps"]


@pytest.mark.parametrize(
    ("settings", "what"),
    [
        ({"split": "cross-task"}, "No tasks of split test_task"),
        ({"split": "nonsense"}, "not a split of Mind2Web"),
        ({"task": ("zz",)}, "no such task: zz"),
        ({"website": ("zz",)}, "no tasks match"),
    ],
)
def test_settings_that_select_nothing_are_user_errors(
    write_shard: WriteShard, settings: dict[str, object], what: str
) -> None:
    with pytest.raises(UserError, match=what):
        mind2web(data=write_shard(), **settings)  # pyright: ignore


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("confirmed_task", "Click on Go"),
        ("action_reprs", ["[button]  Go -> CLICK"] * 3),
    ],
)
def test_the_condition_covers_the_texts_of_tasks(
    write_shard: WriteShard, field: str, value: object
) -> None:
    before = mind2web(data=write_shard()).condition["data"]
    changed = [{**TASKS[0], field: value}, *TASKS[1:]]
    assert mind2web(data=write_shard(changed)).condition["data"] != before


def test_the_built_in_sample_has_21_steps() -> None:
    assert sum(int(task.tags["steps"]) for task in mind2web().tasks()) == 21
