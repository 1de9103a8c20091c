"""Actions of oracles become choices of the policy, in a real browser."""

import contextlib
from collections.abc import AsyncIterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from webproctor.benchmarks import load_benchmark
from webproctor.core.actions import web
from webproctor.core.errors import UserError
from webproctor.core.observations import Box, Element
from webproctor.core.sessions import SessionLost
from webproctor.methods.policy.operations import OPERATIONS, call
from webproctor.methods.policy.tokens import Situation, tokenize
from webproctor.training.policy_demonstrations import (
    Collected,
    Untranslatable,
    by_group,
    collect,
    read,
    translate,
    write,
)

SEEN = tokenize(
    Situation("Do it.", 'Hold 2.8 s: “Apple”.\nControl + K\n[0 div]\n [1 button "Send it"]')
)
ELEMENTS = [
    Element(index=0, tag="div", box=Box(x=0, y=100, width=300, height=100)),
    Element(index=1, tag="button", box=Box(x=100, y=120, width=50, height=20)),
]


def calls(action: web.Action, offset: tuple[float, float] = (0, 0)) -> list[object]:
    return [call(one, SEEN) for one in translate(action, SEEN, ELEMENTS, offset)]


def test_a_point_maps_to_the_smallest_element_there() -> None:
    assert calls(web.Click(x=110, y=130)) == [{"name": "click", "arguments": {"element": 1}}]
    assert calls(web.Click(x=10, y=130)) == [{"name": "click", "arguments": {"element": 0}}]


def test_a_point_on_a_scrolled_page_is_moved_by_the_offset() -> None:
    [call] = calls(web.Click(x=110, y=30), offset=(0, -100))
    assert call == {"name": "click", "arguments": {"element": 1}}


def test_a_click_outside_all_elements_cannot_be_translated() -> None:
    with pytest.raises(Untranslatable, match="no element at the target"):
        calls(web.Click(x=900, y=30))


def test_text_is_copied_from_a_word_with_or_without_punctuation() -> None:
    [call] = calls(web.Type(x=110, y=130, text="Apple"))
    assert call == {"name": "type", "arguments": {"element": 1, "text": "Apple", "clear": True}}
    assert calls(web.Press(keys="Control+k")) == [
        {"name": "press", "arguments": {"keys": "Control+K"}}
    ]


def test_text_that_is_not_on_the_page_cannot_be_translated() -> None:
    with pytest.raises(Untranslatable, match="'Pear' is not among the words"):
        calls(web.Type(x=110, y=130, text="Pear"))


def test_durations_are_copied_from_numbers_near_them() -> None:
    [call] = calls(web.Click(x=110, y=130, hold=3))
    assert call == {"name": "click", "arguments": {"element": 1, "hold": 3.0}}
    with pytest.raises(Untranslatable, match="no word is the number 7"):
        calls(web.Wait(seconds=7))


def test_an_action_without_an_operation_cannot_be_translated() -> None:
    with pytest.raises(Untranslatable, match="no operation"):
        calls(web.Drag(x=1, y=1, to_x=2, to_y=2))


async def test_successful_oracle_episodes_are_demonstrations_and_others_give_the_reason(
    executable: object, tmp_path: Path
) -> None:
    names = ("button-hold-easy", "i-accept", "chart-read")
    benchmark = load_benchmark("webgames", clock="virtual", task=names, salt="s")
    async with benchmark:
        found = await collect(benchmark, benchmark.tasks())
    done = {
        group: [OPERATIONS[step.choices[0].operation].name for step in one.steps]
        for group, [one] in by_group(found.demonstrations)
    }
    assert done == {"button-hold": ["hold", "answer"], "i-accept": ["click", "click", "answer"]}
    [(task, why)] = found.left_out.items()
    assert task == "chart-read@0"
    assert why.startswith("no operation does the same as")
    write(tmp_path / "d.jsonl", found)
    assert [asdict(one) for one in read(tmp_path / "d.jsonl")] == [
        asdict(one) for one in found.demonstrations
    ]


async def test_an_episode_ends_at_an_action_that_cannot_be_translated() -> None:
    """The oracle of Mind2Web repeats an action until its step is over."""
    benchmark = load_benchmark("mind2web")
    async with benchmark:
        found = await collect(benchmark, benchmark.tasks())
    assert len(found.demonstrations) + len(found.left_out) == len(benchmark.tasks())
    assert found.left_out
    assert all("is not among the words" in why for why in found.left_out.values())


async def test_a_task_whose_environment_fails_is_left_out() -> None:
    benchmark = load_benchmark("mind2web")

    @contextlib.asynccontextmanager
    async def session(*_: Any) -> AsyncIterator[Any]:
        raise SessionLost("browser", "the browser has ended")
        yield

    benchmark.session = session  # type: ignore[method-assign]
    [task, *_] = benchmark.tasks()
    found = await collect(benchmark, [task])
    assert found.left_out == {task.id: "the browser has ended"}


def test_a_file_in_another_format_is_a_user_error(tmp_path: Path) -> None:
    write(tmp_path / "d.jsonl", Collected())
    assert read(tmp_path / "d.jsonl") == []
    (tmp_path / "d.jsonl").write_text('{"name": 1}\n')
    with pytest.raises(UserError, match="not a file of demonstrations"):
        read(tmp_path / "d.jsonl")
