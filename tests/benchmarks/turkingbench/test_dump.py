"""Tests of the training data: pages, their fields, and the oracle's actions."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from per_change import first

from webproctor.benchmarks.turkingbench import TurkingBench, turkingbench
from webproctor.benchmarks.turkingbench.answers import parse_action
from webproctor.benchmarks.turkingbench.dump import DumpCounts, action_text, dump
from webproctor.core.actions import Action, form
from webproctor.core.errors import UserError
from webproctor.core.loop import run_episode
from webproctor.core.tasks import Task

TASKS = [str(one.tags["task"]) for one in turkingbench(split="all", instances=1).tasks()]
texts = st.text() | st.text("`'\"\\\n{}", max_size=12)
GREATEST = 10**18  # Larger numbers are rejected as arguments of actions.
values = texts | st.integers(-GREATEST, GREATEST) | st.floats(-GREATEST, GREATEST)
KINDS = (
    form.ModifyText,
    form.ModifyCheckbox,
    form.ModifyRadio,
    form.ModifySelect,
    form.ModifyRange,
)

pytestmark = pytest.mark.usefixtures("executable")


def lines(counts: DumpCounts) -> list[dict[str, Any]]:
    return [json.loads(line) for line in counts.file.read_text().splitlines()]


def files(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


def folder_of_one(path: Path, template: str, columns: str, *rows: str) -> Path:
    """Return a data set of one task with these columns and submissions."""
    task = path / "tasks" / "Only"
    task.mkdir(parents=True)
    (task / "template.html").write_text(template)
    (task / "batch.csv").write_text("\n".join([columns, *rows]))
    return path


# The paper's format of an action


def test_an_action_is_written_like_those_of_the_models_in_the_paper():
    action = form.ModifyText(input_name="q1", input_value='it\'s "so"\n')
    assert action_text(action) == "self.actions.modify_text('q1', 'it\\'s \"so\"\\n')"


@given(st.sampled_from(KINDS), texts, values)
def test_a_written_action_parses_to_the_same_action(kind: type[Action], name: str, value: object):
    action = kind.model_validate({"input_name": name, "input_value": value})
    parsed = parse_action(action_text(action))
    assert parsed.error is None
    [call] = parsed.calls
    assert {"name": call.name, "arguments": call.arguments} == action.call()


# The file


async def test_an_instance_is_one_line_with_its_page_and_its_fields_in_order(tmp_path: Path):
    benchmark = turkingbench(task=("Same question or not",), instances=2)
    calls: list[bool] = []
    counts = await dump(benchmark, tmp_path, allow_test=True, progress=lambda: calls.append(True))
    assert len(calls) == 2
    first, second = lines(counts)
    assert [first["row"], second["row"]] == [0, 1]
    assert (first["task"], first["split"]) == ("Same question or not", "test")
    assert first["html"] == benchmark.dataset.task("Same question or not").page(0)
    assert counts.instances == 2
    assert counts.fields == len(first["fields"]) + len(second["fields"])


async def test_a_field_has_its_options_action_and_answers(tmp_path: Path):
    data = folder_of_one(
        tmp_path,
        "<fieldset><legend>Which?</legend><label><input type=radio name=q value=a>A</label>"
        "<label><input type=radio name=q value=b>B</label></fieldset>",
        "text,Answer.q",
        *("x,b", "x,", "x,b"),
    )
    [line] = lines(await dump(turkingbench(data=data, split="all"), tmp_path / "out"))
    [field] = line["fields"]
    assert '<input type="radio" name="q" value="a">' in field.pop("relevant_html")
    assert "Which?" in field.pop("label")
    assert field == {
        "input_name": "q",
        "type": "radio",
        "options": ["a", "b"],
        "action": {"name": "modify_radio", "arguments": {"input_name": "q", "input_value": "b"}},
        "action_sequence": "self.actions.modify_radio('q', 'b')",
        "answer": "b",
        "gold": ["b", None, "b"],
    }


async def test_a_field_that_is_already_correct_has_no_action(tmp_path: Path):
    data = folder_of_one(tmp_path, "<input name=q value=right>", "text,Answer.q", "x,right")
    [line] = lines(await dump(turkingbench(data=data, split="all"), tmp_path / "out"))
    [field] = line["fields"]
    assert (field["action"], field["action_sequence"]) == (None, "")
    assert field["answer"] == "right"


async def test_states_and_screenshots_are_taken_before_the_oracle_fills_in_the_field(
    tmp_path: Path,
):
    data = folder_of_one(
        tmp_path, "<p><input name=a><p><input name=b>", "text,Answer.a,Answer.b", "x,one,two"
    )
    out = tmp_path / "out"
    benchmark = turkingbench(data=data, split="all")
    counts = await dump(benchmark, out, include_screenshots=True, states=True)
    first, second = lines(counts)[0]["fields"]
    assert files(out) == {
        "demonstrations.jsonl", first["state"], second["state"], first["image"], second["image"]
    }  # fmt: skip
    assert "one" not in (out / first["state"]).read_text()
    assert "one" in (out / second["state"]).read_text()
    assert "two" not in (out / second["state"]).read_text()
    assert (out / first["image"]).read_bytes().startswith(b"\x89PNG")


async def test_an_instance_that_the_oracle_does_not_solve_is_left_out_and_reported(tmp_path: Path):
    data = folder_of_one(
        tmp_path, "${text}<textarea name=q></textarea>", "text,Answer.q", "x,a < b", "y,fine"
    )
    counts = await dump(
        turkingbench(data=data, split="all"), tmp_path / "out", include_screenshots=True
    )
    assert [line["row"] for line in lines(counts)] == [1]
    [left] = counts.left_out
    assert left.task == "Only/0"
    assert 0 < left.score < 1
    assert files(tmp_path / "out") == {"demonstrations.jsonl", "images/Only/1-0.png"}


async def test_an_instance_without_a_scored_field_is_left_out_with_that_reason(tmp_path: Path):
    data = folder_of_one(tmp_path, "<input name=q hidden>", "text,Answer.q", "x,a")
    counts = await dump(turkingbench(data=data, split="all"), tmp_path / "out")
    assert [left.why for left in counts.left_out] == ["none of its fields is scored"]


async def test_lines_are_in_task_order_with_parallel_episodes(tmp_path: Path):
    benchmark = turkingbench(task=("Same question or not", "Bar chart reading"), instances=2)
    counts = await dump(benchmark, tmp_path, allow_test=True, parallel=3)
    assert [f"{line['task']}/{line['row']}" for line in lines(counts)] == [
        task.id for task in benchmark.tasks()
    ]


# Errors


@pytest.mark.parametrize("split", ["test", "challenge", "all"])
async def test_test_splits_are_refused_unless_allowed(tmp_path: Path, split: str):
    with pytest.raises(UserError, match="--allow-test"):
        await dump(turkingbench(split=split), tmp_path / "out")
    assert not (tmp_path / "out").exists()


async def test_an_existing_dump_is_not_overwritten(tmp_path: Path):
    (tmp_path / "demonstrations.jsonl").write_text("mine")
    with pytest.raises(UserError, match="already exists"):
        await dump(turkingbench(split="train"), tmp_path)
    assert (tmp_path / "demonstrations.jsonl").read_text() == "mine"


async def test_without_a_browser_no_incomplete_file_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("WEBPROCTOR_BROWSER", "no such browser")
    with pytest.raises(UserError, match="no such browser"):
        await dump(turkingbench(split="train"), tmp_path)
    assert not (tmp_path / "demonstrations.jsonl").exists()


# Replay


async def scores(benchmark: TurkingBench, agent: Any) -> list[float]:
    async def value_of(task: Task) -> float:
        async with benchmark.session(task) as session:
            episode = await run_episode(task, session, agent)
        return benchmark.score(task, episode).value

    async with benchmark:
        return await asyncio.gather(*map(value_of, benchmark.tasks()))


@pytest.mark.parametrize("tasks", first(TASKS[:1], TASKS), ids=["one", "all"])
async def test_replaying_a_dump_gives_the_score_of_the_oracle(tmp_path: Path, tasks: list[str]):
    benchmark = turkingbench(split="all", instances=1, task=tuple(tasks))
    counts = await dump(benchmark, tmp_path, allow_test=True, parallel=2)
    assert counts.left_out == []
    assert counts.instances == len(tasks)
    assert await scores(benchmark, benchmark.replay(counts.file)) == [1.0] * len(tasks)
