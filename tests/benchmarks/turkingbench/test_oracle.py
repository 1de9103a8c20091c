"""Tests that the oracle enters the workers' answers and gets the full score."""

from pathlib import Path
from typing import Any

import pytest
from per_change import first

from webproctor.benchmarks.turkingbench import turkingbench
from webproctor.benchmarks.turkingbench.benchmark import SAMPLE
from webproctor.benchmarks.turkingbench.dataset import Dataset
from webproctor.benchmarks.turkingbench.oracle import Oracle
from webproctor.benchmarks.turkingbench.page_steps import REVEALED_BY
from webproctor.benchmarks.turkingbench.table import Cell
from webproctor.core.actions import Action
from webproctor.core.actions.form import (
    ModifyCheckbox,
    ModifyRadio,
    ModifyRange,
    ModifySelect,
    ModifyText,
    Value,
)
from webproctor.core.observations import Element

NAN = float("nan")


def answer(
    kind: str, gold: list[Cell], *options: str, value: str = "", variant: str = "parity"
) -> list[Action]:
    element = Element(index=0, tag="", type=kind, name="q", options=options, value=value)
    return Oracle(Dataset(SAMPLE), variant).answer(element, gold)


def entering(kind: str, value: Value) -> list[Action]:
    actions: dict[str, Any] = {
        "radio": ModifyRadio,
        "select": ModifySelect,
        "checkbox": ModifyCheckbox,
        "range": ModifyRange,
    }
    return [actions.get(kind, ModifyText)(input_name="q", input_value=value)]


# Chosen answers


@pytest.mark.parametrize("kind", ["radio", "select"])
@pytest.mark.parametrize(
    ("gold", "choice"),
    [
        (["a", "b", "b"], "b"),
        (["b", "a"], "b"),
        ([4.0, NAN, 4.0], "4"),
        ([True, True], "True"),
        (["A"], "a"),
        (["-a"], "a"),
    ],
)
def test_the_oracle_selects_the_most_frequent_option(kind: str, gold: list[Cell], choice: str):
    assert answer(kind, gold, "", "a", "b", "4", "True") == entering(kind, choice)


@pytest.mark.parametrize("kind", ["radio", "select"])
def test_the_oracle_leaves_a_correct_choice_unchanged(kind: str):
    assert answer(kind, ["a", "b", "b"], "a", "b", value="b") == []


def test_the_oracle_leaves_a_choice_that_most_workers_left_blank():
    assert answer("radio", [NAN, NAN, "a"], "a", "b") == []


def test_the_oracle_skips_an_option_that_does_not_exist():
    assert answer("radio", ["gone"], "a", "b") == []


@pytest.mark.parametrize(
    ("gold", "ticked", "clicks"),
    [
        (["a|c"], "", "a|c"),
        (["c|a"], "b", "a|b|c"),
        (["a"], "a|b", "b"),
        ([NAN], "a", "a"),
        (["4.0"], "", "4"),
        ([4.0], "", "4"),
        (["gone", "b"], "", "b"),
    ],
)
def test_the_oracle_clicks_the_boxes_that_differ(gold: list[Cell], ticked: str, clicks: str):
    given = answer("checkbox", gold, "a", "b", "c", "4", value=ticked)
    assert given == entering("checkbox", clicks)


def test_the_oracle_leaves_boxes_unchanged_if_a_worker_checked_none():
    assert answer("checkbox", ["a", NAN], "a", "b") == []


def test_under_the_strict_metric_the_oracle_checks_the_boxes_of_one_worker():
    assert answer("checkbox", ["a|b"], "a", "b", "c", variant="strict") == entering(
        "checkbox", "a|b"
    )


def test_the_oracle_moves_a_slider_to_the_mean_of_the_workers():
    assert answer("range", [10, 20, 60], value="50") == entering("range", 30.0)


def test_the_oracle_leaves_a_slider_that_nobody_moved():
    assert answer("range", [NAN], value="50") == []


@pytest.mark.parametrize("kind", ["text", "textarea"])
@pytest.mark.parametrize(
    ("gold", "text"),
    [
        (["one", "two"], "one"),
        ([NAN, "two"], "two"),
        (["{}", "two"], "two"),
        ([3.0], "3"),
        ([0.25], "0.25"),
        (["Tom & Ann"], "Tom & Ann"),
        (["日本語"], "日本語"),
    ],
)
def test_the_oracle_types_the_text_of_a_worker(kind: str, gold: list[Cell], text: str):
    assert answer(kind, gold) == entering(kind, text)


def test_the_oracle_prefers_a_text_that_reads_back_unchanged():
    assert answer("textarea", ["a < b", "a b"]) == entering("textarea", "a b")
    assert answer("text", ["a < b", "a b"]) == entering("text", "a < b")


@pytest.mark.parametrize("kind", ["text", "textarea"])
@pytest.mark.parametrize("gold", [[], [NAN, NAN], ["{}"]])
def test_the_oracle_skips_a_text_field_that_no_worker_filled_in(kind: str, gold: list[Cell]):
    assert answer(kind, gold) == []


def test_the_oracle_leaves_a_correct_text_unchanged():
    assert answer("text", ["one", "two"], value="two") == []


@pytest.mark.parametrize("kind", ["hidden", "submit", "file", "button"])
def test_the_oracle_skips_other_controls(kind: str):
    assert answer(kind, ["one"], value="x") == []


# On pages


async def test_the_oracle_fills_in_revealed_fields_and_skips_hidden_ones(write_task, work):
    template = """<input type=radio name=more value=yes onclick='box.hidden = false'>
        <div id=box hidden><input name=why></div><div hidden><input name=never></div>"""
    row = {"i": "1", "Answer.more": "yes", "Answer.why": "so", "Answer.never": "x"}
    folder = write_task("T", template, [row])
    [worked] = await work(turkingbench(data=folder, split="all"), "oracle")
    actions = [action["arguments"] for step in worked.episode.steps for action in step.actions]
    assert actions == [
        {"input_name": "more", "input_value": "yes"},
        {"input_name": "why", "input_value": "so"},
    ]
    assert worked.score.value == 1.0


async def test_the_oracle_reveals_hidden_fields_and_fills_them_in_with_clicks_and_keys(
    write_task, work
):
    template = """<input type=button value='Show Questions' onclick='box.hidden = false'>
        <div id=box hidden><input type=radio name=r value=a><input type=radio name=r value=b>
        <input type=checkbox name=c value=1><input type=checkbox name=c value=2>
        <select name=s><option value=x>one<option value=y>two</select><input name=t value=old>
        <input type=range name=n min=0 max=10 value=0></div>"""
    row = {"i": "1", "Answer.r": "b", "Answer.c": "1|2", "Answer.s": "y", "Answer.t": "new"}
    folder = write_task("Annotation Rating", template, [row | {"Answer.n": "7"}])
    [worked] = await work(turkingbench(data=folder, split="all", metric_variant="strict"), "oracle")
    actions = [action["name"] for step in worked.episode.steps for action in step.actions]
    assert actions[0] == "click"
    assert set(actions) == {"click", "type", "select_option", "set_range"}
    assert worked.score.value == 1.0


async def test_the_oracle_skips_a_label_that_the_page_does_not_have(write_task, work):
    row = {"i": "1", "Answer.t": "new"}
    folder = write_task("Annotation Rating", "<input name=t>", [row])
    [worked] = await work(turkingbench(data=folder, split="all"), "oracle")
    assert worked.score.value == 1.0


@pytest.mark.parametrize("name", first(*REVEALED_BY))
async def test_the_oracle_reveals_the_fields_of_real_tasks(work, data: Path, name: str):
    settings: dict[str, Any] = {"data": data / "turkingbench", "task": (name,), "instances": 1}
    [worked] = await work(turkingbench(**settings), "oracle")
    counted = [field for field in worked.score.details["fields"] if field["counted"]]
    assert len(counted) > 5
    # No option equals a list that most workers left blank.
    assert all(one["score"] == 1.0 for one in counted if one["gold"] != [None] * len(one["gold"]))


# At every change a page with sliders and one without; without names, all pages.
@pytest.mark.parametrize(
    "tasks",
    first((("Bar chart reading", "Receipt table reading"),), ((),)),
    ids=["some", "all"],
)
async def test_the_oracle_gets_the_full_score_under_the_strict_metric_except_for_sliders(
    work, tasks: tuple[str, ...]
):
    benchmark = turkingbench(split="all", task=tasks, instances=1, metric_variant="strict")
    worked = await work(benchmark, "oracle")
    fields = [field for one in worked for field in one.score.details["fields"] if field["counted"]]
    assert all(field["score"] == 1.0 for field in fields if field["type"] != "range")
    # Workers gave different numbers, so no answer matches all of them.
    assert all(0.8 < field["score"] <= 1.0 for field in fields if field["type"] == "range")


# A page with radio buttons; without names, all pages.
SOME = ("Text Game Eval",)


@pytest.mark.parametrize(
    ("tasks", "instances", "count"),
    first((SOME, 1, 1), ((), 1, 10), ((), 2, 20)),
)
async def test_the_oracle_gets_the_full_score_on_the_real_test_tasks(
    work, data: Path, tasks: tuple[str, ...], instances: int, count: int
):
    real = turkingbench(data=data / "turkingbench", split="test", task=tasks, instances=instances)
    worked = await work(real, "oracle")
    assert len(worked) == count
    for one in worked:
        assert one.episode.error is None
        assert one.score.value == 1.0, (one.task.id, one.score.details)
