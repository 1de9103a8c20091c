"""The random baseline fills in all visible fields, reproducibly by seed."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webproctor.agents.random import _TEXTS, RandomFormFiller, RandomVisitor
from webproctor.benchmarks.turkingbench import turkingbench
from webproctor.core.actions import Action, web
from webproctor.core.actions.form import (
    ModifyCheckbox,
    ModifyRadio,
    ModifyRange,
    ModifySelect,
    ModifyText,
)
from webproctor.core.observations import Element, Observation

KINDS = {
    "radio": ModifyRadio,
    "select": ModifySelect,
    "checkbox": ModifyCheckbox,
    "range": ModifyRange,
    **dict.fromkeys(_TEXTS, ModifyText),
}
elements = st.lists(
    st.builds(
        Element,
        index=st.integers(0, 30),
        tag=st.just("input"),
        type=st.sampled_from([*KINDS, "file", "button", ""]),
        name=st.sampled_from(["a", "b", ""]),
        options=st.lists(st.sampled_from(["x", "y", "z"]), unique=True).map(tuple),
        visible=st.booleans(),
    ),
    max_size=8,
)


def control(kind: str, *options: str, index: int = 0, **more: Any) -> Element:
    return Element(index=index, tag="input", type=kind, options=options, **more)


def filled(kind: str, *options: str, seeds: int = 60) -> set[Any]:
    """Return the values that a control gets over several seeds."""
    actions = [RandomFormFiller(seed).fill(control(kind, *options)) for seed in range(seeds)]
    assert all(isinstance(action, KINDS[kind]) for action in actions)
    return {action.call()["arguments"]["input_value"] for action in actions if action}


async def actions_of(
    agent: RandomFormFiller, step: int, *seen: Element, url: str = "/1"
) -> Sequence[Action]:
    return (await agent.act(Observation(step=step, url=url, elements=seen))).actions


@pytest.mark.parametrize("kind", ["radio", "select"])
def test_every_option_can_be_chosen(kind: str):
    assert filled(kind, "a", "b", "c") == {"a", "b", "c"}


def test_every_set_of_boxes_can_be_checked():
    assert filled("checkbox", "a", "b") == {"", "a", "b", "a|b"}


def test_a_slider_is_moved_between_0_and_100():
    assert len(values := filled("range")) > 20
    assert all(0 <= value <= 100 for value in values)


@pytest.mark.parametrize("kind", _TEXTS)
def test_a_text_is_valid_for_the_type_of_field(kind: str):
    assert len(texts := filled(kind)) > 1
    assert texts <= set(_TEXTS[kind])


# Of the parts of web pages


def visited(*elements: Element) -> list[Action]:
    """Return many actions of the random visitor on a page with these elements."""
    visitor = RandomVisitor(0, max_steps=1)
    return [visitor.do(elements, (800, 600)) for _ in range(400)]


@pytest.mark.parametrize("kind", _TEXTS)
def test_on_web_pages_text_is_typed_into_every_kind_of_text_field(kind: str):
    typed = {one.text for one in visited(control(kind)) if isinstance(one, web.Type)}
    assert typed == set(_TEXTS[kind])


def test_on_web_pages_sliders_options_and_other_controls_are_used():
    slider, choice, button = control("range"), control("select", "a", "b"), control("button")
    assert any(isinstance(one, web.SetRange) for one in visited(slider))
    assert any(isinstance(one, web.SelectOption) for one in visited(choice))
    assert any(isinstance(one, web.Click) and one.element == 0 for one in visited(button))


@pytest.mark.parametrize("kind", ["radio", "select", "checkbox", "file", "button", ""])
def test_controls_that_cannot_be_filled_in_are_skipped(kind: str):
    assert RandomFormFiller(0).fill(control(kind)) is None


@pytest.mark.parametrize(("name", "called"), [("q", "q"), ("", "#3")])
def test_a_control_without_a_name_is_addressed_by_its_index(name: str, called: str):
    action = RandomFormFiller(0).fill(control("text", index=3, name=name))
    assert action is not None
    assert action.call()["arguments"]["input_name"] == called


async def test_invisible_controls_are_skipped():
    agent = RandomFormFiller(0)
    seen = control("text", name="a"), control("text", index=1, name="b", visible=False)
    [action] = await actions_of(agent, 0, *seen)
    assert action.call()["arguments"]["input_name"] == "a"


async def test_a_filled_in_control_is_not_filled_in_again():
    agent = RandomFormFiller(0)
    assert len(await actions_of(agent, 0, control("text"), control("range", index=1))) == 2
    assert len(await actions_of(agent, 1, control("text"), control("text", index=2))) == 1


async def test_the_agent_is_done_when_there_is_nothing_new():
    agent = RandomFormFiller(0)
    first = await agent.act(Observation(elements=(control("text"),)))
    second = await agent.act(Observation(step=1, elements=(control("text"),)))
    assert (first.done, second.done, second.actions) == (False, True, [])


async def test_an_episode_does_not_depend_on_earlier_ones():
    seen = [control("radio", *"abcdefgh", index=n) for n in range(6)]
    used = RandomFormFiller(3)
    await actions_of(used, 0, *seen, url="/other")
    again = await actions_of(used, 0, *seen, url="/1")
    assert again == await actions_of(RandomFormFiller(3), 0, *seen, url="/1")


async def test_actions_differ_by_page_and_by_seed():
    seen = [control("radio", *"abcdefgh", index=n) for n in range(12)]
    first = await actions_of(RandomFormFiller(0), 0, *seen, url="/1")
    assert first != await actions_of(RandomFormFiller(0), 0, *seen, url="/2")
    assert first != await actions_of(RandomFormFiller(1), 0, *seen, url="/1")


@given(elements, st.integers())
async def test_every_action_is_valid_for_its_control(seen: list[Element], seed: int):
    step = await RandomFormFiller(seed).act(Observation(elements=tuple(seen)))
    for action in step.actions:
        arguments = action.call()["arguments"]
        name = arguments["input_name"]
        controls = [one for one in seen if name in (one.name, f"#{one.index}") and one.visible]
        assert any(isinstance(action, KINDS[one.type]) for one in controls if one.type in KINDS)


async def test_a_run_is_reproducible_and_scores_below_the_oracle(work):
    settings: dict[str, Any] = {"task": ["Duration of an activity"]}

    async def run(seed: int) -> list[tuple[str, float, list[Any]]]:
        worked = await work(turkingbench(**settings, instances=2), "random", seed=seed)
        return [
            (one.task.id, one.score.value, [step.actions for step in one.episode.steps])
            for one in worked
        ]

    first = await run(1)
    assert first == await run(1)
    assert first != await run(2)
    assert sum(value for _, value, _ in first) / len(first) < 1.0
