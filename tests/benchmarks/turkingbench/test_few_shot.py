"""Tests of the form agent: prompts, examples, and parsing of answers."""

import json
import re
import struct
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from webproctor.agents import make_agent
from webproctor.agents.form import form
from webproctor.benchmarks import Benchmark, load_benchmark
from webproctor.benchmarks.turkingbench.dump import dump
from webproctor.benchmarks.turkingbench.encodings import WINDOWS
from webproctor.benchmarks.turkingbench.few_shot import read_examples
from webproctor.core.episodes import Episode
from webproctor.core.errors import UserError
from webproctor.core.llm import Message, Reply, Tool
from webproctor.core.loop import run_episode
from webproctor.core.presets import find_preset, with_preset

Answer = Callable[[str, str], str]
Sent = Callable[..., Awaitable[list[Sequence[Message]]]]


class Scripted:
    """A model whose answer is a function of the field's name and HTML."""

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        self.sent: list[Sequence[Message]] = []

    async def generate(
        self, messages: Sequence[Message], tools: Sequence[Tool] = (), *, tool_choice: Any = "auto"
    ) -> Reply:
        assert not tools
        self.sent.append(messages)
        found = re.match(r"Input name: (.*)\nHTML:\n(.*)", messages[-1].text, re.DOTALL)
        assert found is not None
        return Reply(text=self.answer(found[1], found[2]), usage={"calls": 1})


def first_value(name: str, html: str) -> str:
    """Return an action with the first option, suitable for the field's type."""
    own = re.search(rf'<(input|textarea|select)[^>]*name="{re.escape(name)}"[^>]*>', html)
    kind = own[1] if own else "input"
    shown = own[0] if own else ""
    value = re.search(r'value="([^"]*)"', shown)
    if 'type="radio"' in shown:
        return f"self.actions.modify_radio({name!r}, {value[1] if value else ''!r})"
    if 'type="checkbox"' in shown:
        return f"self.actions.modify_checkbox({name!r}, {value[1] if value else ''!r})"
    if kind == "select":
        return f"self.actions.modify_select({name!r}, '1')"
    return f"self.actions.modify_text({name!r}, 'some words')"


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def sample(executable: Path) -> AsyncIterator[Benchmark]:
    async with load_benchmark("turkingbench") as benchmark:
        yield benchmark


async def fill_in(model: Scripted, benchmark: Benchmark, **settings: Any) -> Episode:
    """Return the episode of the benchmark's first task."""
    agent = make_agent("form", benchmark, model, **settings)
    task = benchmark.tasks()[0]
    async with benchmark.session(task) as session:
        return await run_episode(task, session, agent)


@pytest.fixture(scope="module")
def sent(sample: Benchmark) -> Sent:
    """The requests of an episode in which every field gets its first value, by settings."""
    kept: dict[str, list[Sequence[Message]]] = {}

    async def requests(**settings: Any) -> list[Sequence[Message]]:
        if (key := repr(sorted(settings.items()))) not in kept:
            model = Scripted(first_value)
            await fill_in(model, sample, **settings)
            kept[key] = model.sent
        return kept[key]

    return requests


async def test_the_model_is_asked_once_for_each_visible_field(sample: Benchmark) -> None:
    model = Scripted(first_value)
    episode = await fill_in(model, sample)
    assert episode.error is None
    assert len(model.sent) == len({messages[-1].text for messages in model.sent}) > 0
    names = {call["arguments"]["input_name"] for step in episode.steps for call in step.actions}
    assert len(names) == len(model.sent)


@pytest.mark.parametrize("answer", ["", "self.actions.load_jquery()"])
async def test_the_usage_of_an_answer_without_actions_is_recorded(
    sample: Benchmark, answer: str
) -> None:
    model = Scripted(lambda name, html: answer)
    episode = await fill_in(model, sample)
    assert episode.used == {"calls": len(model.sent)}


async def test_without_examples_a_prompt_has_only_instructions_and_field(sent: Sent) -> None:
    assert [message.role for message in (await sent())[0]] == ["system", "user"]


async def test_after_an_invalid_answer_the_model_is_asked_again_with_the_error(
    sample: Benchmark,
) -> None:
    model = Scripted(lambda name, html: "I would choose yes.")
    episode = await fill_in(model, sample, max_passes=2)
    assert {call["name"] for step in episode.steps for call in step.actions} == {"invalid_action"}
    assert len(episode.steps) == len(model.sent)
    requests = [messages[-1].text.partition("\n")[0] for messages in model.sent]
    assert len(requests) == 2 * len(set(requests))
    question, *_, last = [messages[-1].text for messages in model.sent]
    assert "failed" not in question
    assert "Your last answer:\nI would choose yes.\nIt failed: not Python" in last


async def test_an_answer_is_never_executed(sample: Benchmark, tmp_path: Path) -> None:
    trap = tmp_path / "trap"
    evil = f"self.actions.modify_text('x', open({str(trap)!r}, 'w'))"
    episode = await fill_in(Scripted(lambda name, html: evil), sample)
    assert episode.error is None
    assert not trap.exists()


async def test_with_one_round_the_model_is_asked_once_per_field(sample: Benchmark) -> None:
    model = Scripted(lambda name, html: "I would choose yes.")
    await fill_in(model, sample, max_passes=1)
    assert len(model.sent) == len({messages[-1].text for messages in model.sent})


@pytest.mark.parametrize("picture", ["field", "view"])
async def test_the_screenshot_shows_the_field_or_the_viewport(sent: Sent, picture: str) -> None:
    requests = await sent(vision=True, picture=picture)
    assert all(len(messages[-1].images) == 1 for messages in requests)
    sizes = {struct.unpack(">II", messages[-1].images[0][16:24]) for messages in requests}
    assert ((1280, 720) in sizes) is (picture == "view")


@pytest.mark.parametrize(
    ("settings", "words"),
    [({"encoding": "full"}, "contains the instructions"), ({}, "without the instructions")],
)
async def test_the_prompt_says_whether_the_html_has_the_instructions(
    sent: Sent, settings: dict[str, str], words: str
) -> None:
    prompt = (await sent(**settings))[0][0].text
    assert words in prompt
    assert "for modify_range a number" in prompt


@pytest.mark.parametrize(("settings", "most"), [({}, 15), ({"window": "paper"}, 45)])
async def test_the_window_is_that_of_the_model_runs_or_of_the_paper(
    sent: Sent, settings: dict[str, str], most: int
) -> None:
    # A line ends at each angle bracket.
    lines = [messages[-1].text.count(">") for messages in await sent(**settings)]
    assert 15 * (most > 15) < max(lines) <= most


def test_the_paper_preset_has_the_settings_of_its_table() -> None:
    preset = find_preset("paper", "form", "turkingbench")
    assert preset.agent["max_passes"] == 1
    assert preset.agent["picture"] == "view"
    assert preset.benchmark["instances"] == 20
    benchmark = load_benchmark("turkingbench", **preset.benchmark)
    settings = with_preset(form, preset.agent, {"vision": True})
    make_agent("form", benchmark, Scripted(first_value), **settings)


def demonstrations(folder: Path, *fields: str) -> Path:
    """Write a dump whose fields, `TASK/FIELD`, have 45 lines of HTML."""
    with (folder / "demonstrations.jsonl").open("w") as file:
        for name in fields:
            task, _, field = name.partition("/")
            own = f'<input type="radio" name="{field}">'
            lines = [*(f"<i{n}>" for n in range(15)), own, *(f"<b{n}>" for n in range(29))]
            one = {
                "input_name": field,
                "type": "radio",
                "relevant_html": lines,
                "action": {"name": "modify_radio"},
                "action_sequence": f"self.actions.modify_radio({field!r}, 1)",
            }
            line = {"task": task, "split": "train", "html": "<p>", "fields": [one]}
            file.write(json.dumps(line) + "\n")
    return folder


@pytest.mark.parametrize(("window", "lines"), [("baseline", 15), ("paper", 45)])
def test_examples_have_the_same_window_as_questions(
    tmp_path: Path, window: str, lines: int
) -> None:
    folder = demonstrations(tmp_path, "A/x", "A/y")
    [one] = read_examples(folder, 1, "relevant", WINDOWS[window], ["A/y"])
    assert one.name == "y"
    assert len(one.html.split("\n")) == lines
    assert '<input type="radio" name="y">' in one.html


def test_examples_can_be_named_in_order(tmp_path: Path) -> None:
    folder = demonstrations(tmp_path, "A/x", "B/y", "C/z")
    named = ["C/z", "A/x", "B/y"]
    assert [one.name for one in read_examples(folder, 2, "full", example_fields=named)] == [
        "z",
        "x",
    ]


def test_a_named_example_missing_in_the_dump_is_a_user_error(tmp_path: Path) -> None:
    folder = demonstrations(tmp_path, "A/x")
    with pytest.raises(UserError, match="has no example 'B/x'"):
        read_examples(folder, 1, "full", example_fields=["B/x"])


def test_too_few_named_examples_are_a_user_error(tmp_path: Path) -> None:
    settings = {
        "shots": 3,
        "demonstrations": demonstrations(tmp_path, "A/x"),
        "example_field": ["A/x"],
    }
    with pytest.raises(UserError, match="1 for 3 shots"):
        make_agent("form", load_benchmark("turkingbench"), Scripted(first_value), **settings)


async def test_the_full_encoding_is_the_original_source(sent: Sent) -> None:
    requests = await sent(encoding="full")
    assert all("</" in messages[-1].text for messages in requests)
    assert len({messages[-1].text.partition("HTML:\n")[2] for messages in requests}) == 1


# Tasks of the public data, and the actions of their first examples.
TASKS = ("Pseudoword Dataset Creation PPDB", "Advice Gen", "Annotation subj_obj")
ACTIONS = ("modify_checkbox", "modify_checkbox", "modify_radio")


@pytest.mark.exhaustive
async def test_examples_come_from_a_dump_of_training_tasks(
    sample: Benchmark, tmp_path: Path, data: Path
) -> None:
    real = data / "turkingbench"
    train = load_benchmark("turkingbench", data=real, task=TASKS, instances=1)
    await dump(train, tmp_path, include_screenshots=True, parallel=2)  # type: ignore[arg-type]
    model = Scripted(first_value)
    settings = {"shots": 3, "demonstrations": tmp_path, "vision": True}
    await fill_in(model, sample, **settings)
    shown = model.sent[0]
    assert [message.role for message in shown[1:-1]] == ["user", "assistant"] * 3
    assert all(len(message.images) == 1 for message in shown[1:-1:2])
    answers = [message.text for message in shown if message.role == "assistant"]
    found = [re.match(r"self\.actions\.(\w+)", answer) for answer in answers]
    assert [one and one[1] for one in found] == list(ACTIONS)


def test_examples_from_test_tasks_are_refused(tmp_path: Path) -> None:
    line = {"task": "A", "row": 0, "split": "test", "html": "", "fields": []}
    (tmp_path / "demonstrations.jsonl").write_text(json.dumps(line))
    with pytest.raises(UserError, match="line 1: 'A' is a test task"):
        make_agent(
            "form",
            load_benchmark("turkingbench"),
            Scripted(first_value),
            shots=1,
            demonstrations=tmp_path,
        )


def test_the_error_for_missing_examples_says_how_to_create_them(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="webproctor dump turkingbench --split train"):
        make_agent(
            "form",
            load_benchmark("turkingbench"),
            Scripted(first_value),
            shots=1,
            demonstrations=tmp_path,
        )


def test_a_benchmark_without_forms_is_a_user_error() -> None:
    with pytest.raises(UserError, match="webgames has no forms"):
        make_agent("form", load_benchmark("webgames"), Scripted(first_value))


def test_the_error_for_an_invalid_demonstration_gives_line_and_field(tmp_path: Path) -> None:
    fields = [{"input_name": "q", "type": "text", "relevant_html": [7], "action_sequence": ""}]
    line = {"task": "A", "split": "train", "html": "", "fields": fields}
    (tmp_path / "demonstrations.jsonl").write_text(json.dumps(line))
    with pytest.raises(
        UserError, match=r"line 1: not a valid demonstration \(fields\.0\.relevant_html"
    ):
        read_examples(tmp_path, 3, "relevant")
