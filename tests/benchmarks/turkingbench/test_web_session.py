"""Sessions for agents that act on elements or pixels: scored by the rules of `form` actions."""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from per_change import first

from webproctor.agents import make_agent, task_for
from webproctor.benchmarks.turkingbench import TurkingBench, turkingbench
from webproctor.benchmarks.turkingbench.session import WebPageSession
from webproctor.core.actions import Action, form, web
from webproctor.core.episodes import Episode
from webproctor.core.errors import UserError
from webproctor.core.observations import Element
from webproctor.core.tasks import Task
from webproctor.testing.page import ScriptedModel

_LABEL = """((name, value) =>
  [...document.getElementsByName(name)[0].options].find((one) => one.value === value).label)"""
# Together they have fields of every type.
TASKS = ("Comment moderation", "Duration of an activity", "Invoice fields", "Steps in order")


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def sample(executable: Path) -> AsyncIterator[TurkingBench]:
    async with turkingbench(task=TASKS, instances=1) as benchmark:
        yield benchmark


def on_the_web(task: Task) -> Task:
    return replace(task, actions="web")


async def actions(session: WebPageSession, wanted: Any) -> list[Action]:
    """Return what a user does in place of an action on a form field."""
    page, name, value = session.page, wanted.input_name, str(wanted.input_value)
    listed = (await session.observe(frozenset({"elements"}))).read("elements")
    number = next((one.index for one in listed if one.name == name), 0)
    match wanted:
        case form.ModifyText():
            return [web.Type(element=number, text=value, clear=True)]
        case form.ModifyRange():
            return [web.SetRange(element=number, value=float(value))]
        case form.ModifySelect():
            return [web.SelectOption(element=number, option=await page.call(_LABEL, name, value))]
        case form.ModifyRadio():
            aim = await page.call("fields.radio", name, [value])
            return [web.Click(x=aim["point"]["x"], y=aim["point"]["y"])]
    boxes = await page.call("fields.boxes", name)
    chosen = [one["index"] for one in boxes if one["value"] in value.split("|")]
    points = [(await page.call("fields.choice", name, one))["point"] for one in chosen]
    return [web.Click(x=point["x"], y=point["y"]) for point in points]


@pytest.mark.parametrize("name", first(*TASKS, count=2))
async def test_a_form_filled_in_by_clicks_and_keys_gets_the_score_of_the_oracle(
    sample: TurkingBench, name: str
) -> None:
    task = next(one for one in sample.tasks() if one.tags["task"] == name)
    folder = sample.dataset.task(name)
    gold, left = folder.gold(0), list(folder.field_names)
    async with sample.session(on_the_web(task)) as session:
        for properties in await session.page.call("fields.look_up", left):
            element = Element(**properties)
            for wanted in sample.oracle().answer(element, gold.get(element.name, [])):
                for action in await actions(session, wanted):
                    assert (await session.act(action)).ok
        evidence = await session.evidence()
    assert sample.score(task, Episode(task=task.id, evidence=evidence)).value == 1.0


@pytest.mark.parametrize("name", first(*TASKS))
async def test_an_untouched_form_scores_as_it_does_with_form_actions(
    sample: TurkingBench, name: str
) -> None:
    task = next(one for one in sample.tasks() if one.tags["task"] == name)
    async with sample.session(task) as own, sample.session(on_the_web(task)) as other:
        fields = [(await one.evidence())["fields"] for one in (own, other)]
    assert fields[0] == fields[1]


def test_a_model_agent_gets_its_action_set(sample: TurkingBench) -> None:
    task = sample.tasks()[0]
    agents = {
        name: make_agent(name, sample, ScriptedModel()) for name in ("form", "web", "computer")
    }
    sets = {name: task_for(agent, task, sample).actions for name, agent in agents.items()}
    assert sets == {"form": "form", "web": "web", "computer": "computer"}


def test_a_program_with_the_script_policy_is_refused(sample: TurkingBench) -> None:
    with pytest.raises(UserError, match="browser-input"):
        make_agent("external", sample, command="true")


@pytest_asyncio.fixture(loop_scope="session")
async def headline(executable: Path) -> AsyncIterator[WebPageSession]:
    """A form with a text field `plain`."""
    benchmark = turkingbench(task=("Headline rewriting",), instances=1)
    async with benchmark, benchmark.session(on_the_web(benchmark.tasks()[0])) as session:
        yield session


async def plain(session: WebPageSession) -> dict[str, Any]:
    """Return the field `plain` as it is scored."""
    fields = (await session.evidence())["fields"]
    return next(field for field in fields if field["name"] == "plain")


async def reload_as_a_program_does(session: WebPageSession) -> None:
    """Load the page again, without anything that loads the session's libraries into it."""
    await session.page.evaluate("location.reload(); new Promise(() => {})")
    await session.page.evaluate(
        "new Promise((done) => document.readyState === 'complete' ? done(0)"
        " : addEventListener('load', () => done(0)))"
    )


async def test_text_that_is_restored_when_the_agent_goes_back_counts(
    headline: WebPageSession,
) -> None:
    await headline.observe(frozenset({"elements"}))
    await headline.act(web.Type(element=0, text="typed before"))
    await headline.act(web.Navigate(url=f"{headline.page.url}other"))
    await headline.act(web.Back())
    assert (await plain(headline))["values"] == ["typed before"]


async def test_text_typed_into_a_reloaded_page_counts(headline: WebPageSession) -> None:
    await reload_as_a_program_does(headline)
    await headline.page.evaluate("document.getElementsByName('plain')[0].focus()")
    await headline.page.send("Input.insertText", {"text": "typed"})
    assert (await plain(headline))["values"] == ["typed"]


async def test_submitting_a_reloaded_page_does_not_leave_it(headline: WebPageSession) -> None:
    await reload_as_a_program_does(headline)
    assert await headline.page.evaluate(
        "new Promise((done) => {"
        " addEventListener('submit', (event) => done(event.defaultPrevented));"
        " const form = document.getElementById('mturk_form');"
        " form.noValidate = true;"
        " form.requestSubmit(); })"
    )


async def test_a_form_whose_tab_the_agent_has_closed_has_no_answers(
    headline: WebPageSession,
) -> None:
    for action in (web.NewTab(url=headline.page.url), web.SwitchTab(tab=0), web.CloseTab()):
        assert (await headline.act(action)).ok
    assert not any(field["visible"] for field in (await headline.evidence())["fields"])


@pytest.mark.parametrize(
    ("hang", "answers"),
    first(("setTimeout", ["typed"]), ("setInterval", [])),
    ids=["once", "again and again"],
)
async def test_a_form_that_hangs_at_the_end_is_scored(
    headline: WebPageSession, hang: str, answers: list[str]
) -> None:
    await headline.observe(frozenset({"elements"}))
    await headline.act(web.Type(element=0, text="typed"))
    headline.page._timeout = 1.0
    await headline.page.run(f"{hang}(() => {{ while (true); }}); 1")
    assert (await plain(headline))["values"] == answers
